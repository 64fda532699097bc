import { givenEvents } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import { creditRefusal } from '../api/price.ts'
import type { InvoiceLine, QuoteAddOn, QuoteContent, QuoteEvent, QuoteStatus } from '../events.ts'
import { type Approval, type QuoteAction, quoteDecider } from './decider.ts'
import { documentHashOf } from './documentHash.ts'
import { linesToInvoice } from './invoicing.ts'

const now = '2026-11-21T19:02:00.000Z'
const clock = { today: '2026-11-21', timeZone: 'America/New_York' }
const context = { id: 7, now }
const ids = { quoteId: 7, customerId: 3 }

const content: QuoteContent = {
  title: 'New deck',
  options: [
    {
      optionId: 1,
      name: '',
      lines: [{ lineId: 1, description: 'Boards', quantity: '3', unitPriceCents: 3_333, taxable: true }],
    },
  ],
  addOns: [
    { addOnId: 1, lineId: 2, description: 'Stairs', quantity: '1', unitPriceCents: 7_500, taxable: false },
  ],
  discount: null,
  taxPercent: '0',
  deposit: { percent: '50' },
  validUntil: '2026-11-30',
  message: '',
  terms: '',
}
const other = { ...content, title: 'Porch' }

const drafted: QuoteEvent[] = [
  { type: 'QuoteDrafted', data: { ...ids, leadId: null, appointmentId: null, draftedAt: now } },
  { type: 'QuoteRevised', data: { ...ids, revision: 1, ...content, revisedAt: now } },
]
const sentEvent = (revision = 1, of = content): QuoteEvent => ({
  type: 'QuoteSent',
  data: {
    ...ids,
    ...{ revision, channel: 'email', documentHash: documentHashOf(of), sentOn: '2026-11-21', sentAt: now },
  },
})
const sent = [...drafted, sentEvent()]
const approvedEvent = (by: 'customer' | 'staff' = 'staff'): QuoteEvent => ({
  type: 'QuoteApproved',
  data: {
    ...ids,
    ...{ revision: 1, optionId: 1, addOnIds: [], totalCents: 9_999, depositCents: 5_000, by },
    lines: [{ description: 'Boards', quantity: '3', unitPriceCents: 3_333, amountCents: 9_999, taxCents: 0 }],
    ...{ documentHash: documentHashOf(content), approvedOn: '2026-11-21', approvedAt: now },
  },
})
const requestedEvent = (words = 'Less wood'): QuoteEvent => ({
  type: 'QuoteChangesRequested',
  data: { ...ids, revision: 1, words, requestedAt: now },
})
const declinedEvent = (by: 'customer' | 'staff' = 'staff'): QuoteEvent => ({
  type: 'QuoteDeclined',
  data: { ...ids, revision: 1, by, declinedAt: now },
})
const expiredEvent: QuoteEvent = {
  type: 'QuoteExpired',
  data: { quoteId: 7, revision: 1, validUntil: '2026-11-30', expiredAt: now },
}
const withdrawnEvent: QuoteEvent = { type: 'QuoteWithdrawn', data: { quoteId: 7, withdrawnAt: now } }
const extendedEvent: QuoteEvent = {
  type: 'QuoteExtended',
  data: { quoteId: 7, revision: 1, validUntil: '2026-12-24', extendedAt: now },
}
const revisedEvent = (revision: number): QuoteEvent => ({
  type: 'QuoteRevised',
  data: { ...ids, revision, ...other, revisedAt: now },
})
const viewedEvent: QuoteEvent = {
  type: 'QuoteViewed',
  data: { quoteId: 7, revision: 1, viewedOn: '2026-11-21', viewedAt: now },
}
const invoicedEvent: QuoteEvent = {
  type: 'QuoteInvoiced',
  data: { quoteId: 7, invoiceId: 4, part: 'rest', totalCents: 9_999, invoicedAt: now },
}

const histories: Record<QuoteStatus, QuoteEvent[]> = {
  draft: drafted,
  sent,
  changes_requested: [...sent, requestedEvent()],
  approved: [...sent, approvedEvent()],
  declined: [...sent, declinedEvent()],
  expired: [...sent, expiredEvent],
  withdrawn: [...sent, withdrawnEvent],
}

const choice = { revision: 1, optionId: 1, addOnIds: [] }
const revise: QuoteAction = { type: 'ReviseQuote', content: other }
const send: QuoteAction = { type: 'SendQuote', channel: 'email' }
const view: QuoteAction = { type: 'MarkViewed' }
const request: QuoteAction = { type: 'RequestChanges', revision: 1, words: 'Less wood' }
const approve = (by: 'customer' | 'staff'): QuoteAction => ({ type: 'ApproveQuote', ...choice, by })
const decline = (by: 'customer' | 'staff'): QuoteAction => ({ type: 'DeclineQuote', revision: 1, by })
const withdraw: QuoteAction = { type: 'WithdrawQuote' }
const extend: QuoteAction = { type: 'ExtendQuote', validUntil: '2026-12-24' }
const markExpired: QuoteAction = { type: 'MarkExpired' }
const schedule: QuoteAction = { type: 'ScheduleQuote', appointmentId: 5 }
const scheduledEvent: QuoteEvent = {
  type: 'QuoteScheduled',
  data: { quoteId: 7, appointmentId: 5, scheduledAt: now },
}
const invoice: QuoteAction = { type: 'InvoiceQuote', invoiceId: 4, part: 'rest', totalCents: 9_999 }

const notSent = 'This was not sent to the customer yet. Send it first.'
const isApproved = 'This quote was approved by the office for the customer at 2:02 PM.'
const isWithdrawn = 'This quote was withdrawn.'
const isDeclined = 'This quote was declined.'
const hasExpired = 'This quote has expired. It was valid until November 30, 2026.'
const notExtended = 'Only a quote that waits for an answer or has expired can be extended.'
const notApproved = 'This quote is not approved.'

type Outcome = QuoteEvent[] | string
/** What each command makes of a quote in each state. */
const table: Record<string, [QuoteAction, Record<QuoteStatus, Outcome>]> = {
  revise: [
    revise,
    {
      draft: [revisedEvent(1)],
      sent: [revisedEvent(2)],
      changes_requested: [revisedEvent(2)],
      approved: isApproved,
      declined: [revisedEvent(2)],
      expired: [revisedEvent(2)],
      withdrawn: isWithdrawn,
    },
  ],
  send: [
    send,
    {
      draft: [sentEvent()],
      sent: [sentEvent()],
      changes_requested: [sentEvent()],
      approved: isApproved,
      declined: [sentEvent()],
      expired: [sentEvent()],
      withdrawn: isWithdrawn,
    },
  ],
  view: [
    view,
    {
      draft: [],
      sent: [viewedEvent],
      changes_requested: [viewedEvent],
      approved: [viewedEvent],
      declined: [viewedEvent],
      expired: [viewedEvent],
      withdrawn: [],
    },
  ],
  'request changes': [
    request,
    {
      draft: notSent,
      sent: [requestedEvent()],
      changes_requested: [],
      approved: isApproved,
      declined: isDeclined,
      expired: [requestedEvent()],
      withdrawn: isWithdrawn,
    },
  ],
  'approve as customer': [
    approve('customer'),
    {
      draft: notSent,
      sent: [approvedEvent('customer')],
      changes_requested: [approvedEvent('customer')],
      approved: isApproved,
      declined: isDeclined,
      expired: hasExpired,
      withdrawn: isWithdrawn,
    },
  ],
  'approve as staff': [
    approve('staff'),
    {
      draft: notSent,
      sent: [approvedEvent()],
      changes_requested: [approvedEvent()],
      approved: isApproved,
      declined: [approvedEvent()],
      expired: [approvedEvent()],
      withdrawn: isWithdrawn,
    },
  ],
  'decline as customer': [
    decline('customer'),
    {
      draft: notSent,
      sent: [declinedEvent('customer')],
      changes_requested: [declinedEvent('customer')],
      approved: isApproved,
      declined: [],
      expired: hasExpired,
      withdrawn: isWithdrawn,
    },
  ],
  'decline as staff': [
    decline('staff'),
    {
      draft: notSent,
      sent: [declinedEvent()],
      changes_requested: [declinedEvent()],
      approved: isApproved,
      declined: [],
      expired: hasExpired,
      withdrawn: isWithdrawn,
    },
  ],
  withdraw: [
    withdraw,
    {
      draft: [withdrawnEvent],
      sent: [withdrawnEvent],
      changes_requested: [withdrawnEvent],
      approved: isApproved,
      declined: [withdrawnEvent],
      expired: [withdrawnEvent],
      withdrawn: [],
    },
  ],
  extend: [
    extend,
    {
      draft: notExtended,
      sent: [extendedEvent],
      changes_requested: notExtended,
      approved: isApproved,
      declined: notExtended,
      expired: [extendedEvent],
      withdrawn: isWithdrawn,
    },
  ],
  'mark expired': [
    markExpired,
    {
      draft: [],
      sent: [],
      changes_requested: [],
      approved: [],
      declined: [],
      expired: [],
      withdrawn: [],
    },
  ],
  schedule: [
    schedule,
    {
      draft: [],
      sent: [],
      changes_requested: [],
      approved: [scheduledEvent],
      declined: [],
      expired: [],
      withdrawn: [],
    },
  ],
  invoice: [
    invoice,
    {
      draft: notApproved,
      sent: notApproved,
      changes_requested: notApproved,
      approved: [invoicedEvent],
      declined: notApproved,
      expired: notApproved,
      withdrawn: notApproved,
    },
  ],
}

const rows = Object.entries(table).flatMap(([name, [command, outcomes]]) =>
  Object.entries(outcomes).map(([status, outcome]) => {
    const is =
      typeof outcome === 'string' ? `is refused: ${outcome}` : `appends ${outcome.length || 'nothing'}`
    return [name, status, is, command, outcome] as const
  }),
)
const when = (history: readonly QuoteEvent[], command: QuoteAction, at = clock) =>
  givenEvents(quoteDecider, history, context).when({ ...command, ...at })

it.each(rows)('%s of a quote that is %s %s', (_name, status, _is, command, outcome) => {
  const decision = when(histories[status as QuoteStatus], command)
  if (typeof outcome === 'string') decision.thenRefused(outcome)
  else decision.thenEvents(outcome)
})

it.each(
  rows.filter(([name]) => name !== 'approve as staff').map(([name, , , command]) => [name, command] as const),
)('%s of no quote is refused', (_name, command) => when([], command).thenRefused('Quote not found'))

describe('after the last day', () => {
  const late = { ...clock, today: '2026-12-01' }
  const expired: QuoteEvent = { ...expiredEvent }

  it('every command of a quote that was sent marks it, even if the timer is late', () => {
    when(sent, markExpired, late).thenEvents([expired])
    when(sent, view, late).thenEvents([
      { ...viewedEvent, data: { ...viewedEvent.data, viewedOn: late.today } } as QuoteEvent,
      expired,
    ])
    when(sent, revise, late).thenEvents([revisedEvent(2), expired])
    when(sent, markExpired, { ...clock, today: '2026-11-30' }).thenEvents([])
  })

  it('a customer can neither approve nor decline, but ask for changes, which nothing marks as expired', () => {
    when(sent, approve('customer'), late).thenRefused(hasExpired)
    when(sent, decline('customer'), late).thenRefused(hasExpired)
    when(histories.changes_requested, approve('customer'), late).thenRefused(hasExpired)
    when(sent, request, late).thenEvents([requestedEvent()])
    when(histories.changes_requested, markExpired, late).thenEvents([])
  })

  it('staff can decline for a customer who asked for a change, and no other quote', () => {
    when(histories.changes_requested, decline('staff'), late).thenEvents([declinedEvent()])
    when(histories.changes_requested, decline('customer'), late).thenRefused(hasExpired)
    for (const history of [sent, histories.expired])
      when(history, decline('staff'), late).thenRefused(hasExpired)
  })

  it('it is not sent again before another day is chosen, or it is extended', () => {
    when(sent, send, late).thenRefused('Choose a later day')
    when(sent, extend, late).thenEvents([extendedEvent])
    when([...sent, expired, extendedEvent], approve('customer'), late).thenEvents([
      {
        ...approvedEvent('customer'),
        data: {
          ...approvedEvent('customer').data,
          approvedOn: late.today,
          documentHash: documentHashOf({ ...content, validUntil: '2026-12-24' }),
        },
      } as QuoteEvent,
    ])
  })

  it('it is extended to a later day than today', () =>
    when(sent, { type: 'ExtendQuote', validUntil: late.today }, late).thenRefused(
      'Choose a later day than today.',
    ))
})

describe('an answer to another revision', () => {
  const changed = [...sent, revisedEvent(2), sentEvent(2, other)]

  it('is refused with the time of the change', () => {
    const message = 'This quote was changed at 2:02 PM. Please look again.'
    when(changed, approve('customer')).thenRefused(message)
    when(changed, decline('customer')).thenRefused(message)
    when(changed, request).thenRefused(message)
  })

  it('counts for what was sent while the next revision waits', () => {
    when([...sent, revisedEvent(2)], approve('customer')).thenEvents([approvedEvent('customer')])
    when([...sent, revisedEvent(2)], { ...approve('staff'), revision: 2 } as QuoteAction).thenRefused(notSent)
  })
})

it.each([
  ['approved', approvedEvent('customer')],
  ['declined', declinedEvent('customer')],
  ['withdrawn', withdrawnEvent],
  ['sent again', sentEvent()],
])('asks for no changes any more once it is %s', (_what, event) => {
  const asked = histories.changes_requested.reduce(quoteDecider.evolve, null)
  expect(asked?.requestedChanges).toBe('Less wood')
  expect(quoteDecider.evolve(asked, event)?.requestedChanges).toBeNull()
})

it('names what was agreed to, each add-on once', () => {
  const command = { type: 'ApproveQuote', ...choice, addOnIds: [1, 1], by: 'staff', signerName: 'Ann Lee' }
  const [event] = quoteDecider.decide(
    { ...(command as QuoteAction), ...clock },
    sent.reduce(quoteDecider.evolve, null),
    context,
  )
  expect(event?.data).toMatchObject({
    ...{ addOnIds: [1], totalCents: 17_499, depositCents: 8_750, signerName: 'Ann Lee' },
    lines: [{ description: 'Boards' }, { description: 'Stairs' }],
  })
})

it('the same words of a customer are recorded once, and others again', () => {
  when(histories.changes_requested, { ...request, words: 'More wood' } as QuoteAction).thenEvents([
    requestedEvent('More wood'),
  ])
})

it('a view is recorded once for a revision on a day', () => {
  when([...sent, viewedEvent], view).thenEvents([])
  const tomorrow = { ...clock, today: '2026-11-22' }
  expect(
    quoteDecider.decide(
      { ...view, ...tomorrow } as never,
      [...sent, viewedEvent].reduce(quoteDecider.evolve, null),
      context,
    ),
  ).toHaveLength(1)
})

it('a new line gets no id of a line that the customer still has', () => {
  const withoutStairs = { ...content, addOns: [] }
  const history = [
    ...sent,
    { type: 'QuoteRevised', data: { ...ids, revision: 2, ...withoutStairs, revisedAt: now } } as const,
  ]
  const { lineId: _, ...railing } = { ...(content.addOns[0] as QuoteAddOn), description: 'Railing' }
  const noted = [{ cents: undefined }, { cents: 4_000 }]
  const revise: QuoteAction = {
    ...{ type: 'ReviseQuote', costs: noted },
    content: { ...content, addOns: [railing] },
  }
  const events = quoteDecider.decide(
    { ...revise, ...clock } as never,
    history.reduce(quoteDecider.evolve, null),
    context,
  )
  expect(events).toMatchObject([
    { type: 'QuoteRevised', data: { addOns: [{ description: 'Railing', lineId: 3 }] } },
    { type: 'QuoteCostsChanged', data: { costs: [{ lineId: 3, unitCostCents: 4_000 }] } },
  ])
})

it('a quote that was stored before lines had ids has them, and the same document', () => {
  const withoutIds: QuoteContent = {
    ...content,
    options: content.options.map((option) => ({
      ...option,
      lines: option.lines.map(({ lineId: _, ...line }) => line),
    })),
    addOns: content.addOns.map(({ lineId: _, ...line }) => line),
  }
  const stored = drafted.map((event) =>
    event.type === 'QuoteRevised' ? { ...event, data: { ...event.data, ...withoutIds } } : event,
  )
  // both are sent back with the ids that the first answer gave them
  when(stored, { type: 'ReviseQuote', content }).thenEvents([])
  when(stored, { type: 'ReviseQuote', content: withoutIds }).thenEvents([])
  when([...stored, sentEvent(1, withoutIds)], approve('staff')).thenEvents([approvedEvent()])
})

describe('a credit', () => {
  const credit = { description: 'Boards not needed', quantity: '2', unitPriceCents: -5_000, taxable: true }
  const withCredit = { ...content, options: [{ optionId: 1, name: '', lines: [credit] }] }
  const draft = (appointmentId: number | null, of: QuoteContent) =>
    quoteDecider.decide(
      { type: 'DraftQuote', customerId: 3, leadId: null, appointmentId, content: of, ...clock },
      null,
      context,
    )

  it('is in a change order, and in no other quote, whose first one is named', () => {
    const refusalOf = (of: QuoteContent) => {
      try {
        draft(null, of)
      } catch (error) {
        return error
      }
    }
    const refused = (field: string) => ({
      message: creditRefusal,
      fields: { [field]: creditRefusal },
    })
    expect(draft(5, withCredit)).toHaveLength(2)
    expect(draft(null, content)).toHaveLength(2)
    expect(refusalOf(withCredit)).toMatchObject(refused('options.0.lines.0.unitPrice'))
    expect(refusalOf({ ...content, addOns: [{ addOnId: 1, ...credit }] })).toMatchObject(
      refused('addOns.0.unitPrice'),
    )
    const drafted = draft(null, content).reduce(quoteDecider.evolve, quoteDecider.initialState())
    expect(() =>
      quoteDecider.decide({ type: 'ReviseQuote', content: withCredit, ...clock }, drafted, context),
    ).toThrow(creditRefusal)
  })

  it('makes no room for an amount that an invoice cannot have', () => {
    const much = { ...credit, quantity: '99999', unitPriceCents: 9_999_999 }
    const of = {
      ...content,
      options: [{ optionId: 1, name: '', lines: [much, { ...much, unitPriceCents: -9_999_999 }] }],
    }
    expect(() => draft(5, of)).toThrow('at most')
  })

  const approval = (lines: InvoiceLine[]): Approval => ({
    ...(approvedEvent().data as Approval),
    ...{ lines, depositCents: 0 },
    totalCents: lines.reduce((sum, it) => sum + it.amountCents + it.taxCents, 0),
  })
  const off = {
    description: 'Boards',
    quantity: '2',
    unitPriceCents: -5_000,
    amountCents: -10_000,
    taxCents: 0,
  }
  const work = {
    description: 'Stairs',
    quantity: '1',
    unitPriceCents: 25_000,
    amountCents: 25_000,
    taxCents: 0,
  }

  it('reduces what is invoiced, as an amount below zero', () => {
    const lines = linesToInvoice(approval([work, off]), 'rest', [])
    expect(lines).toEqual([work, { description: 'Boards', amountCents: -10_000, taxCents: 0 }])
  })

  const below = (what: string) =>
    `The ${what}, and an invoice cannot be below zero. Add these items to the draft invoice of the job, credits with a negative amount.`

  it('of more than the rest of it is no invoice, which says what to do instead', () => {
    expect(() => linesToInvoice(approval([off]), 'rest', [])).toThrow(below('total is -$100.00'))
    const [taxed, free] = [{ ...off, taxCents: -725 }, work]
    expect(() => linesToInvoice(approval([free, taxed]), 'rest', [])).toThrow(below('tax is -$7.25'))
    // a deposit of all of it is an invoice of all of it
    const whole = approval([free, taxed])
    expect(() => linesToInvoice({ ...whole, depositCents: whole.totalCents }, 'deposit', [])).toThrow(
      below('tax is -$7.25'),
    )
    expect(linesToInvoice({ ...whole, depositCents: 5_000 }, 'deposit', [])).toMatchObject([
      { amountCents: 5_000, taxCents: 0 },
    ])
  })

  it('a deposit of all of it has the credit as an amount below zero, too', () => {
    const whole = approval([work, off])
    expect(linesToInvoice({ ...whole, depositCents: whole.totalCents }, 'deposit', [])).toEqual([
      work,
      { description: 'Boards', amountCents: -10_000, taxCents: 0 },
    ])
  })
})

describe('a deposit over the cap of the business', () => {
  const asks = (deposit: QuoteContent['deposit'], more: Partial<QuoteContent> = {}): QuoteContent => ({
    ...other,
    deposit,
    ...more,
  })
  // the boards are 99.99, with the stairs 174.99
  const save = (of: QuoteContent, percent: string | null, cents: number | null): QuoteAction => ({
    ...{ type: 'ReviseQuote', content: of, depositCap: { percent, cents } },
  })
  const accepted = (of: QuoteContent): QuoteEvent[] => [
    { type: 'QuoteRevised', data: { ...ids, revision: 1, ...of, revisedAt: now } },
  ]

  it.each([
    [asks({ percent: '10' }), '10', null],
    [asks({ percent: '33.333' }), '33.333', null],
    [asks({ cents: 1_000 }), '10', null],
    [asks({ percent: '50' }), null, 8_750],
    [asks(null), '0', 0],
    [asks({ percent: '50' }), null, null],
  ])('%#: one that is as much is none', (of, percent, cents) => {
    when(drafted, save(of, percent, cents)).thenEvents(accepted(of))
  })

  it.each([
    [asks({ percent: '10.001' }, { addOns: [] }), '9.99', null, '9.99% of the total'],
    // without the stairs, which make the total larger
    [asks({ cents: 1_001 }), '10', null, '10% of the total'],
    // with the stairs, which make the deposit larger
    [asks({ percent: '50' }), null, 8_749, '$87.49'],
    [asks({ percent: '50' }), '10', 100_000, '10% of the total, and at most $1,000.00'],
  ])('%#: is refused', (of, percent, cents, limit) => {
    when(drafted, save(of, percent, cents)).thenRefused(`Your deposits are at most ${limit}.`)
  })

  it('is not sent where it came to lie over it since it was saved, and what was sent before is sent again', () => {
    const [saved] = accepted(asks({ cents: 2_000 }))
    const sendUnder = (cents: number): QuoteAction => ({ ...send, depositCap: { percent: null, cents } })
    const revised = [...drafted, saved as QuoteEvent]
    when(revised, sendUnder(1_999)).thenRefused('Your deposits are at most $19.99.')
    const isSent = (events: QuoteEvent[]) => events.map(({ type }) => type)
    const decided = (events: QuoteEvent[], action: QuoteAction) =>
      quoteDecider.decide({ ...action, ...clock }, events.reduce(quoteDecider.evolve, null), context)
    const first = decided(revised, sendUnder(2_000))
    expect(isSent(first)).toEqual(['QuoteSent'])
    expect(isSent(decided([...revised, ...first], sendUnder(1_999)))).toEqual(['QuoteSent'])
  })

  const priced = (unitPriceCents: number) => ({
    description: 'Work',
    quantity: '1',
    unitPriceCents,
    taxable: true,
  })
  const changeOrder = (deposit: QuoteContent['deposit'], addOnCents?: number): QuoteAction => ({
    ...{ type: 'DraftQuote', customerId: 3, leadId: null, appointmentId: 5 },
    content: {
      ...content,
      deposit,
      options: [{ optionId: 1, name: '', lines: [priced(addOnCents === undefined ? -5_000 : 10_000)] }],
      addOns: addOnCents === undefined ? [] : [{ addOnId: 1, ...priced(addOnCents) }],
    },
    depositCap: { percent: '10', cents: 100_000 },
  })

  it('a change order that is a credit asks for none, so it is within every cap', () => {
    const decided = quoteDecider.decide({ ...changeOrder(null), ...clock }, null, context)
    expect(decided.map(({ type }) => type)).toEqual(['QuoteDrafted', 'QuoteRevised'])
  })

  it('a credit that is chosen makes the total less, and an amount too much of it', () => {
    when([], changeOrder({ cents: 1_000 }, -5_000)).thenRefused(
      'Your deposits are at most 10% of the total, and at most $1,000.00.',
    )
    const decided = quoteDecider.decide({ ...changeOrder({ cents: 500 }, -5_000), ...clock }, null, context)
    expect(decided).toHaveLength(2)
  })

  it.each([[[2_000, 10_000]], [[10_000, 2_000]]])('every option counts: %j', (cents) => {
    const of = asks(
      { cents: 300 },
      {
        addOns: [],
        options: cents.map((it, at) => ({ optionId: at + 1, name: `${at}`, lines: [priced(it)] })),
      },
    )
    when(drafted, save(of, '10', null)).thenRefused('Your deposits are at most 10% of the total.')
  })

  it('is kept where it was saved before, and sent as it is', () => {
    when(drafted, save(content, '10', null)).thenEvents([])
    when(drafted, send).thenEvents([sentEvent()])
  })
})
