import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import type { BillingSettings } from '../settings.ts'
import { renderInvoicePdf } from './render.ts'

export const pdfRoutes: readonly AnyRoute[] = [
  route(
    api.invoicePdf,
    async ({ db, params, settings, now, header }: Call<typeof api.invoicePdf, BillingSettings>) => {
      const { filename, body, etag } = await renderInvoicePdf(db, { settings, now }, params.id)
      header('Content-Disposition', `attachment; filename=${filename}`)
      header('ETag', etag)
      return body
    },
  ),
]
