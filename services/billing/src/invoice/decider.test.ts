import { given as givenHistory } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { InvoiceEvent } from '../events.ts'
import { type InvoiceCommand, invoice } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const when = { invoiceId: 7, today: '2026-11-21', now }
const line = { description: 'Hang three doors', amountCents: 10_000, taxCents: 725 }
const form = {
  customerId: 3,
  appointmentId: null,
  description: 'Hang three doors',
  lines: [line],
  dueOn: '2026-11-21',
}
const drafted: InvoiceEvent = { type: 'InvoiceDrafted', data: { invoiceId: 7, ...form, draftedAt: now } }
const issued: InvoiceEvent = {
  type: 'InvoiceIssued',
  data: { invoiceId: 7, number: 1, issuedOn: '2026-11-21', issuedAt: now },
}
const voided: InvoiceEvent = { type: 'InvoiceVoided', data: { invoiceId: 7, voidedAt: now } }
const overdue: InvoiceEvent = {
  type: 'InvoiceOverdue',
  data: { invoiceId: 7, dueOn: '2026-11-21', markedAt: now },
}
const received = (amountCents: number, paymentId = 1): InvoiceEvent => ({
  type: 'PaymentReceived',
  data: {
    ...{ invoiceId: 7, customerId: 3, paymentId, amountCents },
    method: 'cash',
    paidOn: '2026-11-21',
    recordedAt: now,
  },
})
const refunded = (amountCents: number): InvoiceEvent => ({
  type: 'PaymentRefunded',
  data: {
    ...{ invoiceId: 7, customerId: 3, paymentId: 1, amountCents },
    refundedOn: '2026-11-21',
    recordedAt: now,
  },
})
const given = (...history: InvoiceEvent[]) => givenHistory(invoice, history)
const pay = (amountCents?: number): InvoiceCommand => ({
  ...{ ...when, type: 'RecordPayment', method: 'cash', paidOn: '2026-11-21' },
  ...(amountCents !== undefined && { amountCents }),
})
const refund = (amountCents?: number): InvoiceCommand => ({
  ...{ ...when, type: 'RefundPayment', paymentId: 1, refundedOn: '2026-11-21' },
  ...(amountCents !== undefined && { amountCents }),
})
const issue: InvoiceCommand = { ...when, type: 'IssueInvoice', number: 1 }
const change = (changes: object): InvoiceCommand => ({ ...when, type: 'ChangeInvoice', ...changes })
const changed = (data: object): InvoiceEvent => ({
  type: 'InvoiceChanged',
  data: { invoiceId: 7, ...data, changedAt: now },
})
const tomorrow = { today: '2026-11-22' }

describe('a draft', () => {
  it('is written down', () =>
    given()
      .when({ ...when, type: 'DraftInvoice', ...form })
      .thenEvents([drafted]))

  it.each([
    ['no amount at all', [{ ...line, amountCents: 0, taxCents: 0 }], 'The amount must be more than 0'],
    ['more than fits', [{ ...line, amountCents: 9_999_999_999 }], 'An amount is at most 99,999,999.99'],
  ])('cannot be over %s', (_what, lines, message) =>
    given()
      .when({ ...when, type: 'DraftInvoice', ...form, lines })
      .thenRefused(message),
  )

  it('is issued once', () => {
    given(drafted).when(issue).thenEvents([issued])
    given(drafted, issued).when(issue).thenRefused('issued already')
    given(drafted, voided).when(issue).thenRefused('void')
  })

  it('is overdue at once when its day has passed', () =>
    given({ ...drafted, data: { ...drafted.data, dueOn: '2026-11-20' } } as InvoiceEvent)
      .when(issue)
      .thenEvents([issued, { ...overdue, data: { ...overdue.data, dueOn: '2026-11-20' } } as InvoiceEvent]))

  it('cannot be paid, nor anybody be reminded of it', () => {
    given(drafted).when(pay()).thenRefused('A draft is not owed yet')
    given(drafted)
      .when({ ...when, type: 'RequestReminder', channel: 'sms' })
      .thenRefused('A draft')
  })
})

describe('a change', () => {
  it('keeps only what is different', () => {
    given(drafted)
      .when(change({ description: form.description, amountCents: 10_000 }))
      .thenEvents([])
    given(drafted)
      .when(change({ dueOn: '2026-12-01' }))
      .thenEvents([changed({ dueOn: '2026-12-01' })])
    given(drafted)
      .when(change({ taxCents: 0 }))
      .thenEvents([changed({ lines: [{ ...line, taxCents: 0 }] })])
  })

  it('of the description goes along to the only line, issued or not', () =>
    given(drafted, issued)
      .when(change({ description: 'Hang two doors' }))
      .thenEvents([
        changed({ description: 'Hang two doors', lines: [{ ...line, description: 'Hang two doors' }] }),
      ]))

  it('of amounts is for drafts alone', () =>
    given(drafted, issued)
      .when(change({ amountCents: 5 }))
      .thenRefused('only while it is a draft'))

  it('of the tax of several lines names the lines', () => {
    const several = { ...drafted, data: { ...drafted.data, lines: [line, line] } } as InvoiceEvent
    given(several)
      .when(change({ taxCents: 0 }))
      .thenRefused('line by line')
    given(several)
      .when(change({ amountCents: 500 }))
      .thenEvents([changed({ lines: [{ description: form.description, amountCents: 500, taxCents: 0 }] })])
  })

  it('of a void invoice is refused', () =>
    given(drafted, voided)
      .when(change({ description: 'x' }))
      .thenRefused('void'))

  it('of the due date lets an overdue invoice wait again, or not', () => {
    given(drafted, issued, overdue)
      .when({ ...change({ dueOn: '2026-11-22' }), ...tomorrow })
      .thenEvents([changed({ dueOn: '2026-11-22' })])
    given(drafted, issued)
      .when(change({ dueOn: '2026-11-20' }))
      .thenEvents([
        changed({ dueOn: '2026-11-20' }),
        { ...overdue, data: { ...overdue.data, dueOn: '2026-11-20' } } as InvoiceEvent,
      ])
  })
})

describe('a payment', () => {
  it('is of the balance unless it says less', () => {
    given(drafted, issued)
      .when(pay())
      .thenEvents([received(10_725)])
    given(drafted, issued)
      .when(pay(725))
      .thenEvents([received(725)])
    given(drafted, issued, received(725))
      .when(pay())
      .thenEvents([received(10_000, 2)])
  })

  it.each([
    ['more than the balance', [drafted, issued], pay(10_726), 'more than is owed'],
    ['of nothing', [drafted, issued], pay(0), 'more than 0'],
    ['less than nothing', [drafted, issued], pay(-1), 'more than 0'],
    ['on what is paid', [drafted, issued, received(10_725)], pay(), 'Nothing is owed'],
    ['on what is void', [drafted, issued, voided], pay(), 'void'],
    ['tomorrow', [drafted, issued], { ...pay(), paidOn: '2026-11-22' } as InvoiceCommand, 'not come yet'],
    ['on what is not there', [], pay(), 'Invoice not found'],
  ])('is refused: %s', (_what, history, command, message) =>
    given(...history)
      .when(command)
      .thenRefused(message),
  )
})

describe('a refund', () => {
  it('is of what is left of the payment unless it says less', () => {
    given(drafted, issued, received(10_725))
      .when(refund())
      .thenEvents([refunded(10_725)])
    given(drafted, issued, received(725), refunded(25))
      .when(refund())
      .thenEvents([refunded(700)])
  })

  it.each([
    ['more than is left', [received(725), refunded(25)], refund(701), 'more than is left'],
    ['a second time', [received(725), refunded(725)], refund(), 'refunded already'],
    ['of no payment', [], refund(), 'Payment not found'],
    ['of nothing', [received(725)], refund(0), 'more than 0'],
  ])('is refused: %s', (_what, history, command, message) =>
    given(drafted, issued, ...history)
      .when(command)
      .thenRefused(message),
  )

  it('makes an invoice overdue again whose day has passed', () =>
    given(drafted, issued, overdue, received(10_725))
      .when({ ...refund(), ...tomorrow })
      .thenEvents([refunded(10_725), overdue]))
})

describe('the clock', () => {
  const mark: InvoiceCommand = { ...when, type: 'MarkOverdue' }

  it('marks an invoice when its day has passed, once', () => {
    given(drafted, issued).when(mark).thenEvents([])
    given(drafted, issued)
      .when({ ...mark, ...tomorrow })
      .thenEvents([overdue])
    given(drafted, issued, overdue)
      .when({ ...mark, ...tomorrow })
      .thenEvents([])
  })

  it.each([
    ['a draft', [drafted]],
    ['what is void', [drafted, issued, voided]],
    ['what is paid', [drafted, issued, received(10_725)]],
  ])('leaves alone %s', (_what, history) =>
    given(...history)
      .when({ ...mark, ...tomorrow })
      .thenEvents([]),
  )
})

it('is void only while nothing is paid on it', () => {
  const cancel: InvoiceCommand = { ...when, type: 'VoidInvoice' }
  given(drafted).when(cancel).thenEvents([voided])
  given(drafted, issued).when(cancel).thenEvents([voided])
  given(drafted, issued, voided).when(cancel).thenEvents([])
  given(drafted, issued, received(5)).when(cancel).thenRefused('Refund it before')
  given(drafted, issued, received(5), refunded(5)).when(cancel).thenEvents([voided])
})

it('a reminder says what is owed', () =>
  given(drafted, issued, received(725))
    .when({ ...when, type: 'RequestReminder', channel: 'sms' })
    .thenEvents([
      {
        type: 'PaymentReminderRequested',
        data: { invoiceId: 7, customerId: 3, channel: 'sms', balanceCents: 10_000, requestedAt: now },
      },
    ]))

describe('sending it', () => {
  const send: InvoiceCommand = { ...when, type: 'SendInvoice' }
  const sent = (balanceCents: number): InvoiceEvent => ({
    type: 'InvoiceSendRequested',
    data: { invoiceId: 7, customerId: 3, balanceCents, dueOn: '2026-11-21', requestedAt: now },
  })

  it('says what is still owed, be it nothing', () => {
    given(drafted, issued, received(725))
      .when(send)
      .thenEvents([sent(10_000)])
    given(drafted, issued, received(10_725))
      .when(send)
      .thenEvents([sent(0)])
    given(drafted, issued, sent(10_725))
      .when(send)
      .thenEvents([sent(10_725)])
  })

  it('is not for drafts, nor for what is void', () => {
    given(drafted).when(send).thenRefused('Issue it first')
    given(drafted, issued, voided).when(send).thenRefused('This invoice is void.')
    given().when(send).thenRefused('Invoice not found')
  })
})
