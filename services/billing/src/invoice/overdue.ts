import { readClock } from '@plumbline/business/directory'
import type { EventStore } from '@plumbline/platform/event-store'
import { commitEach } from '@plumbline/platform/service'
import { markInvoiceOverdue } from './commands.ts'
import { invoicesDueBefore } from './queries.ts'

/**
 * Marks the invoices that are past due and answers how many it found. It depends on their state and not on
 * when it last ran: late, twice or in two processes at once, each invoice is marked once.
 */
export async function markAllOverdue(store: EventStore, now: Date): Promise<number> {
  const { today } = await readClock(store.pool, now)
  const metadata = { actor: 'clock', requestId: `overdue-${today}` }
  const ids = await invoicesDueBefore(store.pool, today)
  await commitEach(store, { metadata, now }, ids, markInvoiceOverdue)
  return ids.length
}
