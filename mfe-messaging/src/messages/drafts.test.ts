import { beforeEach, describe, expect, it } from 'vitest'
import { createDrafts, type Drafts } from './drafts.ts'

const annSms = { customerId: 1, channel: 'sms' } as const
const annEmail = { customerId: 1, channel: 'email' } as const
const bobSms = { customerId: 2, channel: 'sms' } as const

let drafts: Drafts
beforeEach(() => {
  drafts = createDrafts()
})
const textOf = (slot: Parameters<Drafts['read']>[0]) => drafts.read(slot).text

describe('a draft', () => {
  it('belongs to one customer and one channel', () => {
    drafts.write(annSms, { text: 'Hi Ann' })
    expect(textOf(annSms)).toBe('Hi Ann')
    for (const other of [annEmail, bobSms]) expect(textOf(other)).toBe('')
  })

  it('marks its customer until it is empty again', () => {
    drafts.write(annSms, { text: 'Hi' })
    drafts.write(bobSms, { text: '  ' })
    expect([...drafts.customers()]).toEqual([1])
    drafts.write(annSms, { text: '' })
    expect([...drafts.customers()]).toEqual([])
  })

  it('is gone when it was sent', () => {
    drafts.write(annEmail, { text: 'Hi Ann', subject: 'Hello' })
    drafts.finish(annEmail, drafts.begin(annEmail))
    expect(drafts.read(annEmail)).toMatchObject({ text: '', subject: '', isSending: false })
  })

  it('keeps what is typed while it is being sent', () => {
    drafts.write(annSms, { text: 'On my way' })
    const sent = drafts.begin(annSms)
    expect(drafts.read(annSms).isSending).toBe(true)
    drafts.write(annSms, { text: 'On my way\nPlease open the gate' })
    drafts.finish(annSms, sent)
    expect(textOf(annSms)).toBe('Please open the gate')
  })

  it('keeps all of a text that was rewritten while it was being sent', () => {
    drafts.write(annSms, { text: 'On my way' })
    const sent = drafts.begin(annSms)
    drafts.write(annSms, { text: 'Please open the gate' })
    drafts.finish(annSms, sent)
    expect(textOf(annSms)).toBe('Please open the gate')
  })

  it('stays when sending failed, with the reason until it is changed', () => {
    drafts.write(annSms, { text: 'Hi' })
    drafts.begin(annSms)
    drafts.fail(annSms, 'Too long')
    expect(drafts.read(annSms)).toMatchObject({ text: 'Hi', isSending: false, problem: 'Too long' })
    drafts.write(annSms, { caret: 1 })
    expect(drafts.read(annSms).problem).toBe('Too long')
    drafts.write(annSms, { text: 'H' })
    expect(drafts.read(annSms).problem).toBeNull()
  })
})

describe('a draft that is stored as a failed message', () => {
  beforeEach(() => drafts.write(annEmail, { text: 'Hi Ann ', subject: 'Hello' }))

  it('stays, and is another message when it is sent again', () => {
    const { key } = drafts.begin(annEmail)
    drafts.keep(annEmail)
    expect(drafts.read(annEmail)).toMatchObject({ text: 'Hi Ann ', subject: 'Hello', isSending: false })
    expect(drafts.begin(annEmail).key).not.toBe(key)
  })

  it('is gone when the failed message is sent again, unless it has another text by then', () => {
    drafts.discardSame(annEmail, 'Hi')
    expect(textOf(annEmail)).toBe('Hi Ann ')
    drafts.discardSame(annEmail, 'Hi Ann')
    expect(drafts.read(annEmail)).toMatchObject({ text: '', subject: '' })
  })
})

describe('the idempotency key', () => {
  const keyOf = (text: string, subject = '') => {
    drafts.write(annEmail, { text, subject })
    const { key } = drafts.begin(annEmail)
    drafts.fail(annEmail, null)
    return key
  }

  it('is the same for the same content and another for every other, until one of them was sent', () => {
    const first = keyOf('Hello')
    const corrected = keyOf('Hello!')
    expect(corrected).not.toBe(first)
    expect(keyOf('Hello!', 'Subject')).not.toBe(corrected)
    expect(keyOf('Hello')).toBe(first)
    drafts.write(annEmail, { text: 'Hello' })
    drafts.finish(annEmail, drafts.begin(annEmail))
    expect(keyOf('Hello')).not.toBe(first)
  })

  it('is another for another customer', () => {
    const key = keyOf('Hello')
    drafts.write(bobSms, { text: 'Hello' })
    expect(drafts.begin(bobSms).key).not.toBe(key)
  })
})

describe('a template', () => {
  it.each([
    ['into nothing', '', 0, 'TEXT', 4],
    ['at the caret', 'before after', 7, 'before TEXT\nafter', 11],
    ['on a line of its own behind a word', 'before', 6, 'before\nTEXT', 11],
    ['between two lines', 'one\ntwo', 4, 'one\nTEXT\ntwo', 8],
  ])('goes in %s and replaces nothing', (_name, text, caret, result, end) => {
    drafts.write(annSms, { text, caret })
    drafts.insert(annSms, 'TEXT')
    expect(drafts.read(annSms)).toMatchObject({ text: result, caret: end, wantsFocus: true })
  })

  it('sets the subject only where there is none', () => {
    drafts.insert(annEmail, 'TEXT', 'Thank you')
    expect(drafts.read(annEmail).subject).toBe('Thank you')
    drafts.insert(annEmail, 'MORE', 'Reminder')
    expect(drafts.read(annEmail)).toMatchObject({ subject: 'Thank you', text: 'TEXT\nMORE' })
  })
})
