import type { Pool } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { identityHeader, type ServiceOptions, verifyIdentity } from '@plumbline/platform/http'
import { Router } from 'express'
import { invoicePdf } from '../api.ts'
import { detailedInvoice } from '../details.ts'
import { nameOf } from '../projections/customers.ts'
import { type Business, invoiceDocument } from './document.ts'

export type PdfOptions = { pool: Pool; name: string; business: Business } & Pick<
  ServiceOptions,
  'identityKey' | 'catchUp'
>

/** The one call that does not answer JSON; its callers are checked like all others. */
export function pdfRouter({ pool, name, business, identityKey, catchUp }: PdfOptions): Router {
  const router = Router({ caseSensitive: true })
  router.get(invoicePdf.path, async (req, res) => {
    const { user, seen } = await verifyIdentity(identityKey, name, req.get(identityHeader))
    if (!user) throw reject('unauthenticated', 'Please sign in.')
    const params = invoicePdf.params.safeParse(req.params)
    if (!params.success) throw reject('not-found', 'There is nothing here.')
    if (seen && catchUp) await catchUp(BigInt(seen))
    const { details, customer, etag } = await detailedInvoice(pool, params.data.id)
    const addressee = { name: customer ? nameOf(customer) : '', address: customer?.address ?? null }
    const document = await invoiceDocument(details, business, addressee)
    res.attachment(`${details.invoiceNumber}.pdf`).set('ETag', etag).send(document)
  })
  return router
}
