import * as billing from '@plumbline/billing/api'
import { call, callTagged, orNull } from '@plumbline/contract'
import { getLead } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

/** What makes quotes old. */
export const changedBy = ['quote', 'customer']

/** The beginning of the key of everything that shows quotes. */
export const quotesKey = ['quotes'] as const

/** One quote with its history and its version; null when there is none. */
export const quoteQuery = (id: string) =>
  queryOptions({
    queryKey: [...quotesKey, id],
    queryFn: ({ signal }) => orNull(callTagged(billing.getQuote, { params: { id }, signal })),
    meta: { changedBy: [...changedBy, 'invoice', 'appointment'] },
  })

/** One quote with its version, for a dialog that changes it. */
export const quoteRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...quotesKey, id, 'record'],
    queryFn: ({ signal }) => callTagged(billing.getQuote, { params: { id }, signal }),
    meta: { changedBy },
  })

type Owner = { customerId: string } | { appointmentId: string }

/** The quotes of a customer, or the change orders of a job; newest first. */
export const quotesOfQuery = (owner: Owner) =>
  queryOptions({
    queryKey: [...quotesKey, 'of', owner],
    queryFn: ({ signal }) => call(billing.listQuotes, { query: owner, signal }),
    meta: { changedBy },
  })

/** The request that a quote answers; null when there is none. */
export const leadQuery = (id: string) =>
  queryOptions({
    queryKey: ['leads', id, 'or null'],
    queryFn: ({ signal }) => orNull(call(getLead, { params: { id }, signal })),
    meta: { changedBy: ['lead'] },
  })

/** A command about a quote as it was shown. */
type Shown = { id: number; etag: string }

export const createQuote = (body: z.input<typeof billing.QuoteForm>, idempotencyKey: string) =>
  call(billing.createQuote, { body, idempotencyKey })
export const reviseQuote = ({ id, etag }: Shown, body: z.input<typeof billing.QuoteContentForm>) =>
  call(billing.reviseQuote, { params: { id }, body, ifMatch: etag })
export const sendQuote = (
  { id, etag }: Shown,
  body: z.input<typeof billing.SendQuoteForm>,
  idempotencyKey: string,
) => call(billing.sendQuote, { params: { id }, body, ifMatch: etag, idempotencyKey })
export const approveQuote = ({ id, etag }: Shown, body: z.input<typeof billing.ApproveQuoteForm>) =>
  call(billing.approveQuote, { params: { id }, body, ifMatch: etag })
export const declineQuote = ({ id, etag }: Shown, body: z.input<typeof billing.DeclineQuoteForm>) =>
  call(billing.declineQuote, { params: { id }, body, ifMatch: etag })
export const extendQuote = ({ id, etag }: Shown, body: z.input<typeof billing.ExtendQuoteForm>) =>
  call(billing.extendQuote, { params: { id }, body, ifMatch: etag })
export const withdrawQuote = ({ id, etag }: Shown) =>
  call(billing.withdrawQuote, { params: { id }, ifMatch: etag })
export const invoiceQuote = (
  { id, etag, ...body }: Omit<Shown, 'etag'> & { etag?: string } & z.input<typeof billing.InvoiceQuoteForm>,
  idempotencyKey: string,
) => call(billing.invoiceQuote, { params: { id }, body, ifMatch: etag, idempotencyKey })

/** What became of the quotes of a period. */
export const quoteFiguresQuery = (period: { from?: string; to?: string; asOf?: string }) =>
  queryOptions({
    queryKey: [...quotesKey, 'figures', period],
    queryFn: ({ signal }) => call(billing.getQuoteFigures, { query: period, signal }),
    meta: { changedBy: ['quote'] },
  })
