import { ById, CustomerPage } from '@plumbline/platform/schemas'

/** What customers with a link see of invoices. The gateway asks for it; no browser reaches these paths. */

export const showInvoice = {
  method: 'GET',
  path: '/customer-pages/invoice/:id',
  summary: 'An invoice as its customer sees it',
  needs: 'link:invoice',
  params: ById,
  response: CustomerPage,
} as const

export const showInvoicePdf = {
  method: 'GET',
  path: '/customer-pages/invoice/:id/pdf',
  summary: 'An invoice as a PDF document, for its customer',
  needs: 'link:invoice',
  params: ById,
  produces: 'application/pdf',
} as const
