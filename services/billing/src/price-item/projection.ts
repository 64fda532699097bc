import { centsOf, moneyText } from '@plumbline/platform/money'
import {
  bool,
  defineProjection,
  handleAll,
  int,
  money,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { plainText } from '@plumbline/platform/search'
import type { PriceItemEvent, PriceUnit } from '../events.ts'
import { evolvePriceItem, priceItemChanges } from './record.ts'

const columns = {
  id: int,
  name: text,
  details: text,
  unit: text.of<PriceUnit>(),
  unitPrice: money,
  taxable: bool,
  retired: bool,
  updatedAt: timestamptz,
  /** The name as plain text. */
  sortName: text,
  /** Of the stream. */
  version: int,
}
export type PriceItemRow = RowOf<typeof columns>

/** The price book. */
export const priceItems = defineProjection<PriceItemEvent>()({
  name: 'priceItems',
  version: 1,
  columns,
  key: ({ data }) => data.priceItemId,
  on: handleAll<PriceItemEvent, PriceItemRow>(priceItemChanges, (row, event) => {
    const next = evolvePriceItem(row && { ...row, unitPriceCents: centsOf(row.unitPrice) }, event)
    if (!next) return null
    const { unitPriceCents, ...record } = next
    return {
      ...record,
      unitPrice: moneyText(unitPriceCents),
      sortName: plainText(record.name),
      version: event.version,
    }
  }),
})

export const priceItemsTable = tableFor(priceItems)
