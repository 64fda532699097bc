import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { requireMayNoteCosts } from '../costs.ts'
import type { BillingSettings } from '../settings.ts'
import * as commands from './commands.ts'
import { type QuoteAnswer, readQuote } from './details.ts'
import { draftsWithItems } from './drafts.ts'
import { linesOf } from './lineIds.ts'
import { quoteList } from './queries.ts'

type QuoteEndpoint = Endpoint & { response: typeof api.QuoteDetails }

/** Answers one quote with its ETag. */
const quoteRoute = <E extends QuoteEndpoint>(
  endpoint: E,
  read: (call: Call<E, BillingSettings>) => Promise<QuoteAnswer>,
): AnyRoute => ({
  endpoint,
  handler: async (call: Call<E, BillingSettings>): Promise<api.QuoteDetails> => {
    const { details, etag } = await read(call)
    call.header('ETag', etag)
    return details
  },
})

export const quoteRoutes: readonly AnyRoute[] = [
  // before the item of an id
  route(api.listDraftsWithItems, ({ db, keyring }) => draftsWithItems(db, keyring)),
  route(api.changePrices, (call) => commands.changePrices(call, call.body)),
  route(api.listQuotes, (call) => answerList(call, api.listQuotes.path, quoteList)),
  quoteRoute(api.createQuote, (call) => {
    requireMayNoteCosts(call.caller, linesOf<api.QuoteLineForm>(call.body))
    return commands.draftQuote(call, call.body)
  }),
  quoteRoute(api.getQuote, ({ db, params, keyring }) => readQuote(db, params.id, { keyring })),
  quoteRoute(api.reviseQuote, (call) => {
    requireMayNoteCosts(call.caller, linesOf<api.QuoteLineForm>(call.body))
    return commands.reviseQuote(call, call.params.id, call.body)
  }),
  quoteRoute(api.sendQuote, (call) => commands.sendQuote(call, call.params.id, call.body.channel)),
  quoteRoute(api.approveQuote, (call) => {
    const { signerName, ...choice } = call.body
    return commands.approveQuote(call, call.params.id, choice, {
      by: 'staff',
      ...(signerName && { signerName }),
    })
  }),
  quoteRoute(api.declineQuote, (call) => commands.declineQuote(call, call.params.id, call.body, 'staff')),
  quoteRoute(api.withdrawQuote, (call) => commands.withdrawQuote(call, call.params.id)),
  quoteRoute(api.extendQuote, (call) => commands.extendQuote(call, call.params.id, call.body.validUntil)),
  route(api.invoiceQuote, async (call: Call<typeof api.invoiceQuote, BillingSettings>) => ({
    invoiceId: await commands.invoiceQuote(call, call.params.id, call.body.part, call.body),
  })),
]
