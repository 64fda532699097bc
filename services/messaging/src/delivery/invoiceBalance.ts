import type { InvoiceEvent } from '@plumbline/billing/events'
import type { Db } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'

/**
 * What is left, in cents, of the balance that somebody spoke of in this version of an invoice: it may have been paid
 * since. A void invoice owes nothing.
 */
export async function owedSince(db: Db, invoiceId: number, version: number): Promise<number> {
  const history = await readStream<InvoiceEvent>(db, `invoice-${invoiceId}`)
  let owed = 0
  for (const { type, data, version: at } of history) {
    if (at < version) continue
    if (at === version && 'balanceCents' in data) owed = data.balanceCents
    if (type === 'InvoiceVoided') return 0
    if (type === 'PaymentReceived') owed -= data.amountCents
    if (type === 'PaymentRefunded') owed += data.amountCents
  }
  return owed
}

export type Sending = { number: string; isVoid: boolean }

/** What is said of an invoice that goes out. */
export async function invoiceToSend(db: Db, invoiceId: number): Promise<Sending | null> {
  const history = await readStream<InvoiceEvent>(db, `invoice-${invoiceId}`)
  const issued = history.find((event) => event.type === 'InvoiceIssued')
  if (!issued) return null
  return {
    number: `INV-${String(issued.data.number).padStart(6, '0')}`,
    isVoid: history.some((event) => event.type === 'InvoiceVoided'),
  }
}
