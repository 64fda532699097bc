import type { Db } from '@plumbline/platform/db'
import { type CommandContext, readStream } from '@plumbline/platform/event-store'
import type { ReminderSettingsChanged } from '../events.ts'
import { recordEvent } from '../store.ts'

const stream = 'messaging-settings'

/** Whether customers are reminded at all; they are until somebody says otherwise. */
export const remindersAreOn = async (db: Db): Promise<boolean> =>
  (await readStream<ReminderSettingsChanged>(db, stream)).at(-1)?.data.on ?? true

export async function switchReminders(ctx: CommandContext, on: boolean): Promise<void> {
  if ((await remindersAreOn(ctx.db)) === on) return
  const event: ReminderSettingsChanged = {
    type: 'ReminderSettingsChanged',
    data: { on, changedAt: ctx.now.toISOString() },
  }
  await recordEvent(ctx, 'messaging', 'settings', event)
}
