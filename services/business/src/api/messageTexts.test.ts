import { describe, expect, it } from 'vitest'
import {
  composeText,
  fillIn,
  MessageTextsChanges,
  messageTexts,
  type Placeholder,
  partsOf,
  placeholders,
  ReviewLink,
  Signature,
  standardTexts,
  textNames,
  textPart,
} from '../api.ts'

const business = { name: 'Plumbline Home Services', phone: '(555) 555-0142' }
const time = 'Monday, November 23 at 9:00 AM'
const textOf = (
  ...[name, part, values = {}]: [Parameters<typeof composeText>[1][0], 'sms' | 'email' | 'subject', object?]
) => composeText(standardTexts, [name, part], { firstName: 'Ann', business, ...values })
const messageFor = (schema: ReturnType<typeof textPart>, words: unknown) =>
  schema.safeParse(words).error?.issues[0]?.message

describe('with nothing set', () => {
  it.each([
    [
      textOf('cancellation', 'sms', { time }),
      'Hi Ann, your appointment on Monday, November 23 at 9:00 AM has been cancelled. Questions or a new date? Call Plumbline Home Services at (555) 555-0142.',
    ],
    [
      textOf('appointmentReminder', 'email', { time }),
      'Hi Ann,\n\nThis is a reminder of your appointment on Monday, November 23 at 9:00 AM. Questions or a new date? Call Plumbline Home Services at (555) 555-0142.',
    ],
    [textOf('appointmentReminder', 'subject'), 'Appointment Reminder'],
    [
      textOf('paymentReminder', 'sms', { balance: '$75.00', invoice: 'invoices INV-000001 and INV-000002' }),
      'Hi Ann, a friendly reminder: $75.00 is still due on invoices INV-000001 and INV-000002. Thank you! Questions? Call Plumbline Home Services at (555) 555-0142.',
    ],
    [textOf('paymentReminder', 'subject', { invoice: '2 invoices' }), 'Payment Reminder: 2 invoices'],
    [
      textOf('invoice', 'email', { number: 'INV-000001', due: 'It has been paid in full.' }),
      'Hi Ann,\n\nYour invoice INV-000001 is attached. It has been paid in full. Thank you! Questions? Call Plumbline Home Services at (555) 555-0142.',
    ],
    [textOf('invoice', 'subject', { number: 'INV-000001' }), 'Your invoice INV-000001'],
    [
      textOf('newTime', 'sms', { time }),
      'Hi Ann, your appointment has been moved to Monday, November 23 at 9:00 AM. If that does not suit you, please call (555) 555-0142. Plumbline Home Services',
    ],
    [
      textOf('onMyWay', 'sms', { arrival: '' }),
      'Hi Ann, I am on my way to your location. Plumbline Home Services',
    ],
    [
      textOf('runningLate', 'sms', { minutes: '15' }),
      'Hi Ann, I am running 15 minutes late. Sorry about that! Plumbline Home Services',
    ],
    [
      textOf('thankYou', 'email'),
      'Hi Ann,\n\nThank you for your business. When something else needs fixing, you know where to find us.\n\nPlumbline Home Services\n(555) 555-0142',
    ],
  ])('a text is as documented: %s', (text, documented) => {
    expect(text).toBe(documented)
  })

  it('every standard text passes the check of what is set', () => {
    for (const name of textNames)
      for (const part of partsOf(name))
        expect(
          messageFor(textPart(name, part), (messageTexts[name].standard as Record<string, string>)[part]),
        ).toBe(undefined)
  })

  it('an example of every placeholder leaves none in the text', () => {
    const examples = Object.fromEntries(
      Object.entries(placeholders).map(([name, { example }]) => [name, example]),
    ) as Record<Placeholder, string>
    for (const name of textNames)
      for (const words of Object.values(messageTexts[name].standard))
        expect(fillIn(words, examples)).not.toMatch(/[{}]/)
  })
})

it('words that are set are filled in, and a value is never filled in again', () => {
  const texts = { ...standardTexts, words: { 'cancellation.sms': '{firstName}: no visit on {time}' } }
  const values = { firstName: '{phone}', business, time: '{time}' }
  expect(composeText(texts, ['cancellation', 'sms'], values)).toBe('{phone}: no visit on {time}')
  expect(composeText(texts, ['cancellation', 'email'], { ...values, firstName: 'Ann' })).toContain('Hi Ann,')
})

describe('words that are refused', () => {
  it.each([
    [
      'Hi {firstname}, on {time}',
      'There is no {firstname} here. You can use {firstName}, {business}, {phone}, or {time}.',
    ],
    [
      'Hi {first name}, on {time}',
      'There is no {first name} here. You can use {firstName}, {business}, {phone}, or {time}.',
    ],
    [
      'On {time}: {balance}',
      'There is no {balance} here. You can use {firstName}, {business}, {phone}, or {time}.',
    ],
    ['Hi {firstName}', '{time} is missing: customers need to know the day and time of the appointment.'],
    ['  ', 'Please enter a text'],
  ])('%s', (words, message) => {
    expect(messageFor(textPart('appointmentReminder', 'sms'), words)).toBe(message)
  })

  it('too many of them', () => {
    expect(messageFor(textPart('appointmentReminder', 'sms'), `{time} ${'x'.repeat(800)}`)).toBe(
      'At most 800 characters',
    )
  })

  it('an email says what its subject need not say', () => {
    expect(messageFor(textPart('appointmentReminder', 'subject'), 'See you soon')).toBe(undefined)
    expect(messageFor(textPart('appointmentReminder', 'email'), 'See you soon')).toContain(
      '{time} is missing',
    )
  })

  it('a signature about a customer, a link that is not https, a text that there is not', () => {
    expect(messageFor(Signature, '{firstName}')).toContain('There is no {firstName} here.')
    expect(messageFor(ReviewLink, 'http://example.com')).toContain('https://example.com/review')
    expect(messageFor(ReviewLink, 'javascript:alert(1)')).toContain('https://example.com/review')
    expect(MessageTextsChanges.safeParse({ words: { 'cancellation.fax': 'x' } }).success).toBe(false)
    expect(
      MessageTextsChanges.safeParse({ words: { 'cancellation.sms': null }, signature: null }).success,
    ).toBe(true)
  })
})
