import { pictureAddress } from '@plumbline/business/directory'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, answerList, type Call, type Endpoint, may, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { customers } from '../customers.ts'
import { readComparison } from '../quote/comparison.ts'
import { invoicesForFigure, isReportQuery } from '../reports/query.ts'
import type { BillingSettings } from '../settings.ts'
import { readDays } from './asOf.ts'
import * as commands from './commands.ts'
import { listUninvoiced, readCounts } from './counts.ts'
import { type InvoiceAnswer, readInvoice } from './details.ts'
import { invoiceList, invoicesOfAppointment, invoicesOfCustomer } from './queries.ts'
import { requireExistingAppointment } from './references.ts'

type InvoiceEndpoint = Endpoint & { response: typeof api.InvoiceDetails }

/** Answers one invoice with its ETag, and what it prints of its sender. */
const invoiceRoute = <E extends InvoiceEndpoint>(
  endpoint: E,
  read: (call: Call<E, BillingSettings>) => Promise<InvoiceAnswer>,
): AnyRoute => ({
  endpoint,
  handler: async (call: Call<E, BillingSettings>): Promise<api.InvoiceDetails> => {
    const { details, customer, issued, etag } = await read(call)
    call.header('ETag', etag)
    const { logo, ...letterhead } = issued?.letterhead ?? {}
    return {
      ...details,
      customerAddress: customer?.address ?? null,
      ...(issued && {
        letterhead: {
          terms: [...api.paymentTerms],
          ...call.settings.business,
          ...letterhead,
          ...(logo && {
            logo: { address: pictureAddress('logo', logo.hash), width: logo.width, height: logo.height },
          }),
        },
      }),
    }
  },
})

export const invoiceRoutes: readonly AnyRoute[] = [
  route(api.listInvoices, (call) =>
    isReportQuery(call.query)
      ? invoicesForFigure(call.db, call.query, call.now)
      : answerList(call, api.listInvoices.path, invoiceList),
  ),
  route(api.compareInvoiced, ({ db, query }) => readComparison(db, query)),
  route(api.countInvoices, ({ db }) => readCounts(db)),
  route(api.listUninvoiced, ({ db }) => listUninvoiced(db)),
  route(api.listCustomerInvoices, async (call) => {
    const { id: customerId } = call.params
    // one statement, which nearly every call asks for; the list of all looks at the customer before
    if (Object.keys(call.query).length === 0) return invoicesOfCustomer(call.db, customerId)
    if (!(await customers.find(call.db, customerId)))
      throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
    const path = api.listCustomerInvoices.path.replace(':id', String(customerId))
    return answerList({ ...call, query: { ...call.query, customerId } }, path, invoiceList)
  }),
  route(api.listAppointmentInvoices, async ({ db, params: { id } }) => {
    const invoices = await invoicesOfAppointment(db, id)
    // one that was deleted has its invoices all the same
    if (invoices.length === 0) await requireExistingAppointment(db, id)
    return invoices
  }),
  invoiceRoute(api.createInvoice, (call) => commands.createInvoice(call, call.body)),
  invoiceRoute(api.getInvoice, async ({ db, params, query, now }) =>
    readInvoice(db, params.id, query.asOf ? (await readDays(db, now)).asOf(query.asOf) : undefined),
  ),
  invoiceRoute(api.changeInvoice, (call) => commands.changeInvoice(call, call.params.id, call.body)),
  invoiceRoute(api.restoreInvoice, (call) =>
    commands.restoreInvoice(call, call.params.id, call.params.version),
  ),
  invoiceRoute(api.issueInvoice, (call) => commands.issueInvoice(call, call.params.id)),
  invoiceRoute(api.voidInvoice, (call) => commands.voidInvoice(call, call.params.id)),
  invoiceRoute(api.undoInvoice, (call) =>
    commands.undoInvoice(call, call.params.id, may(call.caller, 'payments.refund')),
  ),
  invoiceRoute(api.recordPayment, (call) => commands.recordPayment(call, call.params.id, call.body)),
  invoiceRoute(api.refundPayment, (call) =>
    commands.refundPayment(call, call.params.id, call.params.paymentId, call.body),
  ),
  route(api.requestReminders, async (call) => {
    await commands.requestReminders(call, call.body.invoiceIds, call.body.channel)
    return undefined
  }),
  invoiceRoute(api.requestReminder, (call) =>
    commands.requestReminder(call, call.params.id, call.body.channel),
  ),
  invoiceRoute(api.sendInvoice, (call) => commands.sendInvoice(call, call.params.id)),
]
