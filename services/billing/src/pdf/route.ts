import type { Pool } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { identityHeader, type ServiceOptions, verifyIdentity } from '@plumbline/platform/http'
import { Router } from 'express'
import { invoicePdf } from '../api.ts'
import type { Business } from './document.ts'
import { renderedInvoice } from './rendered.ts'

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
    const { filename, body, etag } = await renderedInvoice(pool, business, params.data.id)
    res.attachment(filename).set('ETag', etag).send(body)
  })
  return router
}
