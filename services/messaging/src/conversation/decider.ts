import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { ContactMessageReceived, MessageEvent, MessageReceived, MessageWritten } from '../events.ts'

export type MessageState =
  | { status: 'missing' | 'received' }
  | {
      status: 'waiting' | 'sent' | 'delivered' | 'failed'
      customerId: number
      /** Of the attempt that was reported last. */
      providerId: string | null
      /** It failed because staff cancelled it. */
      isCancelled?: boolean
    }

/** Outcomes may be reported twice, late and in any order. */
export type MessageOutcome =
  | { type: 'RecordSent' | 'RecordDelivered'; providerId: string | null }
  | { type: 'RecordFailed'; providerId: string | null; reason: string }

export type MessageCommand =
  | {
      type: 'WriteMessage'
      message: Omit<MessageWritten['data'], 'messageId' | 'writtenAt'>
      refusal?: string
    }
  | { type: 'RetryMessage'; recipient: string | null; refusal?: string }
  | { type: 'CancelMessage'; reason: string }
  /** Sends one that waits at once, or lets a cancelled one wait again. */
  | { type: 'SendMessageNow' | 'RestoreMessage'; recipient: string | null }
  /** `receivedAt` may be long ago, when a message moves to another conversation. */
  | {
      type: 'ReceiveMessage'
      message: Omit<MessageReceived['data'], 'messageId' | 'startsUnread'>
      isRead?: boolean
    }
  | { type: 'ReceiveContactMessage'; message: Omit<ContactMessageReceived['data'], 'messageId'> }
  | MessageOutcome

function decide(command: MessageCommand, state: MessageState, context: DecisionContext): MessageEvent[] {
  const { id: messageId, now } = context
  switch (command.type) {
    case 'WriteMessage': {
      const { message, refusal } = command
      return [
        { type: 'MessageWritten', data: { messageId, ...message, writtenAt: now } },
        ...failure(messageId, now, refusal),
      ]
    }
    case 'RetryMessage':
      if (requireOutbound(state).status !== 'failed')
        throw rejection('conflict', 'Only a message that failed can be sent again.')
      return [retried(command, state, context), ...failure(messageId, now, command.refusal)]
    case 'CancelMessage': {
      const { reason } = command
      if (requireOutbound(state).isCancelled) return []
      requireWaiting(state)
      return [
        {
          type: 'MessageFailed',
          data: { messageId, providerId: null, reason, cancelled: true, failedAt: now },
        },
      ]
    }
    case 'SendMessageNow':
      requireWaiting(state)
      return [retried(command, state, context)]
    case 'RestoreMessage': {
      const { status, isCancelled } = requireOutbound(state)
      if (status === 'waiting') return []
      if (!isCancelled) requireWaiting(state)
      return [retried(command, state, context, { waitsAgain: true })]
    }
    case 'ReceiveMessage':
      return [received(messageId, command)]
    case 'ReceiveContactMessage':
      return [{ type: 'ContactMessageReceived', data: { messageId, ...command.message } }]
    case 'RecordSent': {
      const { providerId } = command
      return canBecomeSent(state, providerId)
        ? [{ type: 'MessageSent', data: { messageId, providerId, sentAt: now } }]
        : []
    }
    case 'RecordDelivered': {
      const { providerId } = command
      return isOpen(state, providerId)
        ? [{ type: 'MessageDelivered', data: { messageId, providerId, deliveredAt: now } }]
        : []
    }
    case 'RecordFailed': {
      const { providerId, reason } = command
      return isOpen(state, providerId) ? failure(messageId, now, reason, providerId) : []
    }
  }
}

const received = (
  messageId: number,
  { message, isRead = false }: Extract<MessageCommand, { type: 'ReceiveMessage' }>,
): MessageEvent => ({
  type: 'MessageReceived',
  data: { messageId, ...message, ...(!isRead && { startsUnread: true }) },
})

const failure = (
  messageId: number,
  failedAt: string,
  reason: string | undefined,
  providerId: string | null = null,
): MessageEvent[] =>
  reason === undefined ? [] : [{ type: 'MessageFailed', data: { messageId, providerId, reason, failedAt } }]

/** Of the state in a stream or of a row. */
export function requireExistingMessage<Message>(message: Message | undefined): Message {
  if (!message) throw rejection('not-found', 'Message not found')
  return message
}

type OutboundMessage = Extract<MessageState, { customerId: number }>

function requireOutbound(state: MessageState): OutboundMessage {
  const message = requireExistingMessage(state.status === 'missing' ? undefined : state)
  if (!('customerId' in message)) throw rejection('conflict', 'This message is from the customer.')
  return message
}

/** Of a message that no provider has yet; the ledger knows whether a worker has it. */
export const alreadySent = () => rejection('conflict', 'It has been sent already.')

function requireWaiting(state: MessageState): void {
  const { status } = requireOutbound(state)
  if (status === 'failed') throw rejection('conflict', 'It is not waiting any more.')
  if (status !== 'waiting') throw alreadySent()
}

const retried = (
  { recipient }: { recipient: string | null },
  state: MessageState,
  { id: messageId, now }: DecisionContext,
  options: { waitsAgain?: true } = {},
): MessageEvent => {
  const { customerId } = requireOutbound(state)
  return { type: 'MessageRetried', data: { messageId, customerId, recipient, ...options, retriedAt: now } }
}

/** A failed message is sent after all when an operator sends it in another attempt. */
const canBecomeSent = (state: MessageState, providerId: string | null) =>
  state.status === 'waiting' ||
  (state.status === 'failed' && (state.providerId === null || state.providerId !== providerId))

/** Delivered and failed are final, and an outcome of an earlier attempt does not concern this one. */
const isOpen = (state: MessageState, providerId: string | null) =>
  state.status === 'waiting' || (state.status === 'sent' && state.providerId === providerId)

function evolve(state: MessageState, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageWritten':
      return { status: 'waiting', customerId: event.data.customerId, providerId: null }
    case 'MessageReceived':
    case 'ContactMessageReceived':
      return { status: 'received' }
    case 'MessageRetried':
      return outbound(state, 'waiting', null)
    case 'MessageSent':
      return outbound(state, 'sent', event.data.providerId)
    case 'MessageDelivered':
      return outbound(state, 'delivered', event.data.providerId)
    case 'MessageFailed':
      return outbound(state, 'failed', event.data.providerId, event.data.cancelled)
  }
}

const outbound = (
  state: MessageState,
  status: 'waiting' | 'sent' | 'delivered' | 'failed',
  providerId: string | null,
  isCancelled = false,
): MessageState => ('customerId' in state ? { ...state, status, providerId, isCancelled } : state)

/** Outbound: waiting → sent → delivered or failed, never backwards; failed or cancelled → retried → waiting. Inbound: received. */
export const messageDecider: Decider<MessageState, MessageCommand, MessageEvent> = {
  initialState: () => ({ status: 'missing' }),
  decide,
  evolve,
}
