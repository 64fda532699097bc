import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { InvoiceEvent } from '../events.ts'
import { type InvoiceAction, invoiceDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const tomorrow = '2026-11-22T15:00:00.000Z'
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
const overdue = {
  type: 'InvoiceOverdue',
  data: { invoiceId: 7, dueOn: '2026-11-21', markedAt: now },
} satisfies InvoiceEvent
const overdueTomorrow: InvoiceEvent = { ...overdue, data: { ...overdue.data, markedAt: tomorrow } }
const received = (amountCents: number, paymentId = 1): InvoiceEvent => ({
  type: 'PaymentReceived',
  data: {
    invoiceId: 7,
    customerId: 3,
    paymentId,
    amountCents,
    method: 'cash',
    paidOn: '2026-11-21',
    recordedAt: now,
  },
})
const refunded = (amountCents: number, recordedAt = now): InvoiceEvent => ({
  type: 'PaymentRefunded',
  data: {
    invoiceId: 7,
    customerId: 3,
    paymentId: 1,
    amountCents,
    refundedOn: '2026-11-21',
    recordedAt,
  },
})
const invoiceAt = (now: string, ...history: InvoiceEvent[]) => {
  const { when } = givenEvents(invoiceDecider, history, { id: 7, now })
  return { when: (action: InvoiceAction) => when({ ...action, today: now.slice(0, 10) }) }
}
const invoice = (...history: InvoiceEvent[]) => invoiceAt(now, ...history)
const pay = (amountCents?: number): InvoiceAction => ({
  type: 'RecordPayment',
  method: 'cash',
  paidOn: '2026-11-21',
  ...(amountCents !== undefined && { amountCents }),
})
const refund = (amountCents?: number): InvoiceAction => ({
  type: 'RefundPayment',
  paymentId: 1,
  refundedOn: '2026-11-21',
  ...(amountCents !== undefined && { amountCents }),
})
const undo: InvoiceAction = { type: 'UndoInvoice' }
const issue: InvoiceAction = { type: 'IssueInvoice', number: 1 }
const change = (changes: object): InvoiceAction => ({ type: 'ChangeInvoice', ...changes })
const changed = (data: object): InvoiceEvent => ({
  type: 'InvoiceChanged',
  data: { invoiceId: 7, changedAt: now, ...data },
})

describe('a draft', () => {
  it('is stored with its lines', () =>
    invoice()
      .when({ type: 'DraftInvoice', ...form })
      .thenEvents([drafted]))

  it.each([
    ['nothing', [{ ...line, amountCents: 0, taxCents: 0 }], 'The amount must be more than 0'],
    [
      'more than an amount can be',
      [{ ...line, amountCents: 9_999_999_999 }],
      'An amount is at most 99,999,999.99',
    ],
  ])('cannot be over %s', (_what, lines, message) =>
    invoice()
      .when({ type: 'DraftInvoice', ...form, lines })
      .thenRefused(message),
  )

  it('can be issued once, and not when it is void', () => {
    invoice(drafted).when(issue).thenEvents([issued])
    invoice(drafted, issued).when(issue).thenRefused('already been issued')
    invoice(drafted, voided).when(issue).thenRefused('void')
  })

  it('is overdue as soon as it is issued past its due day', () =>
    invoice({ ...drafted, data: { ...drafted.data, dueOn: '2026-11-20' } } as InvoiceEvent)
      .when(issue)
      .thenEvents([issued, { ...overdue, data: { ...overdue.data, dueOn: '2026-11-20' } }]))

  it('accepts no payment and no payment reminder', () => {
    invoice(drafted).when(pay()).thenRefused('A draft is not owed yet')
    invoice(drafted).when({ type: 'RequestReminder', channel: 'sms' }).thenRefused('A draft')
  })
})

describe('a change of an invoice', () => {
  it('is stored with the different fields only', () => {
    invoice(drafted)
      .when(change({ description: form.description, amountCents: 10_000 }))
      .thenEvents([])
    invoice(drafted)
      .when(change({ dueOn: '2026-12-01' }))
      .thenEvents([changed({ dueOn: '2026-12-01' })])
    invoice(drafted)
      .when(change({ taxCents: 0 }))
      .thenEvents([changed({ lines: [{ ...line, taxCents: 0 }] })])
  })

  it('of the description also changes a single line, even when it is issued', () =>
    invoice(drafted, issued)
      .when(change({ description: 'Hang two doors' }))
      .thenEvents([
        changed({ description: 'Hang two doors', lines: [{ ...line, description: 'Hang two doors' }] }),
      ]))

  it('of amounts is refused once it is issued', () =>
    invoice(drafted, issued)
      .when(change({ amountCents: 5 }))
      .thenRefused('only while it is a draft'))

  it('of the tax of several lines must name the lines', () => {
    const several = { ...drafted, data: { ...drafted.data, lines: [line, line] } } as InvoiceEvent
    invoice(several)
      .when(change({ taxCents: 0 }))
      .thenRefused('line by line')
    invoice(several)
      .when(change({ amountCents: 500 }))
      .thenEvents([changed({ lines: [{ description: form.description, amountCents: 500, taxCents: 0 }] })])
  })

  it('is refused when it is void', () =>
    invoice(drafted, voided)
      .when(change({ description: 'x' }))
      .thenRefused('void'))

  it('of the due day makes an overdue invoice pending, or a pending one overdue', () => {
    invoiceAt(tomorrow, drafted, issued, overdue)
      .when(change({ dueOn: '2026-11-22' }))
      .thenEvents([changed({ dueOn: '2026-11-22', changedAt: tomorrow })])
    invoice(drafted, issued)
      .when(change({ dueOn: '2026-11-20' }))
      .thenEvents([
        changed({ dueOn: '2026-11-20' }),
        { ...overdue, data: { ...overdue.data, dueOn: '2026-11-20' } },
      ])
  })
})

describe('a payment', () => {
  it('is of the whole balance by default, or of a smaller amount', () => {
    invoice(drafted, issued)
      .when(pay())
      .thenEvents([received(10_725)])
    invoice(drafted, issued)
      .when(pay(725))
      .thenEvents([received(725)])
    invoice(drafted, issued, received(725))
      .when(pay())
      .thenEvents([received(10_000, 2)])
  })

  it.each([
    ['of more than the balance', [drafted, issued], pay(10_726), 'The most you can record is $107.25.'],
    ['of nothing', [drafted, issued], pay(0), 'more than 0'],
    ['of less than nothing', [drafted, issued], pay(-1), 'more than 0'],
    ['on a paid invoice', [drafted, issued, received(10_725)], pay(), 'already paid'],
    ['on a void invoice', [drafted, issued, voided], pay(), 'void'],
    [
      'of a later day',
      [drafted, issued],
      { ...pay(), paidOn: '2026-11-22' } as InvoiceAction,
      'Choose today or an earlier date.',
    ],
    ['on an unknown invoice', [], pay(), 'Invoice not found'],
  ])('is refused %s', (_what, history, command, message) =>
    invoice(...history)
      .when(command)
      .thenRefused(message),
  )
})

describe('an invoice that was created by mistake', () => {
  const undone = <Event extends InvoiceEvent>(event: Event): InvoiceEvent =>
    ({ ...event, data: { ...event.data, reason: 'undone' } }) as InvoiceEvent

  it('is void with its payments reversed, both marked as undone', () => {
    invoice(drafted, issued, received(10_725))
      .when(undo)
      .thenEvents([undone(refunded(10_725)), undone(voided)])
    invoice(drafted, issued)
      .when(undo)
      .thenEvents([undone(voided)])
  })

  it('has its payments reversed on their own days, so that they are in no month', () => {
    const nextMonth = '2026-12-01T05:00:05.000Z'
    const reversal = refunded(10_725)
    const late = {
      ...drafted,
      data: { ...drafted.data, draftedAt: '2026-12-01T04:59:00.000Z' },
    } as InvoiceEvent
    invoiceAt(nextMonth, late, issued, received(10_725))
      .when(undo)
      .thenEvents([
        {
          ...reversal,
          data: { ...reversal.data, reason: 'undone', recordedAt: nextMonth },
        } as InvoiceEvent,
        { type: 'InvoiceVoided', data: { invoiceId: 7, reason: 'undone', voidedAt: nextMonth } },
      ])
  })

  it('is not undone as a draft, or when it was voided', () => {
    invoice(drafted).when(undo).thenRefused('A draft is not owed yet')
    invoice(drafted, issued, voided).when(undo).thenRefused('This invoice is void')
  })

  it('stays undone when that is said again', () =>
    invoice(drafted, issued, undone(voided)).when(undo).thenEvents([]))

  const requested = { channel: 'sms', balanceCents: 10_725, dueOn: '2026-11-21', requestedAt: now } as const
  it.each<[string, InvoiceEvent[]]>([
    ['a part was refunded', [received(10_725), refunded(3_000)]],
    [
      'it was paid twice',
      [received(10_000), { ...received(725), data: { ...received(725).data, paymentId: 2 } } as InvoiceEvent],
    ],
    ['it was sent', [{ type: 'InvoiceSendRequested', data: { invoiceId: 7, customerId: 3, ...requested } }]],
    [
      'it was reminded of',
      [{ type: 'PaymentReminderRequested', data: { invoiceId: 7, customerId: 3, ...requested } }],
    ],
  ])('is not undone any more once %s', (_what, more) =>
    invoice(drafted, issued, ...more)
      .when(undo)
      .thenRefused('not as it was created any more'),
  )

  it('is not undone a day later', () =>
    invoiceAt('2026-11-23T15:00:00.000Z', drafted, issued)
      .when(undo)
      .thenRefused('not as it was created any more'))
})

describe('a refund', () => {
  it('is of the rest of the payment by default, or of a smaller amount', () => {
    invoice(drafted, issued, received(10_725))
      .when(refund())
      .thenEvents([refunded(10_725)])
    invoice(drafted, issued, received(725), refunded(25))
      .when(refund())
      .thenEvents([refunded(700)])
  })

  it.each([
    [
      'of more than the rest',
      [received(725), refunded(25)],
      refund(701),
      'The most you can refund is $7.00.',
    ],
    ['when all is refunded', [received(725), refunded(725)], refund(), 'already been refunded'],
    ['of no payment', [], refund(), 'Payment not found'],
    ['of nothing', [received(725)], refund(0), 'more than 0'],
    [
      'on a day before its payment',
      [received(725)],
      { ...refund(), refundedOn: '2026-11-20' } as InvoiceAction,
      'Choose the day of the payment or a later one.',
    ],
  ])('is refused %s', (_what, history, command, message) =>
    invoice(drafted, issued, ...history)
      .when(command)
      .thenRefused(message),
  )

  it('makes an invoice overdue again when its due day has passed', () =>
    invoiceAt(tomorrow, drafted, issued, overdue, received(10_725))
      .when(refund())
      .thenEvents([refunded(10_725, tomorrow), overdueTomorrow]))
})

describe('MarkOverdue', () => {
  const mark: InvoiceAction = { type: 'MarkOverdue' }

  it('marks an invoice once, after its due day', () => {
    invoice(drafted, issued).when(mark).thenEvents([])
    invoiceAt(tomorrow, drafted, issued).when(mark).thenEvents([overdueTomorrow])
    invoiceAt(tomorrow, drafted, issued, overdue).when(mark).thenEvents([])
  })

  it.each([
    ['a draft', [drafted]],
    ['a void invoice', [drafted, issued, voided]],
    ['a paid invoice', [drafted, issued, received(10_725)]],
  ])('does not mark %s', (_what, history) =>
    invoiceAt(tomorrow, ...history)
      .when(mark)
      .thenEvents([]),
  )
})

it('an invoice can be voided only while its payments are refunded', () => {
  const voidIt: InvoiceAction = { type: 'VoidInvoice' }
  invoice(drafted).when(voidIt).thenEvents([voided])
  invoice(drafted, issued).when(voidIt).thenEvents([voided])
  invoice(drafted, issued, voided).when(voidIt).thenEvents([])
  invoice(drafted, issued, received(5)).when(voidIt).thenRefused('Refund them before')
  invoice(drafted, issued, received(5), refunded(5)).when(voidIt).thenEvents([voided])
})

it('a payment reminder has the balance', () =>
  invoice(drafted, issued, received(725))
    .when({ type: 'RequestReminder', channel: 'sms' })
    .thenEvents([
      {
        type: 'PaymentReminderRequested',
        data: { invoiceId: 7, customerId: 3, channel: 'sms', balanceCents: 10_000, requestedAt: now },
      },
    ]))

describe('sending an invoice', () => {
  const send: InvoiceAction = { type: 'SendInvoice' }
  const sent = (balanceCents: number): InvoiceEvent => ({
    type: 'InvoiceSendRequested',
    data: { invoiceId: 7, customerId: 3, balanceCents, dueOn: '2026-11-21', requestedAt: now },
  })

  it('stores the balance, also when it is zero', () => {
    invoice(drafted, issued, received(725))
      .when(send)
      .thenEvents([sent(10_000)])
    invoice(drafted, issued, received(10_725))
      .when(send)
      .thenEvents([sent(0)])
    invoice(drafted, issued, sent(10_725))
      .when(send)
      .thenEvents([sent(10_725)])
  })

  it('is refused for drafts and for void and unknown invoices', () => {
    invoice(drafted).when(send).thenRefused('Issue it first')
    invoice(drafted, issued, voided).when(send).thenRefused('This invoice is void.')
    invoice().when(send).thenRefused('Invoice not found')
  })
})
