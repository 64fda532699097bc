import { defineProjection, tableFor } from '@plumbline/platform/projections'
import {
  type DocumentKind,
  documentColumns,
  documentKinds,
  type Facts,
  personKinds,
  type SearchDocument,
} from './document.ts'
import { appointmentDocument, evolveAppointment, type SearchedAppointmentEvent } from './kinds/appointment.ts'
import { evolveInvoice, invoiceDocument, type SearchedInvoiceEvent } from './kinds/invoice.ts'
import { messageDocument, type SearchedMessageEvent } from './kinds/message.ts'
import {
  evolveCustomer,
  evolveLead,
  personDocument,
  type SearchedCustomerEvent,
  type SearchedLeadEvent,
} from './kinds/person.ts'
import { evolveQuote, quoteDocument, type SearchedQuoteEvent } from './kinds/quote.ts'

type SearchedEvent =
  | SearchedCustomerEvent
  | SearchedLeadEvent
  | SearchedAppointmentEvent
  | SearchedQuoteEvent
  | SearchedInvoiceEvent
  | SearchedMessageEvent

// in kB: every search reads what waits in it, and without one a row takes several times as long to index
const pendingList = 'WITH (gin_pending_list_limit = 256)'

/** The column with the text of a kind. Each has statistics of its own: a word that half of one kind has is rare in the others. */
export const textColumn = (kind: DocumentKind) => `${kind}_text`

const handler =
  <F extends Facts, Event>(
    evolve: (facts: F | null, event: Event) => F | null,
    documentOf: (facts: F) => SearchDocument | null,
  ) =>
  (row: SearchDocument | null, event: Event): SearchDocument | null => {
    const facts = evolve((row?.facts ?? null) as F | null, event)
    return facts && documentOf(facts)
  }

const onCustomer = handler(evolveCustomer, (facts) => personDocument('customer', facts))
const onLead = handler(evolveLead, (facts) => personDocument('lead', facts))
const onAppointment = handler(evolveAppointment, appointmentDocument)
const onQuote = handler(evolveQuote, quoteDocument)
const onInvoice = handler(evolveInvoice, invoiceDocument)
const onMessage = (_: SearchDocument | null, event: SearchedMessageEvent) => messageDocument(event)

/** Everything that can be found: customers, leads, appointments, quotes, invoices and messages, a row each. */
export const searchDocuments = defineProjection<SearchedEvent>()({
  name: 'searchDocuments',
  version: 8,
  columns: documentColumns,
  indexes: [
    '(id)',
    'USING gin (assignee_ids) WHERE assignee_ids IS NOT NULL',
    '(number) WHERE number IS NOT NULL',
    '(phone) WHERE phone IS NOT NULL',
    ...documentKinds.flatMap((kind) =>
      [
        '(at DESC, id DESC)',
        '(customer_id)',
        `USING gin (${textColumn(kind)} public.gin_trgm_ops) ${pendingList}`,
      ].map((index) => `${index} WHERE ${textColumn(kind)} IS NOT NULL`),
    ),
    ...personKinds.flatMap((kind) => [
      `USING gin (${kind}_names public.gin_trgm_ops) ${pendingList} WHERE ${kind}_names IS NOT NULL`,
      `USING gin (string_to_array(spellings, ' ')) ${pendingList} WHERE ${textColumn(kind)} IS NOT NULL`,
    ]),
  ],
  key: ({ stream }) => stream,
  on: {
    CustomerRegistered: onCustomer,
    CustomerDetailsChanged: onCustomer,
    CustomerMerged: onCustomer,
    CustomerRemoved: onCustomer,
    LeadReceived: onLead,
    LeadDetailsChanged: onLead,
    LeadRemoved: onLead,
    LeadRestored: onLead,
    LeadConverted: onLead,
    AppointmentScheduled: onAppointment,
    AppointmentAssigned: onAppointment,
    AppointmentRescheduled: onAppointment,
    AppointmentDescribed: onAppointment,
    AppointmentReassigned: onAppointment,
    AppointmentStarted: onAppointment,
    AppointmentCompleted: onAppointment,
    AppointmentCancelled: onAppointment,
    AppointmentReopened: onAppointment,
    AppointmentDeleted: onAppointment,
    AppointmentRestored: onAppointment,
    QuoteDrafted: onQuote,
    QuoteRevised: onQuote,
    QuoteSent: onQuote,
    QuoteChangesRequested: onQuote,
    QuoteApproved: onQuote,
    QuoteDeclined: onQuote,
    QuoteExpired: onQuote,
    QuoteExtended: onQuote,
    QuoteWithdrawn: onQuote,
    InvoiceDrafted: onInvoice,
    InvoiceChanged: onInvoice,
    InvoiceIssued: onInvoice,
    PaymentReceived: onInvoice,
    PaymentRefunded: onInvoice,
    InvoiceOverdue: onInvoice,
    InvoiceVoided: onInvoice,
    MessageWritten: onMessage,
    MessageReceived: onMessage,
    ContactMessageReceived: onMessage,
  },
})

export const documentsTable = tableFor(searchDocuments)
