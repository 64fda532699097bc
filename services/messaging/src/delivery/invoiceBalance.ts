import { type InvoiceEvent, invoiceNumberText } from '@plumbline/billing/events'
import type { Db } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'

/**
 * What is left, in cents, of the balance that a version of an invoice states: it may have been paid since. A void invoice
 * owes nothing.
 */
export async function balanceSince(db: Db, invoiceId: number, version: number): Promise<number> {
  const history = await readStream<InvoiceEvent>(db, `invoice-${invoiceId}`)
  let balanceCents = 0
  for (const { type, data, version: at } of history) {
    if (at < version) continue
    if (at === version && 'balanceCents' in data) balanceCents = data.balanceCents
    if (type === 'InvoiceVoided') return 0
    if (type === 'PaymentReceived') balanceCents -= data.amountCents
    if (type === 'PaymentRefunded') balanceCents += data.amountCents
  }
  return balanceCents
}

/** The number of an invoice; null before it is issued and once it is void. */
export async function payableInvoiceNumber(db: Db, invoiceId: number): Promise<string | null> {
  const history = await readStream<InvoiceEvent>(db, `invoice-${invoiceId}`)
  const issued = history.find((event) => event.type === 'InvoiceIssued')
  if (!issued || history.some((event) => event.type === 'InvoiceVoided')) return null
  return invoiceNumberText(issued.data.number)
}
