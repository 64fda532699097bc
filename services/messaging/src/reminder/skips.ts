import { type Db, exists } from '@plumbline/platform/db'
import { type Aggregate, type CommandContext, type Decider, execute } from '@plumbline/platform/event-store'
import { bool, defineProjection, int, type RowOf } from '@plumbline/platform/projections'
import type { Appointment } from '../appointments.ts'
import type { ReminderSkipped } from '../events.ts'

type State = { since: number; skip: boolean } | null
type SkipReminder = { type: 'SkipReminder'; since: number; skip: boolean }

/** A skip is valid for one version of its appointment. */
const decider: Decider<State, SkipReminder, ReminderSkipped> = {
  initialState: () => null,
  decide: ({ since, skip }, state, { id: appointmentId, now }) => {
    const isSkipped = state?.since === since && state.skip
    const data = { appointmentId, since, skip, changedAt: now }
    return isSkipped === skip ? [] : [{ type: 'ReminderSkipped', data }]
  },
  evolve: (_state, { data: { since, skip } }) => ({ since, skip }),
}

/** Which appointment reminders staff skip. */
export const reminderSkips = defineProjection<ReminderSkipped>()({
  name: 'reminderSkips',
  version: 1,
  columns: { appointmentId: int, since: int, skip: bool },
  key: ({ data }) => data.appointmentId,
  on: {
    ReminderSkipped: (_, { data: { appointmentId, since, skip } }) => ({ appointmentId, since, skip }),
  },
})
type SkipRow = RowOf<typeof reminderSkips.columns>

const reminder: Aggregate<State, SkipReminder, ReminderSkipped, SkipRow> = {
  name: 'reminder',
  decider,
  projection: reminderSkips,
}

export const skipReminder = (ctx: CommandContext, { id, agreedVersion }: Appointment, skip: boolean) =>
  execute(ctx, reminder, id, { type: 'SkipReminder', since: agreedVersion, skip })

export const isReminderSkipped = (db: Db, appointmentId: number, version: number): Promise<boolean> =>
  exists(db, {
    name: 'is-reminder-skipped',
    text: 'SELECT 1 FROM reminder_skips WHERE appointment_id = $1 AND since = $2 AND skip',
    values: [appointmentId, version],
  })
