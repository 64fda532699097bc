import { commit, type EventStore } from '@plumbline/platform/event-store'
import { dayInNewYork } from '@plumbline/platform/time'
import { markOverdue } from './commands.ts'
import { dueBefore } from './queries.ts'

/**
 * Marks what is past due in New York and answers how many it found. It looks at what is there and not at when it last
 * ran: late, twice or in two processes at once, each invoice is marked once.
 */
export async function markAllOverdue(store: EventStore, now: Date): Promise<number> {
  const today = dayInNewYork(now)
  const metadata = { actor: 'clock', requestId: `overdue-${today}` }
  const due = await dueBefore(store.pool, today)
  for (const id of due) await commit(store, { metadata, now }, (ctx) => markOverdue(ctx, id))
  return due.length
}
