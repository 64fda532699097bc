import { readClock } from '@plumbline/business/directory'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { customers } from '../customers.ts'
import * as commands from './commands.ts'
import {
  appointmentList,
  appointmentsOfCustomer,
  countUpcoming,
  findAppointments,
  findOverlaps,
  readAppointment,
  toAppointment,
} from './queries.ts'
import { ownJobsOf, requireMayEdit, requireMayPrice, requireMayStep } from './visibility.ts'

export const appointmentRoutes: readonly AnyRoute[] = [
  route(api.listAppointments, async (call) => {
    const { db, now, caller } = call
    const of = ownJobsOf(caller)
    const query = of === null ? call.query : { ...call.query, assignee: of }
    const clock = await readClock(db, now)
    // a range with an end is short enough for one answer, which gets an ETag
    if (query.limit === undefined && query.from && query.to) return findAppointments(db, query, clock)
    return answerList({ ...call, query }, api.listAppointments.path, appointmentList(clock))
  }),
  route(api.countAppointments, async ({ db, now, caller }) =>
    countUpcoming(db, now, await readClock(db, now), ownJobsOf(caller)),
  ),
  route(api.listOverlaps, async ({ db, query, now, caller }) =>
    findOverlaps(db, query, await readClock(db, now), ownJobsOf(caller)),
  ),
  route(api.listCustomerAppointments, async (call) => {
    const { db, now, caller, params } = call
    const of = ownJobsOf(caller)
    // one statement, which nearly every call asks for; the list of all looks at the customer and the clock before
    if (Object.keys(call.query).length === 0) return appointmentsOfCustomer(db, params.id, of)
    if (!(await customers.find(db, params.id)))
      throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
    const query = { ...call.query, customerId: params.id, ...(of !== null && { assignee: of }) }
    const path = api.listCustomerAppointments.path.replace(':id', String(params.id))
    return answerList({ ...call, query }, path, appointmentList(await readClock(db, now)))
  }),
  route(api.getAppointment, async (call) => {
    const { row, customer } = await readAppointment(call.db, call.params.id, ownJobsOf(call.caller))
    return withEtag(call, toAppointment(row, customer))
  }),
  route(api.scheduleAppointment, async (call) =>
    withEtag(call, await commands.scheduleAppointment(call, call.body)),
  ),
  route(api.editAppointment, async (call) => {
    await requireMayEdit(call)
    return withEtag(call, await commands.editAppointment(call, call.params.id, call.body))
  }),
  route(api.cancelAppointment, async (call) =>
    withEtag(call, await commands.cancelAppointment(call, call.params.id)),
  ),
  route(api.depart, async (call) => {
    await requireMayStep(call)
    return withEtag(call, await commands.depart(call, call.params.id))
  }),
  route(api.restoreAppointment, async (call) =>
    withEtag(
      call,
      await commands.restoreAppointment(call, call.params.id, call.params.version, (fields) =>
        requireMayPrice(call.caller, fields),
      ),
    ),
  ),
  route(api.deleteAppointment, async (call) => {
    await commands.deleteAppointment(call, call.params.id)
    return undefined
  }),
]

function withEtag({ header }: Pick<Call<Endpoint>, 'header'>, appointment: api.AppointmentDetails) {
  header('ETag', appointment.etag)
  return appointment
}
