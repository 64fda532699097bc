import { readClock } from '@plumbline/business/directory'
import { readPublicNames } from '@plumbline/identity/directory'
import type { Db } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { readStream } from '@plumbline/platform/event-store'
import { type AnyRoute, type Caller, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import * as commands from '../appointment/commands.ts'
import { readAppointment, toAppointment } from '../appointment/queries.ts'
import { isNewPromise } from '../appointment/record.ts'
import { iCalendar } from '../calendar-feed/iCalendar.ts'
import { customers } from '../customers.ts'
import type { AppointmentEvent } from '../events.ts'
import { visitPage } from './visitPage.ts'

export const customerPageRoutes: readonly AnyRoute[] = [
  route(api.showAppointment, async ({ db, params, caller, now, keyring }) => {
    const { appointment } = await readOwnAppointment(db, params.id, caller)
    const clock = await readClock(db, now)
    const [asked, crew] = await Promise.all([
      openRequest({ db, keyring }, params.id),
      readPublicNames(db, appointment.assigneeIds),
    ])
    return visitPage({ ...appointment, crew }, clock, asked)
  }),
  route(api.showAppointmentCalendar, async ({ db, params, caller, now, header }) => {
    const { appointment, version } = await readOwnAppointment(db, params.id, caller)
    const { timeZone } = await readClock(db, now)
    header('Content-Disposition', 'attachment; filename=visit.ics')
    // in their own calendar the customer is who reads it
    return iCalendar([{ ...appointment, customerName: null, version }], timeZone)
  }),
  route(api.requestMove, async (call) => {
    const { db, params, body, caller, keyring } = call
    await readOwnAppointment(db, params.id, caller)
    // a form that was sent twice asks once
    if ((await openRequest({ db, keyring }, params.id)) !== body.words)
      await commands.requestMove(call, params.id, body.words)
    return undefined
  }),
]

/** A link shows an appointment only to the customer whose it is. */
async function readOwnAppointment(db: Db, id: number, { link }: Caller) {
  const [{ row, customer }, reader] = await Promise.all([
    readAppointment(db, id),
    link && customers.find(db, link.customerId),
  ])
  if (reader === undefined || customer?.id !== reader.id)
    throw rejection('not-found', 'Appointment not found')
  return { appointment: toAppointment(row, customer), version: row.version }
}

/** What its customer asked for last, while the appointment has not been moved or given to another one since. */
async function openRequest(
  { db, keyring }: { db: Db; keyring: Keyring },
  id: number,
): Promise<string | undefined> {
  const events = await readStream<AppointmentEvent>(db, `appointment-${id}`, { keyring })
  const last = events.findLast((event) => event.type === 'AppointmentMoveRequested' || isNewPromise(event))
  return last?.type === 'AppointmentMoveRequested' ? last.data.words : undefined
}
