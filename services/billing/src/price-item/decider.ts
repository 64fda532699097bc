import { rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import type { PriceItemContent, PriceItemEvent } from '../events.ts'
import { evolvePriceItem, type PriceItemRecord } from './record.ts'

/** Null before it is defined. */
export type PriceItemState = PriceItemRecord | null
export type PriceItemCommand =
  | { type: 'DefinePriceItem'; content: PriceItemContent }
  | { type: 'ChangePriceItem'; content: PriceItemContent }
  | { type: 'ChangePrice'; oldCents: number; newCents: number }
  | { type: 'RetirePriceItem' }
  | { type: 'RestorePriceItem' }

/** The rules of an item of the price book. */
export const priceItemDecider: Decider<PriceItemState, PriceItemCommand, PriceItemEvent> = {
  initialState: () => null,
  decide: (command, state, { id: priceItemId, now }) => {
    if (command.type === 'DefinePriceItem') {
      if (state) throw rejection('conflict', 'There is an item of this number already.')
      return [{ type: 'PriceItemDefined', data: { priceItemId, ...command.content, definedAt: now } }]
    }
    if (!state) throw rejection('not-found', 'Price item not found')
    switch (command.type) {
      case 'ChangePriceItem': {
        const differences = Object.entries(command.content).filter(
          ([name, value]) => value !== (state[name as keyof PriceItemContent] ?? null),
        )
        if (differences.length === 0) return []
        const changes = Object.fromEntries(differences)
        return [{ type: 'PriceItemChanged', data: { priceItemId, ...changes, changedAt: now } }]
      }
      case 'ChangePrice': {
        const { oldCents, newCents: unitPriceCents } = command
        if (state.unitPriceCents === unitPriceCents) return []
        if (state.unitPriceCents !== oldCents)
          throw rejection('conflict', `The price of ${state.name} was changed meanwhile. Please look again.`)
        return [{ type: 'PriceItemChanged', data: { priceItemId, unitPriceCents, changedAt: now } }]
      }
      case 'RetirePriceItem':
        return state.retired ? [] : [{ type: 'PriceItemRetired', data: { priceItemId, retiredAt: now } }]
      case 'RestorePriceItem':
        return state.retired ? [{ type: 'PriceItemRestored', data: { priceItemId, restoredAt: now } }] : []
    }
  },
  evolve: evolvePriceItem,
}
