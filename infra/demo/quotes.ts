import { dayIn, dayLater, defaultTimeZone } from '@plumbline/platform/time'
import type { CommandsOf } from '../processes/roles/attachServices.ts'
import type { ActiveCustomer } from './appointments.ts'
import { demoOrigin, type Step } from './timeline.ts'

type Billing = CommandsOf<'billing'>
type Form = Parameters<Billing['draftQuote']>[1]
type Line = Form['options'][number]['lines'][number]

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const line = (description: string, quantity: string, unitPrice: string, unitCost?: string): Line => ({
  ...{ description, details: '', quantity, unitPrice, taxable: true },
  ...(unitCost && { unitCost }),
})
const work = (description: string, quantity: string, unitPrice: string, unitCost: string): Line => ({
  ...line(description, quantity, unitPrice, unitCost),
  taxable: false,
})
const labor = (hours: string) => work('Labor', hours, '75.00', '34.00')

type Offer = Pick<Form, 'title' | 'options'> & Partial<Form>
type DemoQuote = {
  /** Before the demonstration begins. */
  daysAgo: number
  offer: Offer
  /** What became of it within days; unset: nothing yet. */
  became?: 'draft' | 'viewed' | 'changes_requested' | 'approved' | 'declined' | 'expired'
}

const only = (...lines: Line[]) => [{ id: 1, name: '', lines }]
const terms = 'The price holds until the day above. Changes to the work are agreed on in writing first.'

/** What the shop offered lately, one of every kind. */
const demoQuotes: readonly DemoQuote[] = [
  {
    daysAgo: 34,
    became: 'expired',
    offer: {
      title: 'Repaint the garage door',
      options: only(line('Paint and primer', '2', '38.50'), labor('5')),
    },
  },
  {
    daysAgo: 21,
    became: 'declined',
    offer: {
      title: 'Replace the kitchen faucet and the shut-off valves',
      options: only(line('Faucet', '1', '189.00'), line('Shut-off valve', '2', '16.40'), labor('3')),
    },
  },
  {
    daysAgo: 12,
    became: 'approved',
    offer: {
      title: 'Rebuild the back deck stairs',
      options: [
        {
          id: 1,
          name: 'Pressure-treated pine',
          lines: [
            line('Pine boards', '14', '11.80', '7.95'),
            line('Hardware', '1', '46.00', '31.50'),
            labor('10'),
          ],
        },
        {
          id: 2,
          name: 'Composite',
          lines: [
            line('Composite boards', '14', '29.50', '21.40'),
            line('Hardware', '1', '58.00', '39.00'),
            labor('11'),
          ],
        },
      ],
      addOns: [{ id: 1, ...line('Handrail on both sides', '1', '240.00', '128.00') }],
      deposit: { percent: '30' },
      message: 'Thank you for showing us the deck. Both ways last; composite needs no paint.',
    },
  },
  {
    daysAgo: 6,
    became: 'changes_requested',
    offer: {
      title: 'Three ceiling fans',
      options: only(
        work('Mount and wire a fan', '3', '95.00', '42.00'),
        line('Fan-rated box', '3', '14.25', '8.60'),
      ),
      discount: { percent: '5' },
    },
  },
  {
    daysAgo: 3,
    became: 'viewed',
    offer: {
      title: 'Bathroom tile repair',
      options: [
        { id: 1, name: 'Patch', lines: [line('Matching tile', '12', '4.20'), labor('4')] },
        { id: 2, name: 'New floor', lines: [line('Porcelain tile', '48', '5.10'), labor('14')] },
      ],
    },
  },
  {
    daysAgo: 1,
    became: 'draft',
    offer: {
      title: 'Hang two interior doors',
      options: only(line('Door slab', '2', '112.00'), labor('4.5')),
    },
  },
]

/** Quotes of the last weeks in every state, oldest first. */
export function quoteSteps(billing: Billing, customers: readonly ActiveCustomer[], begin: Date): Step[] {
  const active = customers.filter(({ status }) => status === 'active')
  return demoQuotes.flatMap((quote, index) =>
    stepsOfQuote(billing, (active[index * 2 + 1] as ActiveCustomer).id, quote, begin),
  )
}

function stepsOfQuote(
  billing: Billing,
  customerId: number,
  { daysAgo, offer, became }: DemoQuote,
  begin: Date,
): Step[] {
  const at = new Date(begin.getTime() - daysAgo * dayMs)
  const later = (hours: number) => new Date(at.getTime() + hours * hourMs)
  let id = 0
  const draft: Step = {
    at,
    run: async (now) => {
      const { details } = await billing.draftQuote(demoOrigin(now), {
        ...{ customerId, addOns: [], discount: null, deposit: null, message: '', terms },
        ...{ taxPercent: '7.25', validUntil: dayLater(dayIn(defaultTimeZone, now), 14) },
        ...offer,
      })
      id = details.id
    },
  }
  if (became === 'draft') return [draft]
  const sent = { at: later(1), run: (now: Date) => billing.sendQuote(demoOrigin(now), id, 'email') }
  const viewed = {
    at: later(6),
    run: (now: Date) => billing.markQuoteViewed(demoOrigin(now, 'customer'), id),
  }
  const answers: Record<NonNullable<DemoQuote['became']>, Step['run'][]> = {
    ...{ draft: [], viewed: [], expired: [] },
    changes_requested: [
      (now) =>
        billing.requestQuoteChanges(demoOrigin(now, 'customer'), id, {
          revision: 1,
          words: 'Could you do the two in the bedrooms first, and leave out the one in the den?',
        }),
    ],
    approved: [
      (now) =>
        billing.approveQuote(
          demoOrigin(now),
          id,
          { revision: 1, optionId: 2, addOnIds: [1] },
          { by: 'staff' },
        ),
      async (now) => {
        const invoiceId = await billing.invoiceQuote(demoOrigin(now), id, 'deposit')
        await billing.issueInvoice(demoOrigin(now), invoiceId)
        await billing.recordPayment(demoOrigin(now), invoiceId, { method: 'credit_card' })
      },
    ],
    declined: [
      (now) =>
        billing.declineQuote(demoOrigin(now), id, { revision: 1, reason: 'Doing it himself' }, 'staff'),
    ],
  }
  const steps = answers[became ?? 'viewed'].map((run, index) => ({ at: later(20 + index), run }))
  return [draft, sent, viewed, ...steps]
}
