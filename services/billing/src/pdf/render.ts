import type { Pool } from '@plumbline/platform/db'
import { nameOf } from '../customers.ts'
import { readInvoice } from '../invoice/details.ts'
import { type Business, invoiceDocument } from './document.ts'

export type RenderedInvoice = { filename: string; body: Buffer }

/** The invoice on paper, as it stands now. */
export async function renderedInvoice(
  pool: Pool,
  business: Business,
  id: number,
): Promise<RenderedInvoice & { etag: string }> {
  const { details, customer, etag } = await readInvoice(pool, id)
  const addressee = { name: customer ? nameOf(customer) : '', address: customer?.address ?? null }
  const body = await invoiceDocument(details, business, addressee)
  return { filename: `${details.invoiceNumber}.pdf`, body, etag }
}
