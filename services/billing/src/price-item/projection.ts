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
import { evolvePriceItem, type PriceItemRecord, priceItemChanges } from './record.ts'

const columns = {
  id: int,
  name: text,
  details: text,
  unit: text.of<PriceUnit>(),
  unitPrice: money,
  taxable: bool,
  unitCost: money.null,
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
  version: 2,
  columns,
  key: ({ data }) => data.priceItemId,
  on: handleAll<PriceItemEvent, PriceItemRow>(priceItemChanges, (row, event) => {
    const next = evolvePriceItem(row && toRecord(row), event)
    if (!next) return null
    const { unitPriceCents, unitCostCents = null, ...record } = next
    return {
      ...record,
      unitPrice: moneyText(unitPriceCents),
      unitCost: unitCostCents === null ? null : moneyText(unitCostCents),
      sortName: plainText(record.name),
      version: event.version,
    }
  }),
})

const toRecord = ({ unitPrice, unitCost, ...row }: PriceItemRow): PriceItemRecord => ({
  ...row,
  unitPriceCents: centsOf(unitPrice),
  unitCostCents: unitCost === null ? null : centsOf(unitCost),
})

export const priceItemsTable = tableFor(priceItems)
