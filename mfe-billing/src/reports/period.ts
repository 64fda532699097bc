/** A period that can be chosen by its name. Days are those of the business. */
export type Preset = { value: string; label: string; from: string; to: string }

/** The first day of the month that is this many months from the month of a day. */
function firstOfMonth(day: string, months: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 10)
}

const dayBefore = (day: string) =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

/** The periods that can be chosen on a day; those that are not over end with it. */
export function presetsOn(today: string): readonly Preset[] {
  const monthsInto = (unit: number) => (Number(today.slice(5, 7)) - 1) % unit
  const pair = (name: string, length: number): Preset[] => {
    const from = firstOfMonth(today, -monthsInto(length))
    return [
      { value: `this-${name}`, label: `This ${name}`, from, to: today },
      {
        value: `last-${name}`,
        label: `Last ${name}`,
        from: firstOfMonth(from, -length),
        to: dayBefore(from),
      },
    ]
  }
  return [
    ...pair('month', 1),
    ...pair('quarter', 3),
    ...pair('year', 12),
    { value: 'twelve-months', label: 'Last 12 months', from: firstOfMonth(today, -11), to: today },
  ]
}
