import { type Db, run } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { fold, type Recorded, readStreams } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { type DraftWithItems, maxListedDrafts } from '../api.ts'
import { customers } from '../customers.ts'
import { type QuoteEvent, quoteNumberText } from '../events.ts'
import { listPriceItems } from '../price-item/queries.ts'
import { quoteDecider } from './decider.ts'
import { linesOf } from './lineIds.ts'
import { quotesTable } from './projection.ts'

/** Drafts are few: their content is in their events alone. */
export async function draftsWithItems(db: Db, keyring: Keyring): Promise<DraftWithItems[]> {
  const drafts = await run<{ id: number; title: string; customerName: string | null }>(db, {
    name: 'draft-quotes',
    text: `SELECT quote.id, quote.title, c.name AS "customerName"
      FROM ${quotesTable.name} quote ${customers.join('quote.customer_id')}
      WHERE quote.status = 'draft' ORDER BY quote.created_at DESC, quote.id DESC LIMIT $1`,
    values: [maxListedDrafts],
  })
  const eventsOf = await readStreams(
    db,
    drafts.map(({ id }) => `quote-${id}`),
    { keyring },
  )
  const prices = new Map((await listPriceItems(db)).map(({ id, unitPrice }) => [id, centsOf(unitPrice)]))
  return drafts.flatMap(({ id, ...draft }) => {
    const state = fold(quoteDecider, eventsOf(`quote-${id}`) as Recorded<QuoteEvent>[])
    const itemIds = new Set(
      (state ? linesOf(state.content) : []).flatMap(({ priceItemId, unitPriceCents }) =>
        priceItemId !== undefined && prices.get(priceItemId) === unitPriceCents ? [priceItemId] : [],
      ),
    )
    return itemIds.size === 0
      ? []
      : [{ id, quoteNumber: quoteNumberText(id), ...draft, itemIds: [...itemIds] }]
  })
}
