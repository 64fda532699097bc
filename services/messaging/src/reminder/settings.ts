import type { Db } from '@plumbline/platform/db'
import {
  type Aggregate,
  type CommandContext,
  type Decider,
  execute,
  fold,
  readStream,
} from '@plumbline/platform/event-store'
import type { QuoteFollowUpsSwitched, ReminderSettingsChanged } from '../events.ts'

type State = { remindersOn: boolean; followUpsOn: boolean }
type Switched = ReminderSettingsChanged | QuoteFollowUpsSwitched
type Switch = { type: 'SwitchReminders' | 'SwitchFollowUps'; on: boolean }

/** Customers are reminded of appointments, and asked about quotes again, until staff switch it off. */
const decider: Decider<State, Switch, Switched> = {
  initialState: () => ({ remindersOn: true, followUpsOn: true }),
  decide: ({ type, on }, { remindersOn, followUpsOn }, { now }) => {
    const isReminders = type === 'SwitchReminders'
    if (on === (isReminders ? remindersOn : followUpsOn)) return []
    const event = isReminders ? 'ReminderSettingsChanged' : 'QuoteFollowUpsSwitched'
    return [{ type: event, data: { on, changedAt: now } }]
  },
  evolve: (state, { type, data }) =>
    type === 'ReminderSettingsChanged'
      ? { ...state, remindersOn: data.on }
      : { ...state, followUpsOn: data.on },
}

/** Stream `messaging-settings`. */
const settings: Aggregate<State, Switch, Switched, never> = {
  name: 'messaging',
  decider,
}

const readSwitches = async (db: Db): Promise<State> =>
  fold(decider, await readStream<Switched>(db, 'messaging-settings'))

export const remindersAreOn = async (db: Db): Promise<boolean> => (await readSwitches(db)).remindersOn
export const followUpsAreOn = async (db: Db): Promise<boolean> => (await readSwitches(db)).followUpsOn

export const switchReminders = (ctx: CommandContext, on: boolean) =>
  execute(ctx, settings, 'settings', { type: 'SwitchReminders', on })

export const switchFollowUps = (ctx: CommandContext, on: boolean) =>
  execute(ctx, settings, 'settings', { type: 'SwitchFollowUps', on })
