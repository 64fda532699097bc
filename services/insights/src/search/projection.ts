import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { type DocumentKind, documentKinds, type Facts, personKinds, type SearchDocument } from './document.ts'
import {
  type AppointmentFacts,
  appointmentDocument,
  evolveAppointment,
  type SearchedAppointmentEvent,
} from './kinds/appointment.ts'
import {
  evolveInvoice,
  type InvoiceFacts,
  invoiceDocument,
  type SearchedInvoiceEvent,
} from './kinds/invoice.ts'
import { messageDocument, type SearchedMessageEvent } from './kinds/message.ts'
import {
  evolveCustomer,
  evolveLead,
  type PersonFacts,
  personDocument,
  type SearchedCustomerEvent,
  type SearchedLeadEvent,
} from './kinds/person.ts'

type SearchedEvent =
  | SearchedCustomerEvent
  | SearchedLeadEvent
  | SearchedAppointmentEvent
  | SearchedInvoiceEvent
  | SearchedMessageEvent

// in kB: every search reads what waits in it, and without one a row takes several times as long to index
const pendingList = 'WITH (gin_pending_list_limit = 256)'

/** The column with the text of a kind. Each has statistics of its own: a word that half of one kind has is rare in the others. */
export const textColumn = (kind: DocumentKind) => `${kind}_text`

/** Everything that can be found: customers, leads, appointments, invoices and messages, a row each. */
export const searchDocuments = defineProjection<SearchedEvent, SearchDocument>({
  name: 'searchDocuments',
  version: 3,
  columns: {
    stream: 'text',
    kind: 'text',
    id: 'integer',
    customerId: 'integer?',
    at: 'timestamptz',
    number: 'integer?',
    phone: 'text?',
    customerNames: 'text?',
    leadNames: 'text?',
    spellings: 'text?',
    customerText: 'text?',
    leadText: 'text?',
    appointmentText: 'text?',
    invoiceText: 'text?',
    messageText: 'text?',
    facts: 'jsonb',
  },
  indexes: [
    '(id)',
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
  types: [
    'CustomerRegistered',
    'CustomerDetailsChanged',
    'CustomerMerged',
    'CustomerRemoved',
    'LeadReceived',
    'LeadConverted',
    'AppointmentScheduled',
    'AppointmentRescheduled',
    'AppointmentDescribed',
    'AppointmentReassigned',
    'AppointmentStarted',
    'AppointmentCompleted',
    'AppointmentCancelled',
    'AppointmentReopened',
    'AppointmentDeleted',
    'InvoiceDrafted',
    'InvoiceChanged',
    'InvoiceIssued',
    'PaymentReceived',
    'PaymentRefunded',
    'InvoiceOverdue',
    'InvoiceVoided',
    'MessageWritten',
    'MessageReceived',
    'ContactMessageReceived',
  ],
  partitionBy: 'stream',
  keys: (event) => [event.stream],
  evolve: (row, event) => evolve(row?.facts ?? null, event),
})

function evolve(before: Facts | null, event: SearchedEvent): SearchDocument | null {
  switch (event.type) {
    case 'CustomerRegistered':
    case 'CustomerDetailsChanged':
    case 'CustomerMerged':
    case 'CustomerRemoved': {
      const facts = evolveCustomer(before as PersonFacts | null, event)
      return facts && personDocument('customer', facts)
    }
    case 'LeadReceived':
    case 'LeadConverted': {
      const facts = evolveLead(before as PersonFacts | null, event)
      return facts && personDocument('lead', facts)
    }
    case 'AppointmentScheduled':
    case 'AppointmentRescheduled':
    case 'AppointmentDescribed':
    case 'AppointmentReassigned':
    case 'AppointmentStarted':
    case 'AppointmentCompleted':
    case 'AppointmentCancelled':
    case 'AppointmentReopened':
    case 'AppointmentDeleted': {
      const facts = evolveAppointment(before as AppointmentFacts | null, event)
      return facts && appointmentDocument(facts)
    }
    case 'InvoiceDrafted':
    case 'InvoiceChanged':
    case 'InvoiceIssued':
    case 'PaymentReceived':
    case 'PaymentRefunded':
    case 'InvoiceOverdue':
    case 'InvoiceVoided': {
      const facts = evolveInvoice(before as InvoiceFacts | null, event)
      return facts && invoiceDocument(facts)
    }
    case 'MessageWritten':
    case 'MessageReceived':
    case 'ContactMessageReceived':
      return messageDocument(event)
  }
}

export const documentsTable = tableFor(searchDocuments)
