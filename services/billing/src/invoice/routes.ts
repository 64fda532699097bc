import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { type CustomerRow, customerOfInvoice } from '../customers.ts'
import { centsOf } from '../money.ts'
import { asksForMore, invoicesBehind, reports, totals } from '../reports/query.ts'
import { dayOf, type InvoiceEvents, pastDay } from './asOf.ts'
import * as commands from './commands.ts'
import { detailsOf, readInvoice, toInvoice } from './details.ts'
import * as queries from './queries.ts'
import { billedCustomer, checkAppointment } from './references.ts'

export const routes: readonly AnyRoute[] = [
  route(api.listInvoices, list),
  route(api.listCustomerInvoices, ofCustomer),
  route(api.createInvoice, create),
  route(api.getInvoice, async ({ db, params, query, header, now }) => {
    const { details, etag } = await readInvoice(db, params.id, query.asOf && pastDay(query.asOf, now))
    header('ETag', etag)
    return details
  }),
  route(api.changeInvoice, change),
  route(api.issueInvoice, (call) => respond(call, commands.issueInvoice(call, call.params.id))),
  route(api.voidInvoice, (call) => respond(call, commands.voidInvoice(call, call.params.id))),
  route(api.recordPayment, (call) => {
    const { method, amount, date } = call.body
    const payment = { method, ...cents({ amount }), paidOn: date && dayOf(date) }
    return respond(call, commands.recordPayment(call, call.params.id, payment))
  }),
  route(api.refundPayment, (call) => {
    const { id, paymentId } = call.params
    const { amount, date } = call.body
    const refund = { ...cents({ amount }), refundedOn: date && dayOf(date) }
    return respond(call, commands.refundPayment(call, id, paymentId, refund))
  }),
  route(api.requestReminder, (call) =>
    respond(call, commands.requestReminder(call, call.params.id, call.body.channel)),
  ),
  route(api.sendInvoice, (call) => respond(call, commands.sendInvoice(call, call.params.id))),
  route(api.getTotals, ({ db, query, now }) => totals(db, query.asOf, now)),
  route(api.getReports, ({ db, query, now }) => reports(db, query, now)),
]

type Answering = Pick<Call<Endpoint>, 'header'>

/** The invoice after a command, whose customer is read at the same time. */
async function respond(
  call: Answering & { db: Db; params: { id: number } },
  changed: Promise<InvoiceEvents>,
) {
  const [events, customer] = await Promise.all([changed, customerOfInvoice(call.db, call.params.id)])
  return answer(call, events, customer)
}

function answer({ header }: Answering, events: InvoiceEvents, customer: CustomerRow | undefined) {
  const { details, etag } = detailsOf(events, customer)
  header('ETag', etag)
  return details
}

async function list({ query, db, header, now }: Call<typeof api.listInvoices>) {
  if (asksForMore(query)) return invoicesBehind(db, query, now)
  if (query.limit === undefined) return mapBatches(queries.streamInvoices(db, query))
  const { rows, next } = await queries.listInvoices(db, query)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listInvoices.path}?${search}>; rel="next"`)
  }
  return rows.map(toInvoice)
}

async function* mapBatches(batches: AsyncIterable<queries.ListedInvoice[]>): AsyncGenerator<api.Invoice[]> {
  for await (const rows of batches) yield rows.map(toInvoice)
}

async function ofCustomer({ params, db }: Call<typeof api.listCustomerInvoices>) {
  const rows = await queries.invoicesOfCustomer(db, params.id)
  if (!rows) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
  return rows.map(toInvoice)
}

type Priced = { amount?: string; tax?: string }
const cents = ({ amount, tax }: Priced) => ({
  ...(amount !== undefined && { amountCents: centsOf(amount) }),
  ...(tax !== undefined && { taxCents: centsOf(tax) }),
})
const lineCents = ({ description, amount, tax }: { description: string; amount: string; tax: string }) => ({
  description,
  amountCents: centsOf(amount),
  taxCents: centsOf(tax),
})

async function create(call: Call<typeof api.createInvoice>) {
  const { status, dueDate, amount = '0', tax = '0', lines, ...form } = call.body
  const customer = await billedCustomer(call.db, form.customerId)
  await checkAppointment(call.db, form.appointmentId, customer.id)
  const invoice = {
    ...form,
    customerId: customer.id,
    lines: (lines ?? [{ description: form.description, amount, tax }]).map(lineCents),
    dueOn: dueDate && dayOf(dueDate),
  }
  const { events } = await commands.createInvoice(call, invoice, status === 'pending')
  return answer(call, events, customer)
}

function change(call: Call<typeof api.changeInvoice>) {
  const { id } = call.params
  const { amount, tax, lines, dueDate, ...rest } = call.body
  const changes = {
    ...rest,
    ...cents({ amount, tax }),
    lines: lines?.map(lineCents),
    dueOn: dueDate && dayOf(dueDate),
  }
  const changed = async () => {
    if (rest.appointmentId)
      await checkAppointment(call.db, rest.appointmentId, (await queries.lockInvoice(call.db, id)).customerId)
    return commands.changeInvoice(call, id, changes)
  }
  return respond(call, changed())
}
