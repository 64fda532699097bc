import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import * as feeds from '../calendar-feed/feeds.ts'
import * as commands from './commands.ts'
import {
  appointmentById,
  appointmentsOfCustomer,
  listAppointments,
  overlapping,
  streamAppointments,
} from './queries.ts'

export const routes: readonly AnyRoute[] = [
  route(api.listAppointments, list),
  route(api.listOverlaps, ({ db, query }) => overlapping(db, query)),
  route(api.listCustomerAppointments, ofCustomer),
  route(api.getAppointment, async (call) => {
    const found = await appointmentById(call.db, call.params.id)
    if (!found) throw rejection('not-found', 'Appointment not found')
    return shown(call, found)
  }),
  route(api.scheduleAppointment, async (call) =>
    shown(call, await commands.scheduleAppointment(call, call.body)),
  ),
  route(api.editAppointment, async (call) =>
    shown(call, await commands.editAppointment(call, call.params.id, call.body)),
  ),
  route(api.cancelAppointment, async (call) =>
    shown(call, await commands.cancelAppointment(call, call.params.id)),
  ),
  route(api.deleteAppointment, async (call) => {
    await commands.deleteAppointment(call, call.params.id)
    return undefined
  }),
  route(api.createCalendarFeed, ({ db, caller, now }) => feeds.createFeed(db, userOf(caller), now)),
  route(api.listCalendarFeeds, ({ db, caller }) => feeds.feedsOf(db, userOf(caller).id)),
  route(api.listEveryonesCalendarFeeds, ({ db, caller }) => {
    if (!isOwner(caller))
      throw rejection('forbidden', 'Only the business owner sees the addresses of others.')
    return feeds.everyonesFeeds(db)
  }),
  route(api.revokeCalendarFeed, async ({ db, caller, params }) => {
    if (!(await feeds.revokeFeed(db, params.id, isOwner(caller) ? null : userOf(caller).id)))
      throw rejection('not-found', 'There is nothing here.')
    return undefined
  }),
]

async function list({ query, db, header }: Call<typeof api.listAppointments>) {
  const isWhole = query.limit === undefined && !(query.from && query.to)
  if (isWhole) return streamAppointments(db, query)
  const { rows, next } = await listAppointments(db, query)
  if (next !== null) {
    const given = Object.entries(query).map(([name, value]) => [name, String(value)])
    const search = new URLSearchParams({ ...Object.fromEntries(given), cursor: next })
    header('Link', `<${api.listAppointments.path}?${search}>; rel="next"`)
  }
  return rows
}

async function ofCustomer({ db, params }: Call<typeof api.listCustomerAppointments>) {
  const appointments = await appointmentsOfCustomer(db, params.id)
  if (!appointments) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
  return appointments
}

function shown({ header }: Pick<Call<Endpoint>, 'header'>, found: api.AppointmentDetails) {
  header('ETag', found.etag)
  return found
}

type Caller = Call<Endpoint>['caller']

function userOf({ user }: Caller): NonNullable<Caller['user']> {
  if (!user) throw rejection('unauthenticated', 'Please sign in.')
  return user
}

const isOwner = ({ user }: Caller): boolean => user?.role === 'business_owner'
