import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { visitNow } from '../appointments.ts'
import type { Sender } from '../delivery/templates.ts'
import type { ReminderSkipped } from '../events.ts'
import { recordEvent } from '../store.ts'
import { plannedReminders } from './queries.ts'
import { remindersAreOn, switchReminders } from './settings.ts'
import { isSkipped } from './skips.ts'

export const reminderRoutes = (sender: Sender): readonly AnyRoute[] => [
  route(api.readSettings, async ({ db }) => ({ reminders: await remindersAreOn(db) })),
  route(api.changeSettings, async (call) => {
    await switchReminders(call, call.body.reminders)
    return call.body
  }),
  route(api.listPlanned, ({ db, now }) => plannedReminders(db, now, sender)),
  route(api.planReminder, async (call) => {
    await skip(call)
    return undefined
  }),
]

async function skip(call: Call<typeof api.planReminder>): Promise<void> {
  const { db, now, params, body } = call
  const visit = await visitNow(db, params.id)
  if (!visit?.isOn)
    throw rejection('not-found', 'There is no such appointment to come.', { mayArriveLater: true })
  if ((await isSkipped(db, visit.id, visit.since)) === body.skip) return
  const data = { appointmentId: visit.id, since: visit.since, ...body, changedAt: now.toISOString() }
  const event: ReminderSkipped = { type: 'ReminderSkipped', data }
  await recordEvent(call, 'reminder', visit.id, event)
}
