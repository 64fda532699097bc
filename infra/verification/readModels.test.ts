import { createHash } from 'node:crypto'
import type { InvoiceEvent, PriceItemEvent, QuoteContent, QuoteEvent } from '@plumbline/billing/events'
import type { CustomerEvent, CustomerLinkEvent, LeadEvent } from '@plumbline/crm/events'
import type {
  ConsentEvent,
  ContactEvent,
  ContactRead,
  ConversationRead,
  MessageEvent,
  ReminderSkipped,
} from '@plumbline/messaging/events'
import type { DomainEvent, Recorded } from '@plumbline/platform/event-store'
import { type AnyProjection, foldRow, tableFor } from '@plumbline/platform/projections'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { expect, it } from 'vitest'
import { owners } from '../processes/stores/schemas.ts'

/** Data of every type of event of a stream, in the order in which they happen. What is added comes last, and changes nothing before it. */
type Samples<Event extends DomainEvent> = {
  readonly [E in Event as E['type']]: readonly E['data'][]
}

/** Some quarters of an hour after noon of a day. */
const at = (quarters: number) => new Date(Date.UTC(2026, 10, 20, 12) + 900_000 * quarters).toISOString()

const lead: Samples<LeadEvent> = {
  LeadReceived: [
    {
      leadId: 1,
      firstName: 'Ann',
      lastName: 'O’Lee',
      email: 'ann@example.test',
      phone: '(919) 555-0118',
      serviceNeeded: 'plumbing',
      projectDescription: 'Dripping tap, Café bar',
      source: 'website',
      receivedAt: at(1),
    },
  ],
  LeadStatusChanged: [
    { leadId: 1, status: 'lost', lostReason: 'Too far', changedAt: at(2) },
    { leadId: 1, status: 'quoted', changedAt: at(3) },
  ],
  LeadFollowUpPlanned: [{ leadId: 1, followUpOn: '2026-12-01', plannedAt: at(4) }],
  LeadValued: [
    { leadId: 1, estimatedCents: 12_345, valuedAt: at(5) },
    { leadId: 1, estimatedCents: null, valuedAt: at(6) },
  ],
  LeadNoted: [{ leadId: 1, notes: 'Call after five', notedAt: at(7) }],
  LeadConverted: [{ leadId: 1, customerId: 1, convertedAt: at(8) }],
  LeadDetailsChanged: [
    { leadId: 1, firstName: 'Anne', phone: '(919) 555-0119', projectDescription: null, changedAt: at(8) },
  ],
  LeadRemoved: [{ leadId: 1, removedAt: at(8) }],
  LeadRestored: [
    {
      leadId: 1,
      firstName: 'Anne',
      lastName: 'O’Lee',
      email: 'ann@example.test',
      phone: '(919) 555-0119',
      serviceNeeded: null,
      projectDescription: 'Dripping tap',
      source: 'website',
      receivedAt: at(1),
      status: 'quoted',
      lostReason: null,
      followUpOn: null,
      notes: 'Call after five',
      estimatedCents: 12_345,
      restoredAt: at(8),
    },
  ],
  LeadLinked: [{ leadId: 1, customerId: 2, linkedAt: at(9) }],
}

const customer: Samples<CustomerEvent> = {
  CustomerRegistered: [
    {
      customerId: 1,
      firstName: 'Ann',
      lastName: 'O’Lee',
      email: 'Ann@example.test',
      phone: '(919) 555-0118',
      address: '12 Elm St, Raleigh',
      notes: 'Dog',
      status: 'lead',
      source: 'referral',
      registeredAt: at(9),
    },
  ],
  CustomerDetailsChanged: [
    { customerId: 1, notes: null, changedAt: at(10) },
    {
      customerId: 1,
      firstName: 'Anna',
      lastName: 'Lée',
      email: 'anna@example.test',
      phone: 'none',
      address: null,
      source: 'phone',
      changedAt: at(11),
    },
  ],
  CustomerStatusChanged: [{ customerId: 1, status: 'active', changedAt: at(12) }],
  CustomerMerged: [{ customerId: 1, intoCustomerId: 2, mergedAt: at(13) }],
  CustomerRemoved: [{ customerId: 1, removedAt: at(14) }],
}

const customerLink: Samples<CustomerLinkEvent> = {
  CustomerLinkIssued: [
    {
      linkId: 1,
      customerId: 1,
      scope: { kind: 'invoice', id: 1 },
      expiresAt: '2026-12-20T15:00:00.000Z',
      issuedAt: at(15),
    },
  ],
  CustomerLinkExtended: [{ linkId: 1, expiresAt: '2026-12-21T15:00:00.000Z', extendedAt: at(16) }],
  CustomerLinkOpened: [{ linkId: 1, openedAt: at(17) }],
  CustomerLinkRevoked: [{ linkId: 1, revokedAt: at(18) }],
  CustomerLinkCodeSent: [{ linkId: 1, customerId: 1, number: 1, channel: 'sms', sentAt: at(19) }],
  CustomerLinkCodeMistaken: [{ linkId: 1, number: 1, mistakenAt: at(20) }],
  CustomerLinkVerified: [{ linkId: 1, number: 1, verifiedAt: at(21) }],
}

const appointment: Samples<AppointmentEvent> = {
  AppointmentScheduled: [
    {
      appointmentId: 1,
      customerId: 1,
      title: 'Général Repairs',
      description: 'Mend the porch',
      notes: 'Ladder',
      address: '14 Elm St',
      startsAt: '2026-12-01T15:00:00.000Z',
      durationMinutes: 90,
      estimatedCents: 11_250,
      scheduledAt: at(15),
    },
  ],
  AppointmentAssigned: [{ appointmentId: 1, assigneeIds: [2, 3], changedAt: at(16) }],
  AppointmentRescheduled: [
    { appointmentId: 1, durationMinutes: 60, changedAt: at(16) },
    { appointmentId: 1, startsAt: '2026-12-02T15:00:00.000Z', changedAt: at(17) },
  ],
  AppointmentRepriced: [{ appointmentId: 1, estimatedCents: null, actualCents: 9_900, changedAt: at(18) }],
  AppointmentDescribed: [
    {
      appointmentId: 1,
      customerId: 1,
      title: 'Painting',
      description: null,
      notes: null,
      address: null,
      changedAt: at(19),
    },
  ],
  AppointmentReassigned: [
    {
      appointmentId: 1,
      customerId: 2,
      description: 'Fence',
      notes: 'Gate',
      address: '9 Oak Ave',
      changedAt: at(20),
    },
  ],
  AppointmentStarted: [{ appointmentId: 1, startedAt: at(21) }],
  AppointmentCompleted: [{ appointmentId: 1, completedAt: at(22) }],
  AppointmentCancelled: [
    {
      appointmentId: 1,
      customerId: 2,
      startsAt: '2026-12-02T15:00:00.000Z',
      notify: true,
      cancelledAt: at(23),
    },
  ],
  AppointmentReopened: [{ appointmentId: 1, reopenedAt: at(24) }],
  AppointmentDeleted: [{ appointmentId: 1, deletedAt: at(25) }],
  AppointmentRestored: [
    {
      appointmentId: 1,
      customerId: 2,
      title: 'Painting',
      description: 'Fence',
      notes: 'Gate',
      address: '9 Oak Ave',
      startsAt: '2026-12-02T15:00:00.000Z',
      durationMinutes: 60,
      estimatedCents: null,
      actualCents: 9_900,
      status: 'completed',
      completedAt: at(22),
      agreedAt: at(17),
      scheduledAt: at(15),
      restoredAt: at(26),
    },
  ],
  AppointmentMoveRequested: [{ appointmentId: 1, customerId: 2, words: 'Any Friday', requestedAt: at(26) }],
  AppointmentCrewDeparted: [{ appointmentId: 1, departedAt: at(26) }],
}

const line = { description: 'Tap', amountCents: 10_000, taxCents: 725 }
const ofInvoice = { invoiceId: 1, customerId: 1 }
const invoice: Samples<InvoiceEvent> = {
  InvoiceDrafted: [
    {
      ...ofInvoice,
      appointmentId: 1,
      description: 'New tap — kitchen',
      lines: [line],
      dueOn: '2026-12-10',
      draftedAt: at(26),
    },
  ],
  InvoiceChanged: [
    {
      invoiceId: 1,
      appointmentId: null,
      description: 'Two taps',
      lines: [line, { ...line, quantity: '2', unitPriceCents: 5_000 }],
      changedAt: at(27),
    },
  ],
  InvoiceIssued: [{ invoiceId: 1, number: 1, issuedOn: '2026-11-20', issuedAt: at(28) }],
  InvoiceSendRequested: [{ ...ofInvoice, balanceCents: 21_450, dueOn: '2026-12-10', requestedAt: at(29) }],
  InvoiceOverdue: [{ invoiceId: 1, dueOn: '2026-12-10', markedAt: at(30) }],
  PaymentReminderRequested: [{ ...ofInvoice, channel: 'sms', balanceCents: 21_450, requestedAt: at(31) }],
  PaymentReceived: [
    {
      ...ofInvoice,
      paymentId: 1,
      amountCents: 1_450,
      method: 'cash',
      paidOn: '2026-12-11',
      recordedAt: at(32),
    },
    {
      ...ofInvoice,
      paymentId: 2,
      amountCents: 20_000,
      method: 'zelle',
      paidOn: '2026-12-12',
      recordedAt: at(33),
    },
  ],
  PaymentRefunded: [
    { ...ofInvoice, paymentId: 2, amountCents: 20_000, refundedOn: '2026-12-13', recordedAt: at(34) },
  ],
  InvoiceVoided: [{ invoiceId: 1, reason: 'undone', voidedAt: at(35) }],
}

const ofQuote = { quoteId: 1, customerId: 1 }
const offered: QuoteContent = {
  title: 'Café bar',
  options: [
    {
      optionId: 1,
      name: 'Pine',
      lines: [{ description: 'Boards', quantity: '3', unitPriceCents: 3_333, taxable: true }],
    },
    {
      optionId: 2,
      name: 'Cedar',
      lines: [{ description: 'Boards', quantity: '3', unitPriceCents: 10_000, taxable: true }],
    },
  ],
  addOns: [{ addOnId: 1, description: 'Stools', quantity: '2', unitPriceCents: 4_500, taxable: false }],
  discount: { percent: '10' },
  taxPercent: '7.25',
  deposit: { cents: 5_000 },
  validUntil: '2026-12-10',
  message: 'Dear Ann',
  terms: 'Net 7',
}
const quote: Samples<QuoteEvent> = {
  QuoteDrafted: [{ ...ofQuote, leadId: 1, appointmentId: null, draftedAt: at(60) }],
  QuoteRevised: [{ ...ofQuote, revision: 1, ...offered, revisedAt: at(60) }],
  QuoteSent: [
    { ...ofQuote, revision: 1, channel: 'email', documentHash: 'ab', sentOn: '2026-11-21', sentAt: at(61) },
  ],
  QuoteViewed: [{ quoteId: 1, revision: 1, viewedOn: '2026-11-21', viewedAt: at(62) }],
  QuoteChangesRequested: [{ ...ofQuote, revision: 1, words: 'Less wood', requestedAt: at(63) }],
  QuoteDeclined: [{ ...ofQuote, revision: 1, by: 'customer', reason: 'Too dear', declinedAt: at(64) }],
  QuoteExpired: [{ quoteId: 1, revision: 1, validUntil: '2026-12-10', expiredAt: at(65) }],
  QuoteExtended: [{ quoteId: 1, revision: 1, validUntil: '2026-12-20', extendedAt: at(66) }],
  QuoteApproved: [
    {
      ...ofQuote,
      revision: 1,
      optionId: 2,
      addOnIds: [1],
      lines: [],
      totalCents: 37_058,
      depositCents: 5_000,
      documentHash: 'ab',
      by: 'customer',
      signerName: 'Ann Lee',
      approvedOn: '2026-11-21',
      approvedAt: at(67),
    },
  ],
  QuoteScheduled: [{ quoteId: 1, appointmentId: 1, scheduledAt: at(68) }],
  QuoteInvoiced: [{ quoteId: 1, invoiceId: 2, part: 'rest', totalCents: 32_058, invoicedAt: at(69) }],
  QuoteWithdrawn: [{ quoteId: 1, withdrawnAt: at(70) }],
  QuoteCostsChanged: [{ quoteId: 1, costs: [{ lineId: 1, unitCostCents: 2_100 }], changedAt: at(76) }],
}

const priceItem: Samples<PriceItemEvent> = {
  PriceItemDefined: [
    {
      ...{ priceItemId: 1, name: 'Éclair', details: 'Sweet', unit: 'each' },
      ...{ unitPriceCents: 4_500, taxable: true, definedAt: at(71) },
    },
  ],
  PriceItemChanged: [
    { priceItemId: 1, unitPriceCents: 5_000, changedAt: at(72) },
    { priceItemId: 1, unitCostCents: 2_100, changedAt: at(77) },
  ],
  PriceItemRetired: [{ priceItemId: 1, retiredAt: at(73) }],
  PriceItemRestored: [{ priceItemId: 1, restoredAt: at(74) }],
}

const written = { messageId: 1, customerId: 1, recipient: '+19195550118', causeId: null }
const received = { messageId: 1, content: 'Thanks — Zoë', providerId: 'SM2', channel: 'sms' } as const
const message: Samples<MessageEvent> = {
  MessageWritten: [
    {
      ...written,
      channel: 'email',
      subject: 'Your invoice',
      content: 'Please find it attached.',
      cause: 'invoice',
      validForVersion: 'invoice-1@4',
      attachment: { name: 'INV-000001.pdf', invoiceId: 1 },
      writtenAt: at(36),
    },
  ],
  MessageSent: [{ messageId: 1, providerId: 'SM1', sentAt: at(37) }],
  MessageDelivered: [{ messageId: 1, providerId: 'SM1', deliveredAt: at(38) }],
  MessageFailed: [
    { messageId: 1, providerId: null, reason: 'Refused', failedAt: at(39) },
    { messageId: 1, providerId: null, reason: 'Cancelled', cancelled: true, failedAt: at(40) },
  ],
  MessageRetried: [{ messageId: 1, customerId: 1, recipient: '+19195550119', retriedAt: at(41) }],
  ContactMessageReceived: [{ ...received, contactId: 1, receivedAt: at(42) }],
  MessageReceived: [
    {
      ...{ ...received, customerId: 1, contactId: 1, sharedWith: [2] },
      ...{ startsUnread: true, assignedAt: at(44), receivedAt: at(43) },
    },
  ],
}

const ofContact = { contactId: 1, channel: 'sms' } as const
const contact: Samples<ContactEvent> = {
  ContactNoted: [{ ...ofContact, address: '+19195550118', notedAt: at(44) }],
  ContactConsentChanged: [
    { ...ofContact, optedOut: true, hold: 'doubt', changedAt: at(45) },
    { ...ofContact, optedOut: true, changedAt: at(46) },
  ],
  ContactAssigned: [{ contactId: 1, customerId: 1, assignedAt: at(47) }],
  ContactReleased: [{ contactId: 1, releasedAt: at(48) }],
}

const read = { messageId: 1, receivedAt: at(49), readAt: at(50) }
const conversation: Samples<ConversationRead> = { ConversationRead: [{ customerId: 1, ...read }] }
const contactRead: Samples<ContactRead> = { ContactRead: [{ contactId: 1, ...read }] }
const consent: Samples<ConsentEvent> = {
  ConsentChanged: [
    { customerId: 1, channel: 'sms', optedOut: true, changedAt: at(51) },
    { customerId: 1, channel: 'email', optedOut: true, changedAt: at(52) },
  ],
  RemindersChanged: [{ customerId: 1, wanted: false, changedAt: at(53) }],
}
const reminder: Samples<ReminderSkipped> = {
  ReminderSkipped: [{ appointmentId: 1, since: 2, skip: true, changedAt: at(54) }],
}

const streams = {
  lead,
  customer,
  appointment,
  invoice,
  message,
  contact,
  conversation,
  'contact-read': contactRead,
  consent,
  reminder,
  quote,
  'price-item': priceItem,
  'customer-link': customerLink,
}

/** The histories above, one after the other. */
const log: Recorded[] = Object.entries<Samples<never>>(streams).flatMap(([kind, samples], n) =>
  Object.entries<readonly unknown[]>(samples)
    .flatMap(([type, data]) => data.map((it) => ({ type, data: it })))
    .map((event, i) => ({
      ...event,
      id: `${kind}-${i}`,
      stream: `${kind}-1`,
      version: i + 1,
      position: BigInt(n * 1_000 + i + 1),
      recordedAt: '2026-11-27T12:00:00.000Z',
      metadata: { actor: 'user-1', requestId: 'test' },
    })),
)

const sortKeys = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value

const relevantEvents = ({ types }: AnyProjection) => log.filter(({ type }) => types.includes(type))

/** Of the table, and of the row after each event. */
function digestOf(projection: AnyProjection): string {
  const { create, constraints, names } = tableFor(projection)
  const events = relevantEvents(projection)
  const rows = events.map((event, i) => {
    const key = projection.key(event)
    const row = foldRow(
      projection,
      events.slice(0, i + 1).filter((it) => projection.key(it) === key),
    )
    return [key, row && names.map((name) => row[name] ?? null)]
  })
  const stored = JSON.stringify({ create, constraints, rows }, sortKeys)
  return createHash('sha256').update(stored).digest('hex').slice(0, 12)
}

const readModels = owners.flatMap(({ schema, projections = [], asyncProjections = [] }) =>
  [...projections, ...asyncProjections].map((projection) => ({
    projection,
    version: `${schema}.${projection.name}@${projection.version}`,
  })),
)

/** What the versions of today store. A read model that stores something else gets a higher version, and a line of it. */
const digests: Record<string, string> = {
  'crm.leads@10': '707fac84e021',
  'crm.customers@7': 'a2b308da2e82',
  'crm.customerLinks@1': '6d3bfbef54cf',
  'crm.appointments@5': 'c86a3aa2bdb5',
  'crm.invoices@2': '52ee16273012',
  'scheduling.appointments@13': '70e1a9e6bf39',
  'scheduling.customers@8': 'a6865a7cfddd',
  'billing.invoices@10': '29bce3a57c12',
  'billing.invoiceSnapshots@5': 'db77ea86a30b',
  'billing.quotes@3': '867bfa055f71',
  'billing.priceItems@2': '5ebf1b1d93c0',
  'billing.quoteOutcomes@1': 'd80970e56804',
  'billing.moneyMovements@3': 'cdee007e79c0',
  'billing.customers@5': '44d9bb020682',
  'billing.appointments@6': '340462e123ac',
  'insights.customers@4': '7d8acce28854',
  'insights.subjects@8': 'ce9e58a71cb2',
  'insights.activity@10': 'a9e32678d497',
  'insights.revenue@3': '615f7501cfdd',
  'insights.searchDocuments@8': '6b5b69122363',
  'messaging.messages@9': '01393a394b17',
  'messaging.customerLinks@1': '6d3bfbef54cf',
  'messaging.readMarks@1': 'cedba93254c6',
  'messaging.consents@2': '0166d93d4c69',
  'messaging.reminderSkips@1': '3385804b0af7',
  'messaging.contacts@2': 'c3bc8b50f2a0',
  'messaging.contactMessages@2': 'ceb0d1b1b732',
  'messaging.contactReadMarks@1': '12cfe7a1bca2',
  'messaging.customers@7': '60e276d28527',
  'messaging.appointments@7': '0ff389d546c8',
  'messaging.openQuotes@1': '9cd5426ee170',
}

/** What is wrong with a read model whose digest is another than the noted one. */
function problemsOf(version: string, digest: string): string[] {
  if (digests[version] === digest) return []
  return version in digests
    ? [`${version} stores other columns or rows than before: raise its version`]
    : [`${version} is new: note '${version}': '${digest}'`]
}

it('a read model that stores something else has a higher version', () => {
  expect(readModels.flatMap(({ version, projection }) => problemsOf(version, digestOf(projection)))).toEqual(
    [],
  )
  expect(Object.keys(digests).sort()).toEqual(readModels.map(({ version }) => version).sort())
})

const ofOtherStream = (event: Recorded): Recorded => ({
  ...event,
  stream: event.stream.replace(/1$/, '2'),
  position: event.position + 500n,
  data: Object.fromEntries(
    Object.entries(event.data as object).map(([name, it]) => [
      name,
      /Id$/.test(name) && typeof it === 'number' ? it + 10 : it,
    ]),
  ),
})

it('a read model whose rows are made of several streams says so, and no other', () => {
  const spanning = readModels.filter(({ projection }) => {
    const events = relevantEvents(projection)
    const keys = new Set(events.map(projection.key))
    return events.some((event) => keys.has(projection.key(ofOtherStream(event))))
  })
  expect(spanning.map(({ version }) => version)).toEqual(
    readModels.filter(({ projection }) => projection.spansStreams).map(({ version }) => version),
  )
})

it('every event that a read model follows is in the histories', () => {
  const types = new Set(log.map(({ type }) => type))
  const missing = readModels.flatMap(({ projection }) => projection.types.filter((it) => !types.has(it)))
  expect(missing).toEqual([])
})

it('caught: another column, another index, another fold', () => {
  const { projection, version } = readModels[0] as (typeof readModels)[number]
  const changed: Partial<AnyProjection>[] = [
    { columns: { ...projection.columns, more: { type: 'text', isNullable: true } } },
    { columns: Object.fromEntries(Object.entries(projection.columns).slice(0, -1)) },
    { indexes: [] },
    { types: projection.types.slice(1) },
    { evolve: (row, event) => ({ ...projection.evolve(row, event), phone: '' }) },
  ]
  for (const change of changed)
    expect(problemsOf(version, digestOf({ ...projection, ...change }))).toEqual([
      expect.stringContaining('raise its version'),
    ])
})
