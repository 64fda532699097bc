import { recordEtag } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { requireMayNoteCosts } from '../costs.ts'
import * as commands from './commands.ts'
import { type PriceItemRow, priceItems } from './projection.ts'
import { listPriceItems, readPriceItem, toPriceItem } from './queries.ts'

type ItemEndpoint = Endpoint & { method: 'GET' | 'POST' | 'PUT'; response: typeof api.PriceItem }

/** Answers one item with its ETag. */
const itemRoute = <E extends ItemEndpoint>(
  endpoint: E,
  row: (call: Call<E>) => Promise<PriceItemRow>,
): AnyRoute => ({
  endpoint,
  handler: async (call: Call<E>): Promise<api.PriceItem> => {
    const item = await row(call)
    call.header('ETag', recordEtag(item, priceItems.version))
    return toPriceItem(item)
  },
})

export const priceItemRoutes: readonly AnyRoute[] = [
  route(api.listPriceItems, ({ db }) => listPriceItems(db)),
  itemRoute(api.getPriceItem, ({ db, params }) => readPriceItem(db, params.id)),
  itemRoute(api.definePriceItem, (call) => {
    requireMayNoteCosts(call.caller, [call.body])
    return commands.definePriceItem(call, call.body)
  }),
  itemRoute(api.changePriceItem, (call) => {
    requireMayNoteCosts(call.caller, [call.body])
    return commands.changePriceItem(call, call.params.id, call.body)
  }),
  itemRoute(api.retirePriceItem, (call) => commands.retirePriceItem(call, call.params.id)),
  itemRoute(api.restorePriceItem, (call) => commands.restorePriceItem(call, call.params.id)),
]
