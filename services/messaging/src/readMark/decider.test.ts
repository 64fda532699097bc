import { givenEvents } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import type { ConversationRead } from '../events.ts'
import { type ReadConversation, readMarkDecider } from './decider.ts'

const at = (minute: number) => `2026-11-21T15:0${minute}:00.000Z`
const given = (history: ConversationRead[] = []) =>
  givenEvents(readMarkDecider, history, { id: 7, now: at(9) })
const read = (messageId: number, receivedAt: string): ConversationRead => ({
  type: 'ConversationRead',
  data: { customerId: 7, messageId, receivedAt, readAt: at(9) },
})
const command = (messageId: number, receivedAt: string): ReadConversation => ({
  type: 'ReadConversation',
  upTo: { messageId, receivedAt },
})

it('a conversation is read up to a message', () =>
  given()
    .when(command(3, at(1)))
    .thenEvents([read(3, at(1))]))

it('a mark moves on to a newer message, by time and then by number', () => {
  given([read(3, at(1))])
    .when(command(2, at(2)))
    .thenEvents([read(2, at(2))])
  given([read(3, at(1))])
    .when(command(4, at(1)))
    .thenEvents([read(4, at(1))])
})

it('nothing is stored when nothing new was read', () => {
  const marked = given([read(3, at(2))])
  for (const [messageId, receivedAt] of [
    [3, at(2)],
    [2, at(2)],
    [9, at(1)],
  ] as const)
    marked.when(command(messageId, receivedAt)).thenEvents([])
  expect(readMarkDecider.initialState()).toBeNull()
})
