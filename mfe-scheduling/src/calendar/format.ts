/** @example formatMinute(570) // '9:30 AM' */
export function formatMinute(minute: number): string {
  const hour = Math.floor(minute / 60)
  return `${hour % 12 || 12}:${String(minute % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
}

export const formatCount = (count: number): string =>
  count === 1 ? '1 appointment' : `${count || 'no'} appointments`

export const jobCount = (count: number): string => (count === 1 ? '1 job' : `${count || 'no'} jobs`)

/** Binds what must not begin or end a line to its neighbour. After a dash a line may end, whatever follows. @example 'Lawn Care &\u00a0Irrigation' */
export const bindWords = (text: string): string =>
  text.replace(/& /g, '&\u00a0').replace(/ (–|AM|PM)/g, '\u00a0$1')

/** The town of an address as it is written in the United States; null where it names none. @example townOf('77 Old Mill Rd, Apex, NC 27502') // 'Apex' */
export function townOf(address: string): string | null {
  const parts = address.split(',').map((it) => it.trim())
  const named = parts.filter((it) => it !== '' && !/^([A-Z]{2}( \d{5}(-\d{4})?)?|\d{5}(-\d{4})?)$/.test(it))
  return named.length > 1 ? (named.at(-1) ?? null) : null
}
