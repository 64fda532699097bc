import type { Db } from '@plumbline/platform/db'
import {
  type Aggregate,
  type CommandContext,
  type Decider,
  execute,
  fold,
  readStream,
} from '@plumbline/platform/event-store'
import type { ReminderSettingsChanged } from '../events.ts'

type State = { remindersOn: boolean }
type SwitchReminders = { type: 'SwitchReminders'; on: boolean }

/** Customers are reminded of appointments until staff switch it off. */
const decider: Decider<State, SwitchReminders, ReminderSettingsChanged> = {
  initialState: () => ({ remindersOn: true }),
  decide: ({ on }, { remindersOn }, { now }) =>
    on === remindersOn ? [] : [{ type: 'ReminderSettingsChanged', data: { on, changedAt: now } }],
  evolve: (_state, { data }) => ({ remindersOn: data.on }),
}

/** Stream `messaging-settings`. */
const settings: Aggregate<State, SwitchReminders, ReminderSettingsChanged, never> = {
  name: 'messaging',
  decider,
}

export const remindersAreOn = async (db: Db): Promise<boolean> =>
  fold(decider, await readStream<ReminderSettingsChanged>(db, 'messaging-settings')).remindersOn

export const switchReminders = (ctx: CommandContext, on: boolean) =>
  execute(ctx, settings, 'settings', { type: 'SwitchReminders', on })
