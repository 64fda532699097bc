import type { Aggregate } from '@plumbline/platform/event-store'
import type { ContactMessageReceived, MessageEvent } from '../events.ts'
import { type MessageCommand, type MessageState, message } from './decider.ts'
import { type MessageRow, messages } from './projection.ts'

/** A message and its row in the conversation; one from an unknown number has none before it is assigned. */
export const messageAggregate: Aggregate<
  MessageState,
  MessageCommand,
  Exclude<MessageEvent, ContactMessageReceived>,
  MessageRow
> = {
  name: 'message',
  decider: message as never,
  projection: messages,
}
