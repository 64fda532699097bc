import type { Db } from '@plumbline/platform/db'
import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import { centsOf } from '@plumbline/platform/money'
import * as api from '../api.ts'
import type { InvoiceCustomer } from '../customers.ts'
import { invoicesForFigure, isReportQuery } from '../reports/query.ts'
import { asOfDay, dayOf, type InvoiceEvents } from './asOf.ts'
import * as commands from './commands.ts'
import { listUninvoiced, readCounts } from './counts.ts'
import { answerFromEvents, customerOfInvoice, readInvoice } from './details.ts'
import { invoiceList, invoicesOfAppointment, invoicesOfCustomer } from './queries.ts'
import {
  requireAppointmentOfCustomer,
  requireExistingAppointment,
  requireExistingCustomer,
} from './references.ts'

export const invoiceRoutes: readonly AnyRoute[] = [
  route(api.listInvoices, (call) =>
    isReportQuery(call.query)
      ? invoicesForFigure(call.db, call.query, call.now)
      : answerList(call, api.listInvoices.path, invoiceList),
  ),
  route(api.countInvoices, ({ db }) => readCounts(db)),
  route(api.listUninvoiced, ({ db }) => listUninvoiced(db)),
  route(api.listCustomerInvoices, ({ db, params }) => invoicesOfCustomer(db, params.id)),
  route(api.listAppointmentInvoices, async ({ db, params: { id } }) => {
    const invoices = await invoicesOfAppointment(db, id)
    // one that was deleted has its invoices all the same
    if (invoices.length === 0) await requireExistingAppointment(db, id)
    return invoices
  }),
  route(api.createInvoice, createInvoice),
  route(api.getInvoice, async ({ db, params, query, header, now }) => {
    const { details, etag } = await readInvoice(db, params.id, query.asOf && asOfDay(query.asOf, now))
    header('ETag', etag)
    return details
  }),
  route(api.changeInvoice, changeInvoice),
  route(api.issueInvoice, (call) => answerCommand(call, commands.issueInvoice(call, call.params.id))),
  route(api.voidInvoice, (call) => answerCommand(call, commands.voidInvoice(call, call.params.id))),
  route(api.undoInvoice, (call) => answerCommand(call, commands.undoInvoice(call, call.params.id))),
  route(api.recordPayment, (call) => {
    const { method, amount, date } = call.body
    const payment = { method, ...priceOf({ amount }), paidOn: date && dayOf(date) }
    return answerCommand(call, commands.recordPayment(call, call.params.id, payment))
  }),
  route(api.refundPayment, (call) => {
    const { id, paymentId } = call.params
    const { amount, date } = call.body
    const refund = { ...priceOf({ amount }), refundedOn: date && dayOf(date) }
    return answerCommand(call, commands.refundPayment(call, id, paymentId, refund))
  }),
  route(api.requestReminders, async (call) => {
    await commands.requestReminders(call, call.body.invoiceIds, call.body.channel)
    return undefined
  }),
  route(api.requestReminder, (call) =>
    answerCommand(call, commands.requestReminder(call, call.params.id, call.body.channel)),
  ),
  route(api.sendInvoice, (call) => answerCommand(call, commands.sendInvoice(call, call.params.id))),
]

type Answering = Pick<Call<Endpoint>, 'header'>

/** The invoice after a command; its customer is read at the same time. */
async function answerCommand(
  call: Answering & { db: Db; params: { id: number } },
  command: Promise<InvoiceEvents>,
) {
  const [events, customer] = await Promise.all([command, customerOfInvoice(call.db, call.params.id)])
  return answer(call, events, customer)
}

function answer({ header }: Answering, events: InvoiceEvents, customer: InvoiceCustomer | undefined) {
  const { details, etag } = answerFromEvents(events, customer)
  header('ETag', etag)
  return details
}

const priceOf = ({ amount, tax }: { amount?: string; tax?: string }) => ({
  ...(amount !== undefined && { amountCents: centsOf(amount) }),
  ...(tax !== undefined && { taxCents: centsOf(tax) }),
})
type Line = { description: string; amount: string; tax: string; quantity?: string; unitPrice?: string }
const toLine = ({ description, amount, tax, quantity, unitPrice }: Line) => ({
  description,
  amountCents: centsOf(amount),
  taxCents: centsOf(tax),
  ...(quantity !== undefined && unitPrice !== undefined && { quantity, unitPriceCents: centsOf(unitPrice) }),
})

async function createInvoice(call: Call<typeof api.createInvoice>) {
  const { status, dueDate, amount = '0', tax = '0', lines, ...form } = call.body
  const customer = await requireExistingCustomer(call.db, form.customerId)
  await requireAppointmentOfCustomer(call.db, form.appointmentId, customer.id)
  const invoice = {
    ...form,
    customerId: customer.id,
    lines: (lines ?? [{ description: form.description, amount, tax }]).map(toLine),
    dueOn: dueDate && dayOf(dueDate),
  }
  const { events } = await commands.createInvoice(call, invoice, status === 'pending')
  return answer(call, events, customer)
}

function changeInvoice(call: Call<typeof api.changeInvoice>) {
  const { id } = call.params
  const { amount, tax, lines, dueDate, ...rest } = call.body
  const edit = {
    ...rest,
    ...priceOf({ amount, tax }),
    lines: lines?.map(toLine),
    dueOn: dueDate && dayOf(dueDate),
  }
  return answerCommand(call, commands.changeInvoice(call, id, edit))
}
