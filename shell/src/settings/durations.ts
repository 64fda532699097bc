/** @example durationText(45) // '45 minutes', durationText(60) // '1 hour', durationText(90) // '1.5 hours' */
export function durationText(minutes: number): string {
  if (minutes < 60 || minutes % 30 !== 0) return `${minutes} minutes`
  return minutes === 60 ? '1 hour' : `${minutes / 60} hours`
}

/** Choices of minutes, with the one that is chosen already. */
export const durationChoices = (minutes: readonly number[], own: number) =>
  [...new Set([...minutes, own])]
    .sort((a, b) => a - b)
    .map((it) => ({ value: String(it), label: durationText(it) }))
