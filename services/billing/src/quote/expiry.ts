import { readClock } from '@plumbline/business/directory'
import type { EventStore } from '@plumbline/platform/event-store'
import { commitEach } from '@plumbline/platform/service'
import { markQuoteExpired } from './commands.ts'
import { quotesDueBefore } from './queries.ts'

/** Marks the quotes whose last day is over and answers how many it found; each is marked once, as overdue invoices are. */
export async function markAllExpired(store: EventStore, now: Date): Promise<number> {
  const { today } = await readClock(store.pool, now)
  const metadata = { actor: 'clock', requestId: `expired-${today}` }
  const ids = await quotesDueBefore(store.pool, today)
  await commitEach(store, { metadata, now }, ids, markQuoteExpired)
  return ids.length
}
