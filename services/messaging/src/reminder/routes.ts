import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { loadAppointmentFromLog } from '../appointments.ts'
import { plannedFollowUps } from '../follow-up/queries.ts'
import { readSender } from '../sender.ts'
import type { MessagingSettings } from '../settings.ts'
import { plannedReminders } from './queries.ts'
import { followUpsAreOn, remindersAreOn, switchFollowUps, switchReminders } from './settings.ts'
import { skipReminder } from './skips.ts'

const readSettings = async (db: Db) => ({
  reminders: await remindersAreOn(db),
  followUps: await followUpsAreOn(db),
})

export const reminderRoutes = [
  route(api.readSettings, ({ db }) => readSettings(db)),
  route(api.changeSettings, async (call) => {
    const { reminders, followUps } = call.body
    if (reminders !== undefined) await switchReminders(call, reminders)
    if (followUps !== undefined) await switchFollowUps(call, followUps)
    return readSettings(call.db)
  }),
  route(api.listPlannedFollowUps, async (call: Call<typeof api.listPlannedFollowUps, MessagingSettings>) =>
    plannedFollowUps(call.db, call.now, await readSender(call)),
  ),
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
