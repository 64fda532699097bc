import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import type * as api from '../api.ts'
import { costCentsOf } from '../costs.ts'
import type { PriceItemContent, PriceItemEvent } from '../events.ts'
import { type PriceItemCommand, type PriceItemState, priceItemDecider } from './decider.ts'
import { type PriceItemRow, priceItems } from './projection.ts'

const priceItem: Aggregate<PriceItemState, PriceItemCommand, PriceItemEvent, PriceItemRow> = {
  name: 'price-item',
  decider: priceItemDecider,
  projection: priceItems,
}

export async function definePriceItem(ctx: CommandContext, form: api.PriceItemForm): Promise<PriceItemRow> {
  const command = { type: 'DefinePriceItem', content: toContent(form) } as const
  const { row } = await create(ctx, priceItem, await nextNumber(ctx.db, 'price_item_id'), command)
  return row as PriceItemRow
}

/** Records what is different, if anything. */
export const changePriceItem = (ctx: CommandContext, id: number, form: api.PriceItemForm) =>
  executeCommand(ctx, id, { type: 'ChangePriceItem', content: toContent(form) })

export const changeItemPrice = (
  ctx: CommandContext,
  id: number,
  prices: { oldCents: number; newCents: number },
) => executeCommand(ctx, id, { type: 'ChangePrice', ...prices })

export const retirePriceItem = (ctx: CommandContext, id: number) =>
  executeCommand(ctx, id, { type: 'RetirePriceItem' })

export const restorePriceItem = (ctx: CommandContext, id: number) =>
  executeCommand(ctx, id, { type: 'RestorePriceItem' })

const executeCommand = async (
  ctx: CommandContext,
  id: number,
  command: PriceItemCommand,
): Promise<PriceItemRow> => (await execute(ctx, priceItem, id, command)).row as PriceItemRow

const toContent = ({ unitPrice, unitCost, ...form }: api.PriceItemForm): PriceItemContent => ({
  ...form,
  unitPriceCents: centsOf(unitPrice),
  ...(unitCost !== undefined && { unitCostCents: costCentsOf({ unitCost }) }),
})
