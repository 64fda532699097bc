import { readClock } from '@plumbline/business/directory'
import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
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
import { ownJobsOf, requireMayEdit, requireMayStep } from './visibility.ts'

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
  route(api.listCustomerAppointments, ({ db, params, caller }) =>
    appointmentsOfCustomer(db, params.id, ownJobsOf(caller)),
  ),
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
    withEtag(call, await commands.restoreAppointment(call, call.params.id, call.params.version)),
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
