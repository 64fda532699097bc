import type { AnyRoute, Call } from '@plumbline/platform/http'
import * as api from '../api.ts'
import type { BillingSettings } from '../settings.ts'
import { type Pdf, renderInvoicePdf, renderQuotePdf } from './render.ts'

type PdfEndpoint = typeof api.invoicePdf | typeof api.quotePdf

/** Answers a document with its name and its ETag. */
const pdfRoute = <E extends PdfEndpoint>(
  endpoint: E,
  render: (call: Call<E, BillingSettings>) => Promise<Pdf>,
): AnyRoute => ({
  endpoint,
  handler: async (call: Call<E, BillingSettings>): Promise<Buffer> => {
    const { filename, body, etag } = await render(call)
    call.header('Content-Disposition', `attachment; filename=${filename}`)
    call.header('ETag', etag)
    return body
  },
})

export const pdfRoutes: readonly AnyRoute[] = [
  pdfRoute(api.invoicePdf, (call) => renderInvoicePdf(call.db, call, call.params.id)),
  pdfRoute(api.quotePdf, (call) => renderQuotePdf(call.db, call, call.params.id)),
]
