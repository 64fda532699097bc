import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type ServiceOptions, verifyIdentity } from '@plumbline/platform/http'
import { Router } from 'express'
import { invoicePdf } from '../api.ts'
import type { Business } from './document.ts'
import { renderedInvoice } from './render.ts'

export type PdfOptions = { pool: Pool; name: string; business: Business } & Pick<
  ServiceOptions,
  'identityKey' | 'waitForPosition'
>

/** The one call that does not answer JSON; its callers are checked like all others. */
export function pdfRouter({ pool, name, business, identityKey, waitForPosition }: PdfOptions): Router {
  const router = Router({ caseSensitive: true })
  router.get(invoicePdf.path, async (req, res) => {
    const { user, minPosition } = await verifyIdentity(identityKey, name, req)
    if (!user) throw rejection('unauthenticated', 'Please sign in.')
    const params = invoicePdf.params.safeParse(req.params)
    if (!params.success) throw rejection('not-found', 'There is nothing here.')
    if (minPosition && waitForPosition) await waitForPosition(BigInt(minPosition))
    const { filename, body, etag } = await renderedInvoice(pool, business, params.data.id)
    res.attachment(filename).set('ETag', etag).send(body)
  })
  return router
}
