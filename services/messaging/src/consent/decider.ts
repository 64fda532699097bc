import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { MessageType } from '../api.ts'
import type { ConsentEvent, Hold } from '../events.ts'

/** What a customer can refuse: a channel, or appointment reminders. */
export type ConsentTopic = MessageType | 'reminders'
export type Refusals = Record<ConsentTopic, boolean>
/** With what is known of the number: why SMS to it pause. */
export type KnownRefusals = Refusals & { smsHold: Hold | null }

export type ChangeConsent = { type: 'ChangeConsent'; topic: ConsentTopic; isRefused: boolean }

function decide(
  { topic, isRefused }: ChangeConsent,
  state: Refusals,
  { id: customerId, now }: DecisionContext,
): ConsentEvent[] {
  if (state[topic] === isRefused) return []
  return topic === 'reminders'
    ? [{ type: 'RemindersChanged', data: { customerId, wanted: !isRefused, changedAt: now } }]
    : [{ type: 'ConsentChanged', data: { customerId, channel: topic, optedOut: isRefused, changedAt: now } }]
}

function evolve(state: Refusals, { type, data }: ConsentEvent): Refusals {
  switch (type) {
    case 'ConsentChanged':
      return { ...state, [data.channel]: data.optedOut }
    case 'RemindersChanged':
      return { ...state, reminders: !data.wanted }
  }
}

/** Customers get messages and reminders until they refuse them. */
export const consentDecider: Decider<Refusals, ChangeConsent, ConsentEvent> = {
  initialState: () => ({ sms: false, email: false, reminders: false }),
  decide,
  evolve,
}
