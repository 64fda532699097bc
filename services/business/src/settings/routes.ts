import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import type { ServiceContext } from '@plumbline/platform/service'
import type { $ZodType } from 'zod/v4/core'
import * as api from '../api.ts'
import type { BusinessSettings } from './commands.ts'
import * as commands from './commands.ts'
import { readBusinessEvents } from './directory.ts'
import { answerFromEvents, type BusinessAnswer } from './queries.ts'

type Change<Body> = (call: ServiceContext<BusinessSettings>, body: Body) => Promise<BusinessAnswer>

const changing = <Body>(endpoint: Endpoint & { body: $ZodType<Body> }, change: Change<Body>): AnyRoute => ({
  endpoint,
  handler: async (call) => withEtag(call, await change(call, call.body)),
})

export const settingsRoutes: readonly AnyRoute[] = [
  route(api.getBusiness, async (call: Call<typeof api.getBusiness, BusinessSettings>) =>
    withEtag(call, answerFromEvents(await readBusinessEvents(call.db), call.now, call.settings)),
  ),
  changing(api.describeBusiness, commands.describeBusiness),
  changing(api.changeBrand, commands.changeBrand),
  changing(api.changeCalendar, commands.changeCalendar),
  changing(api.changeServices, commands.changeServices),
  changing(api.changeEstimateOptions, commands.changeEstimateOptions),
  changing(api.changeRates, commands.changeRates),
  changing(api.changeTax, commands.changeTax),
  changing(api.changeMessageHours, commands.changeMessageHours),
  changing(api.changeMessageTexts, commands.changeMessageTexts),
  changing(api.changePayment, commands.changePayment),
  changing(api.changeQuoteRules, commands.changeQuoteRules),
  changing(api.changeHours, commands.changeHours),
  changing(api.changeLanding, commands.changeLanding),
]

function withEtag({ header }: Pick<Call<Endpoint>, 'header'>, { business, etag }: BusinessAnswer) {
  header('ETag', etag)
  return business
}
