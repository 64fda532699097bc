import { reject } from '@plumbline/platform/errors'
import type { EventStore } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, type Endpoint, JsonList, route } from '@plumbline/platform/http'
import * as api from './api.ts'
import * as commands from './appointments.ts'
import * as feeds from './calendar/feeds.ts'
import {
  allAppointments,
  appointmentById,
  appointmentsInRange,
  type FoundAppointment,
  listAppointments,
  overlapping,
} from './projections/appointmentQueries.ts'
import { customerById } from './projections/customers.ts'

export const routes = (store: EventStore): AnyRoute[] => [
  route(api.listAppointments, list),
  route(api.listOverlaps, ({ db, query }) => overlapping(db, query)),
  route(api.listCustomerAppointments, ofCustomer),
  route(api.getAppointment, async (call) => {
    const found = await appointmentById(call.db, call.params.id)
    if (!found) throw reject('not-found', 'Appointment not found')
    return shown(call, found)
  }),
  route(api.scheduleAppointment, async (call) =>
    shown(call, await commands.scheduleAppointment({ store, ...call }, call.body)),
  ),
  route(api.editAppointment, async (call) =>
    shown(call, await commands.editAppointment({ store, ...call }, call.params.id, call.body)),
  ),
  route(api.cancelAppointment, async (call) =>
    shown(call, await commands.cancelAppointment({ store, ...call }, call.params.id)),
  ),
  route(api.deleteAppointment, async (call) => {
    await commands.deleteAppointment({ store, ...call }, call.params.id)
    return undefined
  }),
  route(api.createCalendarFeed, ({ db, caller, now }) => feeds.createFeed(db, userOf(caller), now)),
  route(api.listCalendarFeeds, ({ db, caller }) => feeds.feedsOf(db, userOf(caller).id)),
  route(api.listEveryonesCalendarFeeds, ({ db, caller }) => {
    if (!isOwner(caller)) throw reject('forbidden', 'Only the business owner sees the addresses of others.')
    return feeds.everyonesFeeds(db)
  }),
  route(api.revokeCalendarFeed, async ({ db, caller, params }) => {
    if (!(await feeds.revokeFeed(db, params.id, isOwner(caller) ? null : userOf(caller).id)))
      throw reject('not-found', 'There is nothing here.')
    return undefined
  }),
]

async function list({ query, db, header }: Call<typeof api.listAppointments>) {
  const { customerId, ...narrowing } = query
  const customerIds =
    customerId === undefined ? undefined : ((await customerById(db, customerId))?.records ?? [])
  const asked = { ...narrowing, customerIds }
  const { from, to, ...more } = query
  if (from && to && Object.keys(more).length === 0) return new JsonList(appointmentsInRange(db, from, to))
  const isWhole = query.limit === undefined && !(from && to)
  if (isWhole) return new JsonList(() => allAppointments(db, asked))
  const { rows, next } = await listAppointments(db, asked)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listAppointments.path}?${search}>; rel="next"`)
  }
  return new JsonList(rows)
}

async function ofCustomer({ db, params }: Call<typeof api.listCustomerAppointments>) {
  const customer = await customerById(db, params.id)
  if (!customer) throw reject('not-found', 'Customer not found', { mayArriveLater: true })
  return new JsonList((await listAppointments(db, { customerIds: customer.records })).rows)
}

function shown({ header }: Pick<Call<Endpoint>, 'header'>, found: FoundAppointment): FoundAppointment {
  header('ETag', found.etag)
  return found
}

type Caller = Call<Endpoint>['caller']

function userOf({ user }: Caller): NonNullable<Caller['user']> {
  if (!user) throw reject('unauthenticated', 'Please sign in.')
  return user
}

const isOwner = ({ user }: Caller): boolean => user?.role === 'business_owner'
