import { givenEvents } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import type { MessageEvent } from '../events.ts'
import { type MessageCommand, messageDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const writtenData = {
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
const receivedData = {
  messageId: 1,
  customerId: 7,
  channel: 'sms',
  content: 'Thanks',
  providerId: 'SM9',
  receivedAt: now,
} as const

const written: MessageEvent = { type: 'MessageWritten', data: writtenData }
const received: MessageEvent = { type: 'MessageReceived', data: { ...receivedData, startsUnread: true } }
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
const retriedData = { messageId: 1, customerId: 7, recipient: '+19195550102', retriedAt: now }
const retried: MessageEvent = { type: 'MessageRetried', data: retriedData }

const cancelled: MessageEvent = {
  type: 'MessageFailed',
  data: { messageId: 1, providerId: null, reason: 'Cancelled.', cancelled: true, failedAt: now },
}

const outcome = (providerId: string | null) => ({ messageId: 1, providerId, now })
const recordSent = (id: string): MessageCommand => ({ type: 'RecordSent', ...outcome(id) })
const recordDelivered = (id: string): MessageCommand => ({ type: 'RecordDelivered', ...outcome(id) })
const recordFailed = (id: string): MessageCommand => ({
  type: 'RecordFailed',
  reason: 'no',
  ...outcome(id),
})
const restore = { type: 'RestoreMessage', messageId: 1, recipient: '+19195550102', now } as const
const retry = { type: 'RetryMessage', messageId: 1, recipient: '+19195550102', now } as const

describe('a message that is cancelled', () => {
  it('waits again when that is taken back, which is not the same as sending it again', () => {
    givenEvents(messageDecider, [written, cancelled])
      .when(restore)
      .thenEvents([{ type: 'MessageRetried', data: { ...retriedData, waitsAgain: true } }])
    givenEvents(messageDecider, [written, cancelled]).when(retry).thenEvents([retried])
  })
})

describe('a message that is written', () => {
  it('waits to be sent', () =>
    givenEvents(messageDecider).when({ type: 'WriteMessage', message: writtenData }).thenEvents([written]))

  it('fails at once when it has no recipient', () => {
    const message = { ...writtenData, recipient: null }
    givenEvents(messageDecider)
      .when({ type: 'WriteMessage', message, refusal: 'no' })
      .thenEvents([{ type: 'MessageWritten', data: message }, failed(null)])
  })
})

describe('the outcome of a message', () => {
  it.each<[string, MessageEvent[], MessageCommand, MessageEvent[]]>([
    ['"sent" is recorded', [written], recordSent('SM1'), [sent('SM1')]],
    ['"sent" is recorded once', [written, sent('SM1')], recordSent('SM1'), []],
    ['"delivered" is recorded', [written, sent('SM1')], recordDelivered('SM1'), [delivered('SM1')]],
    ['"delivered" may come before "sent"', [written], recordDelivered('SM1'), [delivered('SM1')]],
    ['"sent" is ignored after "delivered"', [written, delivered('SM1')], recordSent('SM1'), []],
    [
      '"failed" is ignored after "delivered"',
      [written, sent('SM1'), delivered('SM1')],
      recordFailed('SM1'),
      [],
    ],
    [
      '"delivered" is ignored after "failed"',
      [written, sent('SM1'), failed('SM1')],
      recordDelivered('SM1'),
      [],
    ],
    ['"failed" may come before "sent"', [written], recordFailed('SM1'), [failed('SM1')]],
    ['"sent" is ignored after "failed" of the same attempt', [written, failed('SM1')], recordSent('SM1'), []],
    [
      '"sent" is recorded when an operator sends a failed message after all',
      [written, failed(null)],
      recordSent('SM2'),
      [sent('SM2')],
    ],
    [
      '"delivered" of an earlier attempt is ignored',
      [written, failed('SM1'), retried, sent('SM2')],
      recordDelivered('SM1'),
      [],
    ],
  ])('%s', (_name, history, command, events) =>
    givenEvents(messageDecider, history).when(command).thenEvents(events),
  )
})

describe('a failed message', () => {
  it('can be retried', () =>
    givenEvents(messageDecider, [written, failed(null)])
      .when(retry)
      .thenEvents([retried]))

  it('fails again when it still has no recipient', () =>
    givenEvents(messageDecider, [written, failed(null)])
      .when({ ...retry, recipient: null, refusal: 'still no' })
      .thenEvents([
        { type: 'MessageRetried', data: { ...retriedData, recipient: null } },
        failed(null, 'still no'),
      ]))
})

describe('a message that did not fail cannot be retried', () => {
  it.each([
    ['while it waits', [written]],
    ['when it was sent', [written, sent('SM1')]],
    ['when it was delivered', [written, sent('SM1'), delivered('SM1')]],
  ])('%s', (_name, history) =>
    givenEvents(messageDecider, history).when(retry).thenRefused('Only a message that failed'),
  )

  it('when it was received', () =>
    givenEvents(messageDecider, [received]).when(retry).thenRefused('This message is from the customer.'))

  it('when it does not exist', () => givenEvents(messageDecider).when(retry).thenRefused('Message not found'))
})

it('a message from a customer is received', () => {
  givenEvents(messageDecider).when({ type: 'ReceiveMessage', message: receivedData }).thenEvents([received])
  expect(messageDecider.evolve({ status: 'missing' }, received)).toEqual({ status: 'received' })
})
