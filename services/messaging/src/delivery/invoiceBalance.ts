import { type InvoiceEvent, invoiceNumberText } from '@plumbline/billing/events'
import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream, readStreams } from '@plumbline/platform/event-store'

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

/** The invoices that one payment reminder names, and the versions at which it was requested: of this one and of others. */
export async function remindedInvoices(
  db: Db,
  id: number,
  version: number,
): Promise<{ stream: string; id: number; version: number }[]> {
  const stream = `invoice-${id}`
  const asked = { stream, id, version }
  const request = (await readStream<InvoiceEvent>(db, stream)).find((event) => event.version === version)
  if (request?.type !== 'PaymentReminderRequested') return [asked]
  const { withInvoiceIds: others = [], requestedAt } = request.data
  const histories = await readStreams(
    db,
    others.map((other) => `invoice-${other}`),
  )
  return [
    asked,
    ...others.flatMap((other) => {
      const events = histories(`invoice-${other}`) as Recorded<InvoiceEvent>[]
      // of the same moment: an earlier reminder may have named both, too
      const named = events.find(
        ({ type, data }) =>
          type === 'PaymentReminderRequested' && data.inMessageOf === id && data.requestedAt === requestedAt,
      )
      return named ? [{ stream: named.stream, id: other, version: named.version }] : []
    }),
  ]
}
