import { createHash } from 'node:crypto'
import { readPicture } from '@plumbline/business/directory'
import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { readTerms } from '../business.ts'
import type { Letterhead } from '../events.ts'
import { readInvoice } from '../invoice/details.ts'
import { readQuote } from '../quote/details.ts'
import type { BillingSettings } from '../settings.ts'

export type Pdf = { filename: string; body: Buffer; etag: string }

type Now = { settings: BillingSettings; now: Date }

/** The PDF of an invoice with its current data, under the letterhead with which it was issued; a draft has that of today. */
export async function renderInvoicePdf(pool: Pool, { settings, now }: Now, invoiceId: number): Promise<Pdf> {
  const { details, customer, issued, etag } = await readInvoice(pool, invoiceId)
  const { letterhead } = issued ?? (await readTerms({ db: pool, settings, now }))
  const recipient = { name: customer?.name ?? '', address: customer?.address ?? null }
  // what draws it takes 30 MB, and most processes never draw one
  const { renderInvoiceDocument } = await import('./invoiceDocument.ts')
  const business = { ...settings.business, ...letterhead, logo: await readLogo(pool, letterhead) }
  const body = await renderInvoiceDocument(details, business, recipient)
  return {
    filename: `${details.invoiceNumber}.pdf`,
    body,
    // a draft also changes with its letterhead
    etag: etagWith(etag, letterhead),
  }
}

/** The PDF of a quote: what was sent or else the draft, under the letterhead of today. */
export async function renderQuotePdf(
  pool: Pool,
  { settings, keyring, now }: Now & { keyring: Keyring },
  quoteId: number,
): Promise<Pdf> {
  const [{ details, customer, etag }, { letterhead, timeZone }] = await Promise.all([
    readQuote(pool, quoteId, { keyring }),
    readTerms({ db: pool, settings, now }),
  ])
  const recipient = { name: customer?.name ?? '', address: customer?.address ?? null }
  const { renderQuoteDocument } = await import('./quoteDocument.ts')
  const business = { ...settings.business, ...letterhead, logo: await readLogo(pool, letterhead) }
  const body = await renderQuoteDocument(details, business, recipient, timeZone)
  return { filename: `${details.quoteNumber}.pdf`, body, etag: etagWith(etag, letterhead) }
}

const etagWith = (etag: string, letterhead: Letterhead | undefined) =>
  letterhead ? etag.replace(/"$/, `-${digestOf(letterhead)}"`) : etag

/** Undefined too where its bytes are missing, as in a log that was imported without them. */
async function readLogo(pool: Pool, letterhead: Letterhead | undefined) {
  const { logo } = letterhead ?? {}
  const bytes = logo && (await readPicture(pool, 'logo', logo.hash))
  return bytes && { bytes, width: logo.width, height: logo.height }
}

const digestOf = (value: object) => createHash('sha1').update(JSON.stringify(value)).digest('hex').slice(0, 8)
