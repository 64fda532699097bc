import type { QuoteEvent } from '@plumbline/billing/events'
import type { SearchGroup, SearchHit } from '../api.ts'
import type { SourceEvent } from '../source.ts'
import { appointment, customer, type InsightsUnderTest } from '../testing.ts'

type Question = { kinds?: SearchHit['kind'][]; cursor?: string }

/** Asks questions over HTTP; `find` answers the hits as `customer 1`. */
export function questionsTo({ call }: InsightsUnderTest) {
  const search = async (q: string, more: Question = {}): Promise<SearchGroup[]> => {
    const { status, json, text } = await call<{ groups: SearchGroup[] }>('POST', '/api/search', {
      body: { q, ...more },
    })
    if (status !== 200) throw new Error(text)
    return json.groups
  }
  const find = async (q: string, more?: Question): Promise<string[]> =>
    (await search(q, more)).flatMap(({ hits }) => hits.map(({ kind, id }) => `${kind} ${id}`))
  return { search, find }
}

type Details = Partial<Extract<SourceEvent, { type: 'CustomerRegistered' }>['data']>
export const person = (id: number, details: Details = {}): SourceEvent => ({
  type: 'CustomerRegistered',
  data: { ...customer(id, 'Ann').data, email: `c${id}@x.test`, phone: '', address: null, ...details },
})

export const lead = (
  id: number,
  details: Partial<Extract<SourceEvent, { type: 'LeadReceived' }>['data']> = {},
): SourceEvent => ({
  type: 'LeadReceived',
  data: {
    leadId: id,
    firstName: 'Bo',
    lastName: 'Dee',
    email: `l${id}@x.test`,
    phone: '555 555 0102',
    serviceNeeded: null,
    projectDescription: null,
    source: 'website',
    receivedAt: '2026-11-02T12:00:00.000Z',
    ...details,
  },
})

export const job = (
  id: number,
  customerId: number,
  details: Partial<Extract<SourceEvent, { type: 'AppointmentScheduled' }>['data']> = {},
): SourceEvent =>
  ({
    type: 'AppointmentScheduled',
    data: { ...(appointment(id, customerId, '2026-11-03T12:00:00.000Z').data as object), ...details },
  }) as SourceEvent

export const drafted = (invoiceId: number, customerId: number, description = 'Deck repair'): SourceEvent => ({
  type: 'InvoiceDrafted',
  data: {
    invoiceId,
    customerId,
    appointmentId: null,
    description,
    lines: [{ description, amountCents: 120_000, taxCents: 3_450 }],
    dueOn: '2026-12-01',
    draftedAt: '2026-11-04T12:00:00.000Z',
  },
})
export const issued = (invoiceId: number, number: number): SourceEvent => ({
  type: 'InvoiceIssued',
  data: { invoiceId, number, issuedOn: '2026-11-05', issuedAt: '2026-11-05T12:00:00.000Z' },
})

/** A quote as it is drafted, with what it offers; `more` happens next. */
export const quoted = (
  quoteId: number,
  customerId: number,
  title: string,
  more: readonly QuoteEvent[] = [],
): QuoteEvent[] => [
  {
    type: 'QuoteDrafted',
    data: { quoteId, customerId, leadId: null, appointmentId: null, draftedAt: '2026-11-07T12:00:00.000Z' },
  },
  {
    type: 'QuoteRevised',
    data: {
      ...{ quoteId, customerId, revision: 1, title, addOns: [], discount: null, deposit: null },
      ...{ taxPercent: '0', validUntil: null, message: 'Dear customer', terms: '' },
      options: [100_00, 250_00].map((unitPriceCents, at) => ({
        optionId: at + 1,
        name: `Option ${at + 1}`,
        lines: [{ description: 'Boards', quantity: '1', unitPriceCents, taxable: true }],
      })),
      revisedAt: '2026-11-07T12:00:00.000Z',
    },
  },
  ...more,
]

/** Appends what billing would of quotes. */
export async function publishQuote(test: InsightsUnderTest, events: readonly QuoteEvent[]): Promise<void> {
  for (const event of events) await test.appendForeign(`quote-${event.data.quoteId}`, event)
  await test.project()
}

export const message = (messageId: number, customerId: number, content: string): SourceEvent => ({
  type: 'MessageReceived',
  data: {
    messageId,
    customerId,
    channel: 'sms',
    content,
    providerId: `SM${messageId}`,
    receivedAt: '2026-11-06T12:00:00.000Z',
  },
})

/** Many customers of one name, for what is decided by how many are found. */
export const crowd = (count: number, details: (n: number) => Details, from = 1_000) =>
  Array.from({ length: count }, (_, n) =>
    person(from + n, {
      registeredAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
      ...details(n),
    }),
  )
