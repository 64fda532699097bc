import type { Db } from '@plumbline/platform/db'
import { type EventStore, type Metadata, readStream } from '@plumbline/platform/event-store'
import type { ReminderSettingsChanged } from '../events.ts'

const stream = 'messaging-settings'

/** Whether customers are reminded at all; they are until somebody says otherwise. */
export const remindersAreOn = async (db: Db): Promise<boolean> =>
  (await readStream<ReminderSettingsChanged>(db, stream)).at(-1)?.data.on ?? true

type Act = {
  store: Pick<EventStore, 'append'>
  db: Parameters<EventStore['append']>[0]
  metadata: Metadata
  now: Date
}

export async function switchReminders({ store, db, metadata, now }: Act, on: boolean): Promise<void> {
  if ((await remindersAreOn(db)) === on) return
  const data = { on, changedAt: now.toISOString() }
  await store.append<ReminderSettingsChanged>(db, {
    ...{ stream, expectedVersion: 'any', metadata },
    events: [{ type: 'ReminderSettingsChanged', data }],
  })
}
