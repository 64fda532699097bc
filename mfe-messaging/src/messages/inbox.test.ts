import { createMatcher } from '@plumbline/contract/list'
import type { Conversation, UnknownConversation } from '@plumbline/messaging/api'
import { expect, it } from 'vitest'
import { hasInboxStatus, type InboxEntry, inboxEntries, inboxSearch, isSelected } from './inbox.ts'
import { relativeTime, timeOrDay } from './relativeTime.ts'

const conversation = (customerId: number, more: Partial<Conversation> = {}): Conversation => ({
  id: customerId,
  customerId,
  customerName: 'Ann Lee',
  customerPhone: '919 555 0101',
  customerEmail: 'ann@example.test',
  type: 'sms',
  direction: 'outbound',
  content: 'See you on Monday',
  subject: null,
  status: 'sent',
  reason: null,
  goesOutAt: null,
  attachment: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  unread: 0,
  waitsForAnswer: false,
  ...more,
})
const number: UnknownConversation = {
  id: 1,
  phone: '+19195550177',
  optedOut: false,
  content: 'Do you mend fences?',
  createdAt: '2026-11-22T15:00:00.000Z',
  unread: 1,
}
const ann = conversation(1)
const bob = conversation(2, {
  customerName: 'Bobby Moss',
  customerPhone: '(919) 555-0102',
  direction: 'inbound',
  content: 'The gate is open',
  createdAt: '2026-11-23T15:00:00.000Z',
  unread: 2,
  waitsForAnswer: true,
})
const entries = inboxEntries([ann, bob], [number])

it('conversations of customers and numbers are listed together, the latest first', () => {
  expect(entries).toEqual([bob, number, ann])
})

it.each<[string, InboxEntry[]]>([
  ['bobby', [bob]],
  ['gate open', [bob]],
  ['1 (919) 555-0102', [bob]],
  ['919.555.0177', [number]],
  ['fences', [number]],
  ['zzz', []],
])('a search for %j finds names, phone numbers in any format and the latest text', (query, found) => {
  expect(createMatcher(inboxSearch)(entries, query)).toEqual(found)
})

it('a conversation is unread, or waits for an answer, when staff have not answered the customer, or do not know whose number it is', () => {
  const readByNow = conversation(3, { waitsForAnswer: true })
  const withStatus = (status: string) => [...entries, readByNow].filter((it) => hasInboxStatus(it, status))
  expect(withStatus('unread')).toEqual([bob, number])
  expect(withStatus('waiting')).toEqual([bob, number, readByNow])
  const readNumber = { ...number, unread: 0 }
  expect(['unread', 'waiting'].map((status) => hasInboxStatus(readNumber, status))).toEqual([false, true])
  expect([{ ...number, optedOut: true }].filter((it) => hasInboxStatus(it, 'waiting'))).toEqual([])
})

it('a customer and a number with the same id are different selections', () => {
  expect(entries.map((it) => isSelected(it, { kind: 'customer', id: 1 }))).toEqual([false, false, true])
  expect(entries.map((it) => isSelected(it, { kind: 'contact', id: 1 }))).toEqual([false, true, false])
})

it.each([
  ['2026-11-23T14:59:40.000Z', '9:59 AM', 'just now'],
  ['2026-11-23T12:00:00.000Z', '7:00 AM', '3 hours ago'],
  ['2026-11-23T04:00:00.000Z', 'Yesterday', 'yesterday'],
  ['2026-11-20T23:00:00.000Z', 'Fri, Nov 20', '3 days ago'],
  ['2026-11-02T15:00:00.000Z', 'Mon, Nov 2', 'Nov 2, 2026'],
  ['no date', 'Invalid date', 'Invalid date'],
])('a message of %s has the time or the day %s, and came %s', (at, timeText, relative) => {
  const now = new Date('2026-11-23T15:00:00.000Z')
  expect([timeOrDay(at, now), relativeTime(at, now)]).toEqual([timeText, relative])
})
