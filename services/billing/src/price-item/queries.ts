import { type Db, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { PriceItem } from '../api.ts'
import { type PriceItemRow, priceItemsTable as table } from './projection.ts'

export const toPriceItem = ({ sortName: _, version: __, ...item }: PriceItemRow): PriceItem => item

/** By name; those that are not offered any more too. */
export const listPriceItems = async (db: Db): Promise<PriceItem[]> =>
  (
    await run<PriceItemRow>(db, {
      name: 'price-items',
      text: `${table.select} ORDER BY sort_name, id`,
      values: [],
    })
  ).map(toPriceItem)

export async function readPriceItem(db: Db, id: number): Promise<PriceItemRow> {
  const [row] = await run<PriceItemRow>(db, {
    name: 'price-item',
    text: `${table.select} WHERE id = $1`,
    values: [id],
  })
  if (!row) throw rejection('not-found', 'Price item not found')
  return row
}
