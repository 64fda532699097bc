import { rejection } from '@plumbline/platform/errors'
import type { EventStore } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import type { ReminderSkipped } from '../events.ts'
import type { Sender } from '../notices.ts'
import { isSkipped } from '../projections/reminderSkips.ts'
import { visitNow } from '../projections/visits.ts'
import { plannedReminders } from './planned.ts'
import { remindersAreOn, switchReminders } from './settings.ts'

type Tools = { store: EventStore; sender: Sender }

export const reminderRoutes = ({ store, sender }: Tools): AnyRoute[] => [
  route(api.readSettings, async ({ db }) => ({ reminders: await remindersAreOn(db) })),
  route(api.changeSettings, async (call) => {
    await switchReminders({ store, ...call }, call.body.reminders)
    return call.body
  }),
  route(api.listPlanned, ({ db, now }) => plannedReminders(db, now, sender)),
  route(api.planReminder, async (call) => {
    await skip(store, call)
    return undefined
  }),
]

async function skip(store: EventStore, call: Call<typeof api.planReminder>): Promise<void> {
  const { db, metadata, now, params, body } = call
  const visit = await visitNow(db, params.id)
  if (!visit?.isOn)
    throw rejection('not-found', 'There is no such appointment to come.', { mayArriveLater: true })
  if ((await isSkipped(db, visit.id, visit.since)) === body.skip) return
  const data = { appointmentId: visit.id, since: visit.since, ...body, changedAt: now.toISOString() }
  await store.append<ReminderSkipped>(db, {
    ...{ stream: `reminder-${visit.id}`, expectedVersion: 'any', metadata },
    events: [{ type: 'ReminderSkipped', data }],
  })
}
