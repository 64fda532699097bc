import type { Pool } from '@plumbline/platform/db'
import { readInvoice } from '../invoice/details.ts'
import type { Business } from './document.ts'

export type BillingSettings = {
  /** What a PDF prints as the sender. */
  business: Business
}

export type InvoicePdf = { filename: string; body: Buffer; etag: string }

/** The PDF of an invoice with its current data. */
export async function renderInvoicePdf(
  pool: Pool,
  business: Business,
  invoiceId: number,
): Promise<InvoicePdf> {
  const { details, customer, etag } = await readInvoice(pool, invoiceId)
  const recipient = { name: customer?.name ?? '', address: customer?.address ?? null }
  // what draws it takes 30 MB, and most processes never draw one
  const { renderDocument } = await import('./document.ts')
  const body = await renderDocument(details, business, recipient)
  return { filename: `${details.invoiceNumber}.pdf`, body, etag }
}
