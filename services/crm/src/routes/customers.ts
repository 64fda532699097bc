import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import {
  changeCustomer,
  createCustomer,
  getCustomer,
  listCustomers,
  matchCustomers,
  mergeCustomer,
} from '../api.ts'
import * as commands from '../customers.ts'
import { e164 } from '../phone.ts'
import * as queries from '../projections/customerQueries.ts'
import { type CustomerRow, customerEtag, toCustomer } from '../projections/customers.ts'
import { nextLink } from './nextLink.ts'

export const customerRoutes: readonly AnyRoute[] = [
  route(listCustomers, list),
  // before the one with a number, which would take this word for one
  route(matchCustomers, matches),
  route(getCustomer, async (call) => {
    const row = await queries.customerById(call.db, call.params.id)
    if (!row) throw rejection('not-found', 'Customer not found')
    return respond(call, row)
  }),
  route(createCustomer, async (call) => respond(call, await commands.registerCustomer(call, call.body))),
  route(changeCustomer, async (call) =>
    respond(call, await commands.changeCustomer(call, call.params.id, call.body)),
  ),
  route(mergeCustomer, async (call) => {
    const { intoCustomerId, changes } = call.body
    return respond(call, await commands.mergeCustomer(call, call.params.id, intoCustomerId, changes))
  }),
]

async function list({ query, db, header }: Call<typeof listCustomers>) {
  if (query.limit === undefined) return queries.streamCustomers(db, query)
  const { rows, next } = await queries.listCustomers(db, query)
  if (next !== null) header('Link', nextLink(listCustomers.path, query, next))
  return rows
}

async function matches({ db, query: { phone = '', email = '', exceptId } }: Call<typeof matchCustomers>) {
  // another record of the same customer is no match
  const own = exceptId === undefined ? undefined : (await queries.customerById(db, exceptId))?.id
  const rows = await queries.matchingCustomers(db, e164(phone), email.trim())
  return rows.filter(({ id }) => id !== own).map(toCustomer)
}

function respond({ header }: Pick<Call<Endpoint>, 'header'>, row: CustomerRow) {
  header('ETag', customerEtag(row))
  return toCustomer(row)
}
