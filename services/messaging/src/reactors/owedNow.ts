import { type InvoiceEvent, PaymentReminderRequested } from '@plumbline/billing/events'
import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'

/** What is left of the balance a reminder was asked for, in cents: somebody may have paid before it is written. */
export async function owedNow(db: Db, request: Recorded): Promise<number> {
  const { invoiceId, balanceCents } = PaymentReminderRequested.parse(request).data
  const history = await readStream<InvoiceEvent>(db, `invoice-${invoiceId}`)
  let owed = balanceCents
  for (const { type, data, version } of history) {
    if (version <= request.version) continue
    if (type === 'InvoiceVoided') return 0
    if (type === 'PaymentReceived') owed -= data.amountCents
    if (type === 'PaymentRefunded') owed += data.amountCents
  }
  return owed
}
