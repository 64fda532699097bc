import { ById, cost, money } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { priceUnits } from '../events/priceItem.ts'
import { maxAddOns, maxQuoteLines, maxQuoteOptions } from './quotes.ts'
import { Amount, Id, text } from './values.ts'

export const PriceItemForm = /* @__PURE__ */ z.object({
  name: text(500, 'Please name the item'),
  details: z._default(z.string().check(z.trim(), z.maxLength(2_000, 'At most 2000 characters')), ''),
  unit: z._default(z.enum(priceUnits, { error: 'There is no such unit' }), 'each'),
  unitPrice: Amount,
  taxable: z._default(z.boolean(), true),
  /** What a unit costs the business; needs `costs.view`. Left out it stays. */
  unitCost: z.optional(z.nullable(Amount)),
})
export type PriceItemForm = z.infer<typeof PriceItemForm>

export const PriceItem = /* @__PURE__ */ z.object({
  id: z.int(),
  name: z.string(),
  details: z.string(),
  unit: z.enum(priceUnits),
  unitPrice: money,
  taxable: z.boolean(),
  /** What a unit costs the business; only for who may see costs. */
  unitCost: z.optional(cost),
  /** Not offered any more. */
  retired: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type PriceItem = z.infer<typeof PriceItem>

export const maxChangedPrices = 500
export const maxListedDrafts = 200

const maxLines = maxQuoteLines * maxQuoteOptions + maxAddOns
const linesOfDraft = z.object({ quoteId: Id(), lineIds: z.array(Id()).check(z.maxLength(maxLines)) })

/** All of it is stored, or nothing. */
export const NewPricesForm = /* @__PURE__ */ z.object({
  items: z
    .array(
      z.object({
        id: Id(),
        /** The price that was looked at: if the item has another one by now, it is refused. */
        oldPrice: Amount,
        newPrice: Amount,
      }),
    )
    .check(
      z.minLength(1, 'Please choose an item'),
      z.maxLength(maxChangedPrices, `At most ${maxChangedPrices} items`),
    ),
  /** Drafts whose copies of these items get the new price, where they have the one before. */
  quoteIds: z._default(z.array(Id()).check(z.maxLength(maxListedDrafts)), []),
  /** Of these drafts no other lines: those that the change before answered, to take it back. */
  lines: z.optional(z.array(linesOfDraft).check(z.maxLength(maxListedDrafts))),
})
export type NewPricesForm = z.infer<typeof NewPricesForm>

/** The lines of drafts that got a new price. */
export const ChangedPrices = /* @__PURE__ */ z.object({
  lines: z.array(z.object({ quoteId: z.int(), lineIds: z.array(z.int()) })),
})
export type ChangedPrices = z.infer<typeof ChangedPrices>

/** A draft that has items at the price of today. */
export const DraftWithItems = /* @__PURE__ */ z.object({
  id: z.int(),
  quoteNumber: z.string(),
  customerName: z.nullable(z.string()),
  title: z.string(),
  itemIds: z.array(z.int()),
})
export type DraftWithItems = z.infer<typeof DraftWithItems>

export const listDraftsWithItems = {
  method: 'GET',
  path: '/api/price-items/drafts',
  summary: 'Draft quotes with items of the price book at their price of today, newest first, at most 200',
  needs: 'quotes.edit',
  response: z.array(DraftWithItems),
} as const

export const changePrices = {
  method: 'POST',
  path: '/api/price-items/prices',
  summary:
    'Change the prices of several items at once, and in the drafts that are named; others stay as they are',
  needs: 'quotes.edit',
  body: NewPricesForm,
  response: ChangedPrices,
} as const

export const listPriceItems = {
  method: 'GET',
  path: '/api/price-items',
  summary: 'The price book, by name, with retired items',
  needs: 'quotes.edit',
  response: z.array(PriceItem),
} as const

export const getPriceItem = {
  method: 'GET',
  path: '/api/price-items/:id',
  summary: 'One item of the price book',
  needs: 'quotes.edit',
  params: ById,
  response: PriceItem,
} as const

export const definePriceItem = {
  method: 'POST',
  path: '/api/price-items',
  summary: 'Add an item to the price book',
  needs: 'quotes.edit',
  creates: true,
  body: PriceItemForm,
  response: PriceItem,
} as const

export const changePriceItem = {
  method: 'PUT',
  path: '/api/price-items/:id',
  summary: 'Change an item; quotes and invoices that copied it stay as they are; honours If-Match',
  needs: 'quotes.edit',
  params: ById,
  body: PriceItemForm,
  response: PriceItem,
} as const

export const retirePriceItem = {
  method: 'POST',
  path: '/api/price-items/:id/retire',
  summary: 'Offer an item no longer',
  needs: 'quotes.edit',
  params: ById,
  response: PriceItem,
} as const

export const restorePriceItem = {
  method: 'POST',
  path: '/api/price-items/:id/restore',
  summary: 'Offer a retired item again',
  needs: 'quotes.edit',
  params: ById,
  response: PriceItem,
} as const
