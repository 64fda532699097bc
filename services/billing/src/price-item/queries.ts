import { type Db, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Money } from '@plumbline/platform/money'
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

/** What a unit of each of these items costs. */
export const readItemCosts = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Money | null>> =>
  new Map(
    (
      await run<{ id: number; unitCost: Money | null }>(db, {
        name: 'price-item-costs',
        text: `SELECT id, unit_cost AS "unitCost" FROM ${table.name} WHERE id = ANY($1::integer[])`,
        values: [ids],
      })
    ).map(({ id, unitCost }) => [id, unitCost]),
  )

export async function readPriceItem(db: Db, id: number): Promise<PriceItemRow> {
  const [row] = await run<PriceItemRow>(db, {
    name: 'price-item',
    text: `${table.select} WHERE id = $1`,
    values: [id],
  })
  if (!row) throw rejection('not-found', 'Price item not found')
  return row
}
