import { toE164 } from '@plumbline/platform/e164'
import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  matchCustomers,
  mergeCustomer,
  restoreCustomer,
} from '../api.ts'
import * as commands from './commands.ts'
import { customerNotFound } from './decider.ts'
import { type CustomerRow, customerEtag, toCustomer } from './projection.ts'
import { customerById, customerList, matchingCustomers } from './queries.ts'
import { workOf } from './work.ts'

export const customerRoutes: readonly AnyRoute[] = [
  route(listCustomers, (call) => answerList(call, listCustomers.path, customerList(call.query, call.now))),
  // before getCustomer, whose path would match this one too
  route(matchCustomers, async ({ db, query: { phone = '', email = '', exceptId } }) => {
    // a merged record must not match the customer it leads to
    const exception = exceptId === undefined ? undefined : (await customerById(db, exceptId))?.id
    const rows = await matchingCustomers(db, toE164(phone), email.trim())
    return rows.filter(({ id }) => id !== exception).map(toCustomer)
  }),
  route(getCustomer, async (call) => {
    const { db, now, params, query } = call
    const row = await customerById(db, params.id)
    if (!row) throw customerNotFound()
    const customer = withEtag(call, row)
    if (query.include === undefined) return customer
    return { ...customer, work: (await workOf(db, [row.id], now)).get(row.id) }
  }),
  route(createCustomer, async (call) => withEtag(call, await commands.registerCustomer(call, call.body))),
  route(changeCustomer, async (call) =>
    withEtag(call, await commands.changeCustomer(call, call.params.id, call.body)),
  ),
  route(restoreCustomer, async (call) =>
    withEtag(call, await commands.restoreCustomer(call, call.params.id, call.params.version)),
  ),
  route(mergeCustomer, async (call) =>
    withEtag(call, await commands.mergeCustomer(call, call.params.id, call.body)),
  ),
]

function withEtag({ header }: Pick<Call<Endpoint>, 'header'>, row: CustomerRow) {
  header('ETag', customerEtag(row))
  return toCustomer(row)
}
