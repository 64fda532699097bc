import { given } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import type { MessageEvent } from '../events.ts'
import { type MessageCommand, message } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const written = {
  messageId: 1,
  customerId: 7,
  channel: 'sms',
  content: 'On my way',
  subject: null,
  recipient: '+19195550101',
  cause: 'staff',
  causeId: null,
  writtenAt: now,
} as const
const received = {
  messageId: 1,
  customerId: 7,
  channel: 'sms',
  content: 'Thanks',
  providerId: 'SM9',
  receivedAt: now,
} as const

const wrote: MessageEvent = { type: 'MessageWritten', data: written }
const sent = (providerId: string): MessageEvent => ({
  type: 'MessageSent',
  data: { messageId: 1, providerId, sentAt: now },
})
const delivered = (providerId: string): MessageEvent => ({
  type: 'MessageDelivered',
  data: { messageId: 1, providerId, deliveredAt: now },
})
const failed = (providerId: string | null, reason = 'no'): MessageEvent => ({
  type: 'MessageFailed',
  data: { messageId: 1, providerId, reason, failedAt: now },
})
const retried: MessageEvent = {
  type: 'MessageRetried',
  data: { messageId: 1, customerId: 7, recipient: '+19195550102', retriedAt: now },
}

const outcome = (providerId: string | null) => ({ messageId: 1, providerId, now })
const recordSent = (id: string): MessageCommand => ({ type: 'RecordSent', ...outcome(id) })
const recordDelivered = (id: string): MessageCommand => ({ type: 'RecordDelivered', ...outcome(id) })
const recordFailed = (id: string | null): MessageCommand => ({
  type: 'RecordFailed',
  reason: 'no',
  ...outcome(id),
})
const retry: MessageCommand = { type: 'RetryMessage', messageId: 1, recipient: '+19195550102', now }

describe('a message that is written', () => {
  it('waits to be sent', () =>
    given(message).when({ type: 'WriteMessage', message: written }).thenEvents([wrote]))

  it('fails at once when there is nowhere to send it', () =>
    given(message)
      .when({ type: 'WriteMessage', message: { ...written, recipient: null }, refusal: 'no' })
      .thenEvents([{ ...wrote, data: { ...written, recipient: null } }, failed(null)]))
})

describe('what a provider tells of a message', () => {
  it.each<[string, MessageEvent[], MessageCommand, MessageEvent[]]>([
    ['sent', [wrote], recordSent('SM1'), [sent('SM1')]],
    ['sent twice is told once', [wrote, sent('SM1')], recordSent('SM1'), []],
    ['delivered', [wrote, sent('SM1')], recordDelivered('SM1'), [delivered('SM1')]],
    ['delivered before we heard of sent', [wrote], recordDelivered('SM1'), [delivered('SM1')]],
    ['sent after delivered', [wrote, delivered('SM1')], recordSent('SM1'), []],
    ['failed after delivered', [wrote, sent('SM1'), delivered('SM1')], recordFailed('SM1'), []],
    ['delivered after failed', [wrote, sent('SM1'), failed('SM1')], recordDelivered('SM1'), []],
    ['failed before we heard of sent', [wrote], recordFailed('SM1'), [failed('SM1')]],
    ['sent after that failure', [wrote, failed('SM1')], recordSent('SM1'), []],
    ['sent by an operator after all', [wrote, failed(null)], recordSent('SM2'), [sent('SM2')]],
    [
      'late news of an earlier attempt',
      [wrote, failed('SM1'), retried, sent('SM2')],
      recordDelivered('SM1'),
      [],
    ],
  ])('%s', (_name, history, command, events) => given(message, history).when(command).thenEvents(events))
})

describe('a failed message', () => {
  it('is tried again', () =>
    given(message, [wrote, failed(null)])
      .when(retry)
      .thenEvents([retried]))

  it('fails again when there is still nowhere to send it', () =>
    given(message, [wrote, failed(null)])
      .when({ ...retry, recipient: null, refusal: 'still no' } as MessageCommand)
      .thenEvents([
        { ...retried, data: { ...retried.data, recipient: null } } as MessageEvent,
        failed(null, 'still no'),
      ]))

  it.each([
    ['waiting', [wrote]],
    ['sent', [wrote, sent('SM1')]],
    ['delivered', [wrote, sent('SM1'), delivered('SM1')]],
    ['received', [{ type: 'MessageReceived', data: received } as MessageEvent]],
  ])('is the only one that can be: not one that is %s', (_name, history) =>
    given(message, history).when(retry).thenRefused('Only a message that failed'),
  )

  it('must be there', () => given(message).when(retry).thenRefused('Message not found'))
})

it('what a customer wrote is received', () => {
  given(message)
    .when({ type: 'ReceiveMessage', message: received })
    .thenEvents([{ type: 'MessageReceived', data: received }])
  expect(message.evolve({ is: 'missing' }, { type: 'MessageReceived', data: received })).toEqual({
    is: 'received',
  })
})
