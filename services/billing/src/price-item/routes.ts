import { recordEtag } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import * as commands from './commands.ts'
import { type PriceItemRow, priceItems } from './projection.ts'
import { listPriceItems, toPriceItem } from './queries.ts'

type ItemEndpoint = Endpoint & { method: 'POST' | 'PUT'; response: typeof api.PriceItem }

/** Answers one item with its ETag. */
const itemRoute = <E extends ItemEndpoint>(
  endpoint: E,
  change: (call: Call<E>) => Promise<PriceItemRow>,
): AnyRoute => ({
  endpoint,
  handler: async (call: Call<E>): Promise<api.PriceItem> => {
    const row = await change(call)
    call.header('ETag', recordEtag(row, priceItems.version))
    return toPriceItem(row)
  },
})

export const priceItemRoutes: readonly AnyRoute[] = [
  route(api.listPriceItems, ({ db }) => listPriceItems(db)),
  itemRoute(api.definePriceItem, (call) => commands.definePriceItem(call, call.body)),
  itemRoute(api.changePriceItem, (call) => commands.changePriceItem(call, call.params.id, call.body)),
  itemRoute(api.retirePriceItem, (call) => commands.retirePriceItem(call, call.params.id)),
  itemRoute(api.restorePriceItem, (call) => commands.restorePriceItem(call, call.params.id)),
]
