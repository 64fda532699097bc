import { type OptionalCustomerField, personalFields, personalLeadFields } from './api/fields.ts'

// other services show a lead's service and the fields of a customer by their labels, and what can be taken back
export { customerLabels, leadLabels, leadServices, nextCustomerStatuses } from './api.ts'

/** ISO 8601 in UTC. */
type Time = string

/** A visitor (or staff) asked for an estimate. Stream `lead-<id>`. */
export type LeadReceived = {
  type: 'LeadReceived'
  data: {
    leadId: number
    firstName: string
    lastName: string
    email: string
    phone: string
    serviceNeeded: string | null
    projectDescription: string | null
    source: string
    receivedAt: Time
  }
}

export type LeadStatusChanged = {
  type: 'LeadStatusChanged'
  data: {
    leadId: number
    status: 'new' | 'contacted' | 'quoted' | 'lost'
    /** Why it was lost. */
    lostReason?: string
    changedAt: Time
  }
}

/** When to call again: a day, or null to cancel the plan. */
export type LeadFollowUpPlanned = {
  type: 'LeadFollowUpPlanned'
  data: { leadId: number; followUpOn: string | null; plannedAt: Time }
}

/** What the job may be worth, in cents. */
export type LeadValued = {
  type: 'LeadValued'
  data: { leadId: number; estimatedCents: number | null; valuedAt: Time }
}

/** What staff note about it; null when there is nothing. */
export type LeadNoted = {
  type: 'LeadNoted'
  data: { leadId: number; notes: string | null; notedAt: Time }
}

/** Only fields that are different from before. */
export type LeadDetailsChanged = {
  type: 'LeadDetailsChanged'
  data: { leadId: number; changedAt: Time } & Partial<
    Pick<
      LeadReceived['data'],
      'firstName' | 'lastName' | 'email' | 'phone' | 'serviceNeeded' | 'projectDescription'
    >
  >
}

/** It was spam. */
export type LeadRemoved = {
  type: 'LeadRemoved'
  data: { leadId: number; removedAt: Time }
}

/** A removed lead is there again, with all that it was. */
export type LeadRestored = {
  type: 'LeadRestored'
  data: LeadReceived['data'] & {
    status: LeadStatusChanged['data']['status']
    lostReason: string | null
    followUpOn: string | null
    notes: string | null
    estimatedCents: number | null
    restoredAt: Time
  }
}

/** Who asked is this customer; a quote for them may follow. The lead stays open. */
export type LeadLinked = {
  type: 'LeadLinked'
  data: { leadId: number; customerId: number; linkedAt: Time }
}

export type LeadConverted = {
  type: 'LeadConverted'
  data: { leadId: number; customerId: number; convertedAt: Time }
}

export type LeadEvent =
  | LeadReceived
  | LeadStatusChanged
  | LeadFollowUpPlanned
  | LeadValued
  | LeadNoted
  | LeadDetailsChanged
  | LeadRemoved
  | LeadRestored
  | LeadLinked
  | LeadConverted

/** What customers got later: events from before do not have it. */
type LaterFields = { [Name in Exclude<OptionalCustomerField, 'address' | 'notes'>]?: string | null }

/** A customer of the business. Stream `customer-<id>`. */
export type CustomerRegistered = {
  type: 'CustomerRegistered'
  data: {
    customerId: number
    firstName: string
    lastName: string
    email: string
    phone: string
    address: string | null
    notes: string | null
    status: string
    source: string
    registeredAt: Time
  } & LaterFields
}

/** Only fields that are different from before. */
export type CustomerDetailsChanged = {
  type: 'CustomerDetailsChanged'
  data: {
    customerId: number
    firstName?: string
    lastName?: string
    email?: string
    phone?: string
    source?: string
    changedAt: Time
  } & { [Name in OptionalCustomerField]?: string | null }
}

export type CustomerStatusChanged = {
  type: 'CustomerStatusChanged'
  data: { customerId: number; status: string; changedAt: Time }
}

/** Two records of one person become one: this stream ends, and its id leads to the other record. */
export type CustomerMerged = {
  type: 'CustomerMerged'
  data: { customerId: number; intoCustomerId: number; mergedAt: Time }
}

/** A record was created by mistake, as by an import that is undone. */
export type CustomerRemoved = {
  type: 'CustomerRemoved'
  data: { customerId: number; removedAt: Time }
}

export type CustomerEvent =
  | CustomerRegistered
  | CustomerDetailsChanged
  | CustomerStatusChanged
  | CustomerMerged
  | CustomerRemoved

/** A file of customers is imported in chunks. Stream `customer-import-<id>`. */
export type CustomerImportStarted = {
  type: 'CustomerImportStarted'
  data: { importId: number; startedAt: Time }
}

/** One chunk: the customers it created, and how many rows matched existing ones or were refused. */
export type CustomersImported = {
  type: 'CustomersImported'
  data: {
    importId: number
    customerIds: number[]
    matched: number
    refused: number
    importedAt: Time
  }
}

/** Customers of an import were removed; those that were used since were kept. */
export type CustomerImportUndone = {
  type: 'CustomerImportUndone'
  data: {
    importId: number
    removedIds: number[]
    keptIds: number[]
    undoneAt: Time
  }
}

export type CustomerImportEvent = CustomerImportStarted | CustomersImported | CustomerImportUndone

/** The one document that a link opens. */
export type LinkScope = { kind: 'quote' | 'invoice' | 'appointment'; id: number }

/** A customer can open a document without signing in. The secret of the link is nowhere. Stream `customer-link-<id>`. */
export type CustomerLinkIssued = {
  type: 'CustomerLinkIssued'
  data: { linkId: number; customerId: number; scope: LinkScope; expiresAt: Time; issuedAt: Time }
}

/** It was issued again while it worked. */
export type CustomerLinkExtended = {
  type: 'CustomerLinkExtended'
  data: { linkId: number; expiresAt: Time; extendedAt: Time }
}

/** The page was looked at in a browser; at most once a day. */
export type CustomerLinkOpened = {
  type: 'CustomerLinkOpened'
  data: { linkId: number; openedAt: Time }
}

export type CustomerLinkRevoked = {
  type: 'CustomerLinkRevoked'
  data: { linkId: number; revokedAt: Time }
}

/** So long a code works after it was sent. */
export const codeMinutes = 10

/** A code is sent to the customer of a link that has run out, with which they can open it. The code is nowhere. */
export type CustomerLinkCodeSent = {
  type: 'CustomerLinkCodeSent'
  data: {
    linkId: number
    /** As they are today, should they have been merged. */
    customerId: number
    /** Which code of this link it is, from 1. */
    number: number
    channel: 'sms' | 'email'
    sentAt: Time
  }
}

/** A wrong code was entered. */
export type CustomerLinkCodeMistaken = {
  type: 'CustomerLinkCodeMistaken'
  data: { linkId: number; number: number; mistakenAt: Time }
}

/** The code was entered: the device is known from now on. */
export type CustomerLinkVerified = {
  type: 'CustomerLinkVerified'
  data: { linkId: number; number: number; verifiedAt: Time }
}

export type CustomerLinkCodeEvent = CustomerLinkCodeSent | CustomerLinkCodeMistaken | CustomerLinkVerified

export type CustomerLinkEvent =
  | CustomerLinkIssued
  | CustomerLinkExtended
  | CustomerLinkOpened
  | CustomerLinkRevoked
  | CustomerLinkCodeEvent

/** The person whose data key encrypts the events of a lead, until the lead becomes a customer. */
export const leadSubject = (leadId: number) => `lead-${leadId}`
/** The person whose data key encrypts what any service stores about a customer. */
export const customerSubject = (customerId: number) => `customer-${customerId}`

const ofCustomer = ({ customerId }: { customerId: number }) => customerSubject(customerId)
const ofLead = ({ leadId }: { leadId: number }) => leadSubject(leadId)

/** Fields that are encrypted with the data key of the person they are about. */
export const personal = {
  LeadReceived: { subject: ofLead, fields: personalLeadFields },
  LeadDetailsChanged: { subject: ofLead, fields: personalLeadFields },
  LeadRestored: { subject: ofLead, fields: [...personalLeadFields, 'lostReason', 'notes'] },
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
