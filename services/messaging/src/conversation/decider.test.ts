import { givenEvents } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import type { MessageEvent } from '../events.ts'
import { type MessageCommand, messageDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const given = (history: MessageEvent[] = []) => givenEvents(messageDecider, history, { id: 1, now })
const text = {
  customerId: 7,
  channel: 'sms',
  content: 'On my way',
  subject: null,
  recipient: '+19195550101',
  cause: 'staff',
  causeId: null,
} as const
const receivedText = {
  customerId: 7,
  channel: 'sms',
  content: 'Thanks',
  providerId: 'SM9',
  receivedAt: now,
} as const

const written: MessageEvent = { type: 'MessageWritten', data: { messageId: 1, ...text, writtenAt: now } }
const received: MessageEvent = {
  type: 'MessageReceived',
  data: { messageId: 1, ...receivedText, startsUnread: true },
}
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

const recordSent = (id: string): MessageCommand => ({ type: 'RecordSent', providerId: id })
const recordDelivered = (id: string): MessageCommand => ({ type: 'RecordDelivered', providerId: id })
const recordFailed = (id: string): MessageCommand => ({ type: 'RecordFailed', reason: 'no', providerId: id })
const restore = { type: 'RestoreMessage', recipient: '+19195550102' } as const
const retry = { type: 'RetryMessage', recipient: '+19195550102' } as const

describe('a message that is cancelled', () => {
  it('waits again when that is taken back, which is not the same as sending it again', () => {
    given([written, cancelled])
      .when(restore)
      .thenEvents([{ type: 'MessageRetried', data: { ...retriedData, waitsAgain: true } }])
    given([written, cancelled]).when(retry).thenEvents([retried])
  })
})

describe('a message that is written', () => {
  it('waits to be sent', () => given().when({ type: 'WriteMessage', message: text }).thenEvents([written]))

  it('fails at once when it has no recipient', () => {
    const message = { ...text, recipient: null }
    given()
      .when({ type: 'WriteMessage', message, refusal: 'no' })
      .thenEvents([
        { type: 'MessageWritten', data: { messageId: 1, ...message, writtenAt: now } },
        failed(null),
      ])
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
  ])('%s', (_name, history, command, events) => given(history).when(command).thenEvents(events))
})

describe('a failed message', () => {
  it('can be retried', () =>
    given([written, failed(null)])
      .when(retry)
      .thenEvents([retried]))

  it('fails again when it still has no recipient', () =>
    given([written, failed(null)])
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
  ])('%s', (_name, history) => given(history).when(retry).thenRefused('Only a message that failed'))

  it('when it was received', () =>
    given([received]).when(retry).thenRefused('This message is from the customer.'))

  it('when it does not exist', () => given().when(retry).thenRefused('Message not found'))
})

it('a message from a customer is received', () => {
  given().when({ type: 'ReceiveMessage', message: receivedText }).thenEvents([received])
  given()
    .when({ type: 'ReceiveMessage', message: receivedText, isRead: true })
    .thenEvents([{ type: 'MessageReceived', data: { messageId: 1, ...receivedText } }])
  expect(messageDecider.evolve({ status: 'missing' }, received)).toEqual({ status: 'received' })
})
