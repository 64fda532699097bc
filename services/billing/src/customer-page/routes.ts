import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, type Caller, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { customers } from '../customers.ts'
import { type InvoiceAnswer, readInvoice } from '../invoice/details.ts'
import { renderInvoicePdf } from '../pdf/render.ts'
import type { BillingSettings } from '../settings.ts'
import { invoicePage } from './invoicePage.ts'

export const customerPageRoutes: readonly AnyRoute[] = [
  route(api.showInvoice, async ({ db, params, caller }) =>
    invoicePage(await readOwnInvoice(db, params.id, caller)),
  ),
  route(
    api.showInvoicePdf,
    async ({
      db,
      params,
      caller,
      settings,
      now,
      header,
    }: Call<typeof api.showInvoicePdf, BillingSettings>) => {
      await readOwnInvoice(db, params.id, caller)
      const { filename, body } = await renderInvoicePdf(db, { settings, now }, params.id)
      header('Content-Disposition', `attachment; filename=${filename}`)
      return body
    },
  ),
]

/** A link shows an issued invoice, and only to the customer whose it is. */
async function readOwnInvoice(db: Pool, id: number, { link }: Caller): Promise<InvoiceAnswer> {
  const [answer, reader] = await Promise.all([
    readInvoice(db, id),
    link && customers.find(db, link.customerId),
  ])
  const isTheirs = reader !== undefined && answer.customer?.id === reader.id
  if (!isTheirs || answer.details.status === 'draft') throw rejection('not-found', 'Invoice not found')
  return answer
}
