import { rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import type { ContactMessageReceived, MessageEvent, MessageReceived, MessageWritten } from '../events.ts'

export type MessageState =
  | { is: 'missing' | 'received' }
  | {
      is: 'waiting' | 'sent' | 'delivered' | 'failed'
      customerId: number
      /** Of the last attempt that anybody told of. */
      providerId: string | null
    }

type Outcome = { messageId: number; providerId: string | null; now: string }

export type MessageCommand =
  | { type: 'WriteMessage'; message: MessageWritten['data']; refusal?: string }
  | { type: 'RetryMessage'; messageId: number; recipient: string | null; refusal?: string; now: string }
  | { type: 'ReceiveMessage'; message: MessageReceived['data'] }
  | { type: 'ReceiveFromContact'; message: ContactMessageReceived['data'] }
  /** What became of it; told twice, late or in any order. */
  | ({ type: 'RecordSent' | 'RecordDelivered' } & Outcome)
  | ({ type: 'RecordFailed'; reason: string } & Outcome)

type Command<Type> = Extract<MessageCommand, { type: Type }>

function decide(command: MessageCommand, state: MessageState): MessageEvent[] {
  switch (command.type) {
    case 'WriteMessage': {
      const { message, refusal } = command
      return [
        { type: 'MessageWritten', data: message },
        ...failed(message.messageId, message.writtenAt, refusal),
      ]
    }
    case 'RetryMessage':
      return retried(command, state)
    case 'ReceiveMessage':
      return [{ type: 'MessageReceived', data: command.message }]
    case 'ReceiveFromContact':
      return [{ type: 'ContactMessageReceived', data: command.message }]
    case 'RecordSent': {
      const { messageId, providerId, now } = command
      const isNews =
        state.is === 'waiting' || (state.is === 'failed' && isOther(state.providerId, providerId))
      return isNews ? [{ type: 'MessageSent', data: { messageId, providerId, sentAt: now } }] : []
    }
    case 'RecordDelivered': {
      const { messageId, providerId, now } = command
      return isOpen(state, providerId)
        ? [{ type: 'MessageDelivered', data: { messageId, providerId, deliveredAt: now } }]
        : []
    }
    case 'RecordFailed': {
      const { messageId, providerId, reason, now } = command
      return isOpen(state, providerId) ? failed(messageId, now, reason, providerId) : []
    }
  }
}

const isOther = (known: string | null, told: string | null) => known === null || known !== told

/** Delivered and failed are final, and what is told of an earlier attempt says nothing of this one. */
const isOpen = (state: MessageState, providerId: string | null) =>
  state.is === 'waiting' || (state.is === 'sent' && state.providerId === providerId)

const failed = (
  messageId: number,
  failedAt: string,
  reason?: string,
  providerId: string | null = null,
): MessageEvent[] =>
  reason === undefined ? [] : [{ type: 'MessageFailed', data: { messageId, providerId, reason, failedAt } }]

function retried(
  { messageId, recipient, refusal, now }: Command<'RetryMessage'>,
  state: MessageState,
): MessageEvent[] {
  if (state.is === 'missing') throw rejection('not-found', 'Message not found')
  if (state.is !== 'failed') throw rejection('conflict', 'Only a message that failed can be sent again.')
  const { customerId } = state
  return [
    { type: 'MessageRetried', data: { messageId, customerId, recipient, retriedAt: now } },
    ...failed(messageId, now, refusal),
  ]
}

function evolve(state: MessageState, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageWritten':
      return { is: 'waiting', customerId: event.data.customerId, providerId: null }
    case 'MessageReceived':
    case 'ContactMessageReceived':
      return { is: 'received' }
    case 'MessageRetried':
      return outbound(state, 'waiting', null)
    case 'MessageSent':
      return outbound(state, 'sent', event.data.providerId)
    case 'MessageDelivered':
      return outbound(state, 'delivered', event.data.providerId)
    case 'MessageFailed':
      return outbound(state, 'failed', event.data.providerId)
  }
}

const outbound = (
  state: MessageState,
  is: 'waiting' | 'sent' | 'delivered' | 'failed',
  providerId: string | null,
): MessageState => ('customerId' in state ? { ...state, is, providerId } : state)

/** Outbound: waiting → sent → delivered or failed, never backwards; failed → retried → waiting. Inbound: received. */
export const message: Decider<MessageState, MessageCommand, MessageEvent> = {
  initialState: () => ({ is: 'missing' }),
  decide,
  evolve,
}

export const messageStream = (id: number) => `message-${id}`
