import type { Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { EventStore } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from './api.ts'
import { detailedInvoice, listedInvoice, readInvoice } from './details.ts'
import * as commands from './invoices.ts'
import { centsOf } from './money.ts'
import { billedCustomer, checkAppointment } from './parties.ts'
import { dayOf, pastDay } from './past.ts'
import * as queries from './projections/invoiceQueries.ts'
import { asksForMore, invoicesBehind, reports, totals } from './reporting.ts'

export const routes = (store: EventStore): AnyRoute[] => [
  route(api.listInvoices, list),
  route(api.listCustomerInvoices, ofCustomer),
  route(api.createInvoice, (call) => create(store, call)),
  route(api.getInvoice, async ({ db, params, query, header, now }) => {
    const { details, etag } = await readInvoice(db, params.id, query.asOf && pastDay(query.asOf, now))
    header('ETag', etag)
    return details
  }),
  route(api.changeInvoice, (call) => change(store, call)),
  route(api.issueInvoice, async (call) => {
    await commands.issueInvoice({ store, ...call }, call.params.id)
    return shown(call, call.params.id)
  }),
  route(api.voidInvoice, async (call) => {
    await commands.voidInvoice({ store, ...call }, call.params.id)
    return shown(call, call.params.id)
  }),
  route(api.recordPayment, async (call) => {
    const { method, amount, date } = call.body
    const payment = { method, ...cents({ amount }), paidOn: date && dayOf(date) }
    await commands.recordPayment({ store, ...call }, call.params.id, payment)
    return shown(call, call.params.id)
  }),
  route(api.refundPayment, async (call) => {
    const { id, paymentId } = call.params
    const { amount, date } = call.body
    const refund = { ...cents({ amount }), refundedOn: date && dayOf(date) }
    await commands.refundPayment({ store, ...call }, id, paymentId, refund)
    return shown(call, id)
  }),
  route(api.requestReminder, async (call) => {
    await commands.requestReminder({ store, ...call }, call.params.id, call.body.channel)
    return shown(call, call.params.id)
  }),
  route(api.sendInvoice, async (call) => {
    await commands.sendInvoice({ store, ...call }, call.params.id)
    return shown(call, call.params.id)
  }),
  route(api.getTotals, ({ db, query, now }) => totals(db, query.asOf, now)),
  route(api.getReports, ({ db, query, now }) => reports(db, query, now)),
]

type Answering = Pick<Call<Endpoint>, 'header'> & { db: Tx }

async function shown({ db, header }: Answering, id: number) {
  const { details, etag } = await detailedInvoice(db, id)
  header('ETag', etag)
  return details
}

async function list({ query, db, header, now }: Call<typeof api.listInvoices>) {
  if (asksForMore(query)) return invoicesBehind(db, query, now)
  const { rows, next } = await queries.listInvoices(db, query)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listInvoices.path}?${search}>; rel="next"`)
  }
  return rows.map(listedInvoice)
}

async function ofCustomer({ params, db }: Call<typeof api.listCustomerInvoices>) {
  const rows = await queries.invoicesOfCustomer(db, params.id)
  if (!rows) throw reject('not-found', 'Customer not found', { mayArriveLater: true })
  return rows.map(listedInvoice)
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

async function create(store: EventStore, call: Call<typeof api.createInvoice>) {
  const { status, dueDate, amount = '0', tax = '0', lines, ...form } = call.body
  const customerId = await billedCustomer(call.db, form.customerId)
  await checkAppointment(call.db, form.appointmentId, customerId)
  const act = { store, ...call }
  const id = await commands.draftInvoice(act, {
    ...form,
    customerId,
    lines: (lines ?? [{ description: form.description, amount, tax }]).map(lineCents),
    dueOn: dueDate && dayOf(dueDate),
  })
  if (status === 'pending') await commands.issueInvoice(act, id)
  return shown(call, id)
}

async function change(store: EventStore, call: Call<typeof api.changeInvoice>) {
  const { id } = call.params
  const { customerId } = await queries.lockInvoice(call.db, id)
  call.unlessChanged((await detailedInvoice(call.db, id)).etag)
  const { amount, tax, lines, dueDate, ...rest } = call.body
  await checkAppointment(call.db, rest.appointmentId, customerId)
  await commands.changeInvoice({ store, ...call }, id, {
    ...rest,
    ...cents({ amount, tax }),
    lines: lines?.map(lineCents),
    dueOn: dueDate && dayOf(dueDate),
  })
  return shown(call, id)
}
