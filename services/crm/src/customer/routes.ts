import { toE164 } from '@plumbline/platform/e164'
import {
  type AnyRoute,
  answerList,
  type Call,
  type Caller,
  type Endpoint,
  limitToOwn,
  route,
} from '@plumbline/platform/http'
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
import { customerById, customerList, isCustomerOfJobs, matchingCustomers } from './queries.ts'
import { workOf } from './work.ts'

export const customerRoutes: readonly AnyRoute[] = [
  route(listCustomers, (call) => {
    const of = ownJobsOf(call.caller)
    const query = of === null ? call.query : { ...call.query, include: undefined, owes: undefined }
    return answerList({ ...call, query }, listCustomers.path, customerList(query, call.now, of))
  }),
  // before getCustomer, whose path would match this one too
  route(matchCustomers, async ({ db, query: { phone = '', email = '', exceptId } }) => {
    // a merged record must not match the customer it leads to
    const exception = exceptId === undefined ? undefined : (await customerById(db, exceptId))?.id
    const rows = await matchingCustomers(db, toE164(phone), email.trim())
    return rows.filter(({ id }) => id !== exception).map(toCustomer)
  }),
  route(getCustomer, async (call) => {
    const { db, now, params, query, caller } = call
    const row = await customerById(db, params.id)
    const of = ownJobsOf(caller)
    if (!row || (of !== null && !(await isCustomerOfJobs(db, row.id, of, now)))) throw customerNotFound()
    if (query.include === undefined || of !== null) return withEtag(call, row)
    // what others do for them changes without the record: the answer as a whole is its version
    return { ...toCustomer(row), work: (await workOf(db, [row.id], now)).get(row.id) }
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

/** The member whose customers are all that the caller may see; null where that is every customer. */
const ownJobsOf = (caller: Caller) => limitToOwn(caller, 'customers.all')

function withEtag({ header }: Pick<Call<Endpoint>, 'header'>, row: CustomerRow) {
  header('ETag', customerEtag(row))
  return toCustomer(row)
}
