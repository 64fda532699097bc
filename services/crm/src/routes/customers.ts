import { reject } from '@plumbline/platform/errors'
import { type EventStore, readModelTag } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, type Endpoint, JsonList, route, type Tag } from '@plumbline/platform/http'
import { jointly } from '@plumbline/platform/jointly'
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
import { type CustomerRow, customerEtag, customers, shownCustomer } from '../projections/customers.ts'
import { nextLink } from './nextLink.ts'

export function customerRoutes(store: EventStore): AnyRoute[] {
  const asked = jointly(async (ids: readonly number[]) => {
    const found = await queries.customersById(store.pool, ids)
    return (id) => found.get(id)
  })
  return [
    route(listCustomers, list, tagOfAll),
    // before the one with a number, which would take this word for one
    route(matchCustomers, matches),
    route(getCustomer, async (call) => {
      const row = await asked(call.params.id)
      if (!row) throw missing()
      return shown(call, row)
    }),
    route(createCustomer, async (call) =>
      shown(call, await commands.registerCustomer({ store, ...call }, call.body)),
    ),
    route(changeCustomer, async (call) => {
      const { id } = call.params
      // compared with the version that the change follows, so that nobody slips in between
      const unlessChanged = (version: number) => call.unlessChanged(customerEtag({ version }))
      return shown(call, await commands.changeCustomer({ store, ...call }, id, call.body, unlessChanged))
    }),
    route(mergeCustomer, async (call) => {
      const { intoCustomerId, changes } = call.body
      return shown(
        call,
        await commands.mergeCustomer({ store, ...call }, call.params.id, intoCustomerId, changes),
      )
    }),
  ]
}

async function list({ query, db, header }: Call<typeof listCustomers>) {
  if (query.limit === undefined) return new JsonList(() => queries.allCustomers(db, query))
  const { rows, next } = await queries.listCustomers(db, query)
  if (next !== null) header('Link', nextLink(listCustomers.path, query, next))
  return new JsonList(rows)
}

/** A page is small; only everybody at once is worth finding out whether it has changed. */
const tagOfAll: Tag<typeof listCustomers> = async ({ db, query }, seen) =>
  query.limit === undefined ? readModelTag(db, 'crm', customers, seen) : undefined

async function matches({ db, query: { phone = '', email = '', exceptId } }: Call<typeof matchCustomers>) {
  // one of somebody's records is not somebody else
  const own = exceptId === undefined ? undefined : (await queries.customerById(db, exceptId))?.id
  const rows = await queries.matchingCustomers(db, e164(phone), email.trim())
  return rows.filter(({ id }) => id !== own).map(shownCustomer)
}

const missing = () => reject('not-found', 'Customer not found')

function shown({ header }: Pick<Call<Endpoint>, 'header'>, row: CustomerRow) {
  header('ETag', customerEtag(row))
  return shownCustomer(row)
}
