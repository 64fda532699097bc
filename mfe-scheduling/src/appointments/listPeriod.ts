import type { Period } from '@plumbline/scheduling/api'

/** The choices of days. */
export const periods = [
  { value: '', label: 'All dates' },
  { value: 'upcoming', label: 'Upcoming' },
  { value: 'past', label: 'Past' },
] as const

/** What the page shows of all appointments: a period, or by day what is not over. */
export function periodOf(params: URLSearchParams): { period: Period | null; isAgenda: boolean } {
  const chosen = periods.find(({ value }) => value !== '' && value === params.get('period'))
  const isPlain = ['q', 'status', 'sort'].every((name) => !params.get(name) || params.get(name) === 'date')
  return { period: chosen?.value || null, isAgenda: isPlain && chosen?.value !== 'past' }
}

type OwnQuery = { period?: Period; assignee?: string }

/** What appointments are asked for besides search, status and order. */
export function ownQueryOf(params: URLSearchParams): OwnQuery | undefined {
  const { period, isAgenda } = periodOf(params)
  const assignee = params.get('assignee')
  const shown = isAgenda ? 'upcoming' : period
  if (!shown && !assignee) return undefined
  return { ...(shown && { period: shown }), ...(assignee && { assignee }) }
}
