import * as z from 'zod/mini'
import { personalFields } from './api/fields.ts'

// other services show a lead's service and the fields of a customer by their labels
export { customerLabels, leadServices } from './api.ts'

const at = z.iso.datetime()

/** A visitor (or staff) asked for an estimate. Stream `lead-<id>`. */
export const LeadReceived = z.object({
  type: z.literal('LeadReceived'),
  data: z.object({
    leadId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    serviceNeeded: z.nullable(z.string()),
    projectDescription: z.nullable(z.string()),
    source: z.string(),
    receivedAt: at,
  }),
})
export type LeadReceived = z.infer<typeof LeadReceived>

export const LeadStatusChanged = z.object({
  type: z.literal('LeadStatusChanged'),
  data: z.object({
    leadId: z.int(),
    status: z.enum(['new', 'contacted', 'quoted', 'lost']),
    /** Why it was lost. */
    lostReason: z.optional(z.string()),
    changedAt: at,
  }),
})

/** When to call again: a day in New York, or null to cancel the plan. */
export const LeadFollowUpPlanned = z.object({
  type: z.literal('LeadFollowUpPlanned'),
  data: z.object({ leadId: z.int(), followUpOn: z.nullable(z.iso.date()), plannedAt: at }),
})

/** What the job may be worth, in cents. */
export const LeadValued = z.object({
  type: z.literal('LeadValued'),
  data: z.object({ leadId: z.int(), estimatedCents: z.nullable(z.int()), valuedAt: at }),
})

/** What staff note about it; null when there is nothing. */
export const LeadNoted = z.object({
  type: z.literal('LeadNoted'),
  data: z.object({ leadId: z.int(), notes: z.nullable(z.string()), notedAt: at }),
})

export const LeadConverted = z.object({
  type: z.literal('LeadConverted'),
  data: z.object({ leadId: z.int(), customerId: z.int(), convertedAt: at }),
})

export const LeadEvent = z.discriminatedUnion('type', [
  LeadReceived,
  LeadStatusChanged,
  LeadFollowUpPlanned,
  LeadValued,
  LeadNoted,
  LeadConverted,
])
export type LeadEvent = z.infer<typeof LeadEvent>

/** A customer of the business. Stream `customer-<id>`. */
export const CustomerRegistered = z.object({
  type: z.literal('CustomerRegistered'),
  data: z.object({
    customerId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.nullable(z.string()),
    notes: z.nullable(z.string()),
    status: z.string(),
    source: z.string(),
    registeredAt: at,
  }),
})
export type CustomerRegistered = z.infer<typeof CustomerRegistered>

/** Only fields that are different from before. */
export const CustomerDetailsChanged = z.object({
  type: z.literal('CustomerDetailsChanged'),
  data: z.object({
    customerId: z.int(),
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
    email: z.optional(z.string()),
    phone: z.optional(z.string()),
    address: z.optional(z.nullable(z.string())),
    notes: z.optional(z.nullable(z.string())),
    source: z.optional(z.string()),
    changedAt: at,
  }),
})

export const CustomerStatusChanged = z.object({
  type: z.literal('CustomerStatusChanged'),
  data: z.object({ customerId: z.int(), status: z.string(), changedAt: at }),
})

/** Two records of one person become one: this stream ends, and its id leads to the other record. */
export const CustomerMerged = z.object({
  type: z.literal('CustomerMerged'),
  data: z.object({ customerId: z.int(), intoCustomerId: z.int(), mergedAt: at }),
})

/** A record was created by mistake, as by an import that is undone. */
export const CustomerRemoved = z.object({
  type: z.literal('CustomerRemoved'),
  data: z.object({ customerId: z.int(), removedAt: at }),
})

export const CustomerEvent = z.discriminatedUnion('type', [
  CustomerRegistered,
  CustomerDetailsChanged,
  CustomerStatusChanged,
  CustomerMerged,
  CustomerRemoved,
])
export type CustomerEvent = z.infer<typeof CustomerEvent>

/** A file of customers is imported in chunks. Stream `customer-import-<id>`. */
export const CustomerImportStarted = z.object({
  type: z.literal('CustomerImportStarted'),
  data: z.object({ importId: z.int(), startedAt: at }),
})

/** One chunk: the customers it created, and how many rows matched existing ones or were refused. */
export const CustomersImported = z.object({
  type: z.literal('CustomersImported'),
  data: z.object({
    importId: z.int(),
    customerIds: z.array(z.int()),
    matched: z.int(),
    refused: z.int(),
    importedAt: at,
  }),
})

/** Customers of an import were removed; those that were used since were kept. */
export const CustomerImportUndone = z.object({
  type: z.literal('CustomerImportUndone'),
  data: z.object({
    importId: z.int(),
    removedIds: z.array(z.int()),
    keptIds: z.array(z.int()),
    undoneAt: at,
  }),
})

export const CustomerImportEvent = z.discriminatedUnion('type', [
  CustomerImportStarted,
  CustomersImported,
  CustomerImportUndone,
])
export type CustomerImportEvent = z.infer<typeof CustomerImportEvent>

/** The person whose data key encrypts the events of a lead, until the lead becomes a customer. */
export const leadSubject = (leadId: number) => `lead-${leadId}`
/** The person whose data key encrypts what any service stores about a customer. */
export const customerSubject = (customerId: number) => `customer-${customerId}`

const ofCustomer = ({ customerId }: { customerId: number }) => customerSubject(customerId)
const ofLead = ({ leadId }: { leadId: number }) => leadSubject(leadId)

/** Fields that are encrypted with the data key of the person they are about. */
export const personal = {
  LeadReceived: {
    subject: ofLead,
    fields: ['firstName', 'lastName', 'email', 'phone', 'projectDescription'],
  },
  LeadStatusChanged: { subject: ofLead, fields: ['lostReason'] },
  LeadNoted: { subject: ofLead, fields: ['notes'] },
  CustomerRegistered: {
    subject: ofCustomer,
    fields: personalFields,
  },
  CustomerDetailsChanged: {
    subject: ofCustomer,
    fields: personalFields,
  },
} as const
