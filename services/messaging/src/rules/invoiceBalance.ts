import { type InvoiceEvent, invoiceNumberText } from '@plumbline/billing/events'
import { balanceOf, evolveInvoice, type InvoiceRecord } from '@plumbline/billing/record'
import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream, readStreams } from '@plumbline/platform/event-store'

/** What can be paid of an invoice, from the log: null before it is issued and once it is void. */
export async function payableOf(
  db: Db,
  invoiceId: number,
): Promise<{ number: string; balanceCents: number } | null> {
  const history = await readStream<InvoiceEvent>(db, `invoice-${invoiceId}`)
  const invoice = history.reduce<InvoiceRecord | null>(evolveInvoice, null)
  if (!invoice || invoice.number === null || invoice.status === 'void') return null
  return { number: invoiceNumberText(invoice.number), balanceCents: balanceOf(invoice) }
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
