import { type Db, run } from '@plumbline/platform/db'
import { defineProjection } from '@plumbline/platform/projections'
import type { ReminderSkipped } from '../events.ts'

type SkipRow = { appointmentId: number; since: number; skip: boolean }

/** Which reminders somebody left out, by the version of the appointment they would have spoken of. */
export const reminderSkips = defineProjection<ReminderSkipped, SkipRow>({
  name: 'reminderSkips',
  version: 1,
  columns: { appointmentId: 'integer', since: 'integer', skip: 'boolean' },
  types: ['ReminderSkipped'],
  partitionBy: 'stream',
  keys: (event) => [event.data.appointmentId],
  evolve: (_row, { data: { appointmentId, since, skip } }) => ({ appointmentId, since, skip }),
})

export const isSkipped = async (db: Db, appointmentId: number, since: number): Promise<boolean> =>
  (
    await run(db, {
      name: 'is-reminder-skipped',
      text: 'SELECT 1 FROM reminder_skips WHERE appointment_id = $1 AND since = $2 AND skip',
      values: [appointmentId, since],
    })
  ).length > 0
