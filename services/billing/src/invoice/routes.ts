import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { invoicesForFigure, isReportQuery } from '../reports/query.ts'
import type { BillingSettings } from '../settings.ts'
import { asOfDay } from './asOf.ts'
import * as commands from './commands.ts'
import { listUninvoiced, readCounts } from './counts.ts'
import { type InvoiceAnswer, readInvoice } from './details.ts'
import { invoiceList, invoicesOfAppointment, invoicesOfCustomer } from './queries.ts'
import { requireExistingAppointment } from './references.ts'

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
  route(api.createInvoice, async (call: Call<typeof api.createInvoice, BillingSettings>) =>
    withEtag(call, await commands.createInvoice(call, call.body)),
  ),
  route(api.getInvoice, async (call) => {
    const { db, params, query, now } = call
    return withEtag(call, await readInvoice(db, params.id, query.asOf && asOfDay(query.asOf, now)))
  }),
  route(api.changeInvoice, async (call) =>
    withEtag(call, await commands.changeInvoice(call, call.params.id, call.body)),
  ),
  route(api.restoreInvoice, async (call) =>
    withEtag(call, await commands.restoreInvoice(call, call.params.id, call.params.version)),
  ),
  route(api.issueInvoice, async (call: Call<typeof api.issueInvoice, BillingSettings>) =>
    withEtag(call, await commands.issueInvoice(call, call.params.id)),
  ),
  route(api.voidInvoice, async (call) => withEtag(call, await commands.voidInvoice(call, call.params.id))),
  route(api.undoInvoice, async (call) => withEtag(call, await commands.undoInvoice(call, call.params.id))),
  route(api.recordPayment, async (call) =>
    withEtag(call, await commands.recordPayment(call, call.params.id, call.body)),
  ),
  route(api.refundPayment, async (call) => {
    const { id, paymentId } = call.params
    return withEtag(call, await commands.refundPayment(call, id, paymentId, call.body))
  }),
  route(api.requestReminders, async (call) => {
    await commands.requestReminders(call, call.body.invoiceIds, call.body.channel)
    return undefined
  }),
  route(api.requestReminder, async (call) =>
    withEtag(call, await commands.requestReminder(call, call.params.id, call.body.channel)),
  ),
  route(api.sendInvoice, async (call) => withEtag(call, await commands.sendInvoice(call, call.params.id))),
]

function withEtag({ header }: Pick<Call<Endpoint>, 'header'>, { details, etag }: InvoiceAnswer) {
  header('ETag', etag)
  return details
}
