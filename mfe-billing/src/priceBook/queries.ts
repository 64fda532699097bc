import * as billing from '@plumbline/billing/api'
import { call, callTagged } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'

/** The beginning of the key of everything that shows the price book. */
export const priceItemsKey = ['price items'] as const

const meta = { changedBy: ['price-item'] }

/** The price book, with retired items. */
export const priceItemsQuery = () =>
  queryOptions({
    queryKey: [...priceItemsKey, 'all'],
    queryFn: ({ signal }) => call(billing.listPriceItems, { signal }),
    meta,
  })

/** One item with its version, for a dialog that changes it. */
export const priceItemRecordQuery = (id: number) =>
  queryOptions({
    queryKey: [...priceItemsKey, id, 'record'],
    queryFn: ({ signal }) => callTagged(billing.getPriceItem, { params: { id }, signal }),
    meta,
  })

/** Drafts in which prices of today would change, too. */
export const draftsWithItemsQuery = () =>
  queryOptions({
    queryKey: [...priceItemsKey, 'drafts'],
    queryFn: ({ signal }) => call(billing.listDraftsWithItems, { signal }),
    meta: { changedBy: ['price-item', 'quote'] },
  })

type Form = z.input<typeof billing.PriceItemForm>

export const definePriceItem = (body: Form, idempotencyKey: string) =>
  call(billing.definePriceItem, { body, idempotencyKey })
export const changePriceItem = (id: number, body: Form, ifMatch: string) =>
  call(billing.changePriceItem, { params: { id }, body, ifMatch })
export const changePrices = (body: billing.NewPricesForm, idempotencyKey: string) =>
  call(billing.changePrices, { body, idempotencyKey })
export const retirePriceItem = (id: number) => call(billing.retirePriceItem, { params: { id } })
export const restorePriceItem = (id: number) => call(billing.restorePriceItem, { params: { id } })
