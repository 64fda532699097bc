import { rejection } from '@plumbline/platform/errors'
import { type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { loadAppointmentFromLog } from '../appointments.ts'
import { readSender } from '../sender.ts'
import type { MessagingSettings } from '../settings.ts'
import { plannedReminders } from './queries.ts'
import { remindersAreOn, switchReminders } from './settings.ts'
import { skipReminder } from './skips.ts'

export const reminderRoutes = [
  route(api.readSettings, async ({ db }) => ({ reminders: await remindersAreOn(db) })),
  route(api.changeSettings, async (call) => {
    await switchReminders(call, call.body.reminders)
    return call.body
  }),
  route(api.listPlanned, async (call: Call<typeof api.listPlanned, MessagingSettings>) =>
    plannedReminders(call.db, call.now, await readSender(call)),
  ),
  route(api.planReminder, async (call) => {
    const appointment = await loadAppointmentFromLog(call.db, call.params.id)
    if (appointment?.status !== 'scheduled')
      throw rejection('not-found', 'There is no such appointment to come.', { mayArriveLater: true })
    await skipReminder(call, appointment, call.body.skip)
    return undefined
  }),
]
