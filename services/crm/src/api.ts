import {
  ByChange,
  ById,
  bodyId,
  emailAddress,
  emailPattern,
  money,
  pageQuery,
  pathId,
} from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { leadWaits } from './api/counts.ts'
import {
  type CustomerFieldName,
  customerFields,
  type LeadFieldName,
  maxTextLength,
  ofOptionalFields,
} from './api/fields.ts'

export * from './api/counts.ts'
export * from './api/fields.ts'

/** How leads and customers came to the business. A customer's source may be any other text. */
export const leadSources = ['website', 'referral', 'phone', 'direct', 'social'] as const
export const leadStatuses = ['new', 'contacted', 'quoted', 'converted', 'lost'] as const
export const leadStatusLabels: Record<(typeof leadStatuses)[number], string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  converted: 'Converted',
  lost: 'Lost',
}

export const customerStatuses = ['lead', 'active', 'completed'] as const
export const customerStatusLabels: Record<(typeof customerStatuses)[number], string> = {
  lead: 'Lead',
  active: 'Active',
  completed: 'Completed',
}

/** Where a customer may go from each status. */
export const nextCustomerStatuses: Record<string, readonly string[]> = {
  lead: ['active'],
  active: ['completed'],
  completed: ['active'],
}

/** The service a visitor picks in the estimate dialog: value on the wire, label on the screen. */
export const leadServices = {
  'general-repair': 'General Repairs',
  painting: 'Painting & Finishing',
  installation: 'Installation Services',
  plumbing: 'Plumbing',
  electrical: 'Electrical',
  other: 'Other',
} as const

/** The kind of job that a lead's service becomes; null when the lead names none. */
export function serviceTypeOf(serviceNeeded: string | null): string | null {
  if (serviceNeeded === null) return null
  const isOffered = serviceNeeded === 'painting' || serviceNeeded === 'installation'
  return leadServices[isOffered ? serviceNeeded : 'general-repair']
}

const tooLong = (max: number) => `At most ${max} characters`
const required = (max: number, message: string) =>
  z.string({ error: message }).check(z.trim(), z.minLength(1, message), z.maxLength(max, tooLong(max)))
const optional = (max: number) =>
  z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max, tooLong(max)))))

type Messages = { email: string; phone: string }

const contact = ({ email, phone }: Messages) => ({
  firstName: required(100, 'First name is required'),
  lastName: required(100, 'Last name is required'),
  email: emailAddress(email),
  phone: z.string({ error: phone }).check(z.trim(), z.minLength(10, phone), z.maxLength(30, phone)),
})
const dialog = { email: 'Please enter a valid email', phone: 'Please enter a valid phone number' }
const page = {
  email: 'Please enter a valid email address',
  phone: 'Phone number must be at least 10 digits',
}

/** The estimate dialog of the landing page; form and server check the same rules. */
export const LeadForm = /* @__PURE__ */ z.object({
  ...contact(dialog),
  serviceNeeded: optional(100),
  projectDescription: optional(maxTextLength),
} satisfies Record<LeadFieldName, unknown>)
export type LeadForm = z.infer<typeof LeadForm>

export const LeadRequest = z.extend(LeadForm, {
  source: z.optional(z.string().check(z.maxLength(30))),
  /** Hidden from people: only bots fill it in. */
  website: z.optional(z.string()),
  /** For how many milliseconds the dialog was open, where the sender measures it. */
  openForMs: z.optional(z.number()),
})
export type LeadRequest = z.infer<typeof LeadRequest>

export const Lead = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  serviceNeeded: z.nullable(z.string()),
  projectDescription: z.nullable(z.string()),
  status: z.enum(leadStatuses),
  source: z.string(),
  estimatedValue: z.nullable(money),
  /** Why it was lost. */
  lostReason: z.nullable(z.string()),
  /** A day in New York, `YYYY-MM-DD`. */
  followUpOn: z.nullable(z.string()),
  /** What staff note about it. */
  notes: z.nullable(z.string()),
  /** The customer it was converted into. */
  customerId: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Lead = z.infer<typeof Lead>

/** What the public page promises: a quote within this time. */
export const quoteDueHours = 24

/** A lead that staff enter, such as a caller. */
export const NewLead = /* @__PURE__ */ z.extend(LeadForm, { source: z.enum(leadSources) })
export type NewLead = z.infer<typeof NewLead>

const moneyMessage = 'Please enter an amount with at most two decimals'

/** What staff change of a lead; fields that are left out stay as they are. */
export const LeadChanges = /* @__PURE__ */ z.extend(/* @__PURE__ */ z.partial(LeadForm), {
  status: z.optional(z.enum(leadStatuses)),
  /** Goes with status `lost`. */
  lostReason: optional(500),
  followUpOn: z.optional(z.nullable(z.iso.date({ error: 'Please enter a date' }))),
  notes: optional(maxTextLength),
  /** Money as text with at most two decimals. */
  estimatedValue: z.optional(
    z.nullable(z.string({ error: moneyMessage }).check(z.regex(/^\d{1,8}(\.\d{1,2})?$/, moneyMessage))),
  ),
})
export type LeadChanges = z.infer<typeof LeadChanges>

const customerForm = (messages: Messages) =>
  z.object({
    ...contact(messages),
    ...ofOptionalFields((name) => optional(customerFields[name].maxLength)),
    status: z.optional(z.enum(customerStatuses)),
    source: z.optional(z.string().check(z.trim(), z.maxLength(30, tooLong(30)))),
  } satisfies Record<CustomerFieldName, unknown>)

/** The customer dialog of the CRM, and what the server accepts. */
export const CustomerForm = /* @__PURE__ */ customerForm(dialog)
export type CustomerForm = z.infer<typeof CustomerForm>

/** The page `/customers/new`, with messages of its own; it requires an address and has no status and source. */
export const CustomerPageForm = /* @__PURE__ */ z.extend(
  /* @__PURE__ */ z.omit(/* @__PURE__ */ customerForm(page), { status: true, source: true }),
  { address: /* @__PURE__ */ required(300, 'Address is required') },
)
export type CustomerPageForm = z.infer<typeof CustomerPageForm>

/** What not every customer has: a company has one name, and many people are known by their phone number alone. */
const dispensable = () => ({
  lastName: z.string().check(z.trim(), z.maxLength(100, tooLong(100))),
  email: z
    .string()
    .check(
      z.trim(),
      z.maxLength(254, dialog.email),
      z.regex(new RegExp(`^$|${emailPattern.source}`, 'u'), dialog.email),
    ),
})

/** A customer of a file; last name and e-mail address may be empty. */
export const ImportedCustomer = /* @__PURE__ */ z.extend(CustomerForm, /* @__PURE__ */ dispensable())

/** The dialog for a customer who is known: what the record lacks may still be missing. */
export const knownCustomerForm = ({ lastName, email }: Pick<Customer, 'lastName' | 'email'>) =>
  z.extend(CustomerForm, {
    lastName: (lastName === '' ? dispensable() : CustomerForm.shape).lastName,
    email: (email === '' ? dispensable() : CustomerForm.shape).email,
  })

/** Fields that are left out stay as they are; an empty last name or e-mail address is removed. */
export const CustomerChanges = /* @__PURE__ */ z.partial(ImportedCustomer)
export type CustomerChanges = z.infer<typeof CustomerChanges>

export const Customer = z.object({
  id: z.int(),
  firstName: z.string(),
  /** Empty for a company, and for a person with one name. */
  lastName: z.string(),
  /** Empty when the customer has none. */
  email: z.string(),
  phone: z.string(),
  ...ofOptionalFields(() => z.nullable(z.string())),
  status: z.enum(customerStatuses),
  source: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** False when the number cannot receive SMS. */
  phoneDialable: z.boolean(),
})
export type Customer = z.infer<typeof Customer>

/** An appointment of a customer. */
export const Job = z.object({ id: z.int(), title: z.string(), startsAt: z.iso.datetime() })
export type Job = z.infer<typeof Job>

/** What is planned for a customer, what was done, and what they owe. */
export const CustomerWork = z.object({
  /** Under way, or the first that is scheduled from now on. */
  nextJob: z.nullable(Job),
  /** Completed. */
  lastJob: z.nullable(Job),
  /** On issued invoices. */
  balance: money,
  openInvoices: z.int(),
})
export type CustomerWork = z.infer<typeof CustomerWork>

/** A customer as read, with `work` where it is asked for. */
export const CustomerWithWork = z.extend(Customer, { work: z.optional(CustomerWork) })
export type CustomerWithWork = z.infer<typeof CustomerWithWork>

/** The name of a customer or a lead; companies have no last name. @example fullName(ann) // 'Ann Lee' */
export const fullName = ({ firstName, lastName }: Pick<Customer, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** `serviceType` is the kind of job to schedule; null when the lead names none. */
export const Conversion = z.object({ lead: Lead, customer: Customer, serviceType: z.nullable(z.string()) })
export type Conversion = z.infer<typeof Conversion>

/** How many rows one call may have. */
export const importChunk = 500

/** The outcome of a row, or of its dry run; rows count from 0 within their call. */
export const ImportedRow = z.object({
  row: z.int(),
  outcome: z.enum(['created', 'matched', 'refused']),
  /** Null for refused rows, and for new ones of a dry run. */
  customerId: z.nullable(z.int()),
  /** Which field a matched row has in common with the customer. */
  matchedBy: z.nullable(z.enum(['phone', 'email'])),
  /** What is wrong with a refused row, by field. */
  problems: z.record(z.string(), z.string()),
  /** What makes a row unique: the phone number as E.164, the e-mail address in lower case. */
  keys: z.array(z.string()),
})
export type ImportedRow = z.infer<typeof ImportedRow>

export const ImportRows = z.object({
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .check(
      z.minLength(1, 'There are no rows'),
      z.maxLength(importChunk, `At most ${importChunk} rows at once`),
    ),
  /** True answers what would happen and writes nothing. */
  dryRun: z.optional(z.boolean()),
})

/** `keptIds` are of this call, `kept` counts all calls. Repeat the call while `remaining` is not 0. */
export const Undone = z.object({
  removed: z.int(),
  kept: z.int(),
  keptIds: z.array(z.int()),
  remaining: z.int(),
})
export type Undone = z.infer<typeof Undone>

const recordId = bodyId()

/** The orders of lists of people; `name` is by last name. */
const personSorts = ['newest', 'oldest', 'name'] as const

export const requestEstimate = {
  method: 'POST',
  path: '/api/leads',
  summary: 'Request a free estimate',
  access: 'public',
  creates: true,
  limits: [
    { per: 'address', max: 5, seconds: 3600 },
    // bots that fill in the hidden field must not use up what visitors need; their address limits them
    { per: 'everyone', max: 100, seconds: 3600, except: ({ website }: LeadRequest) => Boolean(website) },
  ],
  body: LeadRequest,
  response: Lead,
} as const

export const listLeads = {
  method: 'GET',
  path: '/api/leads',
  summary: 'List leads, newest first; with a limit the Link header has the next page',
  access: 'session',
  query: z.object({
    /** Part of a name, e-mail or phone number in any format; every word must occur. */
    q: z.optional(z.string().check(z.maxLength(200, tooLong(200)))),
    status: z.optional(z.enum(leadStatuses, { error: 'There is no such status' })),
    waiting: z.optional(z.enum(leadWaits, { error: 'Leads wait for a quote or a follow-up' })),
    sort: z.optional(z.enum([...personSorts, 'follow-up', 'quote-due'], { error: 'There is no such order' })),
    ...pageQuery,
  }),
  response: z.array(Lead),
} as const

export const addLead = {
  method: 'POST',
  path: '/api/leads/manual',
  summary: 'Add a lead on behalf of a person who called or wrote',
  access: 'session',
  creates: true,
  body: NewLead,
  response: Lead,
} as const

export const getLead = {
  method: 'GET',
  path: '/api/leads/:id',
  summary: 'Get a lead',
  access: 'session',
  params: ById,
  response: Lead,
} as const

export const changeLead = {
  method: 'PATCH',
  path: '/api/leads/:id',
  summary:
    'Change contact, request, status, value, follow-up and notes of a lead; If-Match makes it conditional on the version',
  access: 'session',
  params: ById,
  body: LeadChanges,
  response: Lead,
} as const

export const removeLead = {
  method: 'DELETE',
  path: '/api/leads/:id',
  summary: 'Remove a lead that is spam; `version` is that of the change, which can be taken back',
  access: 'session',
  params: ById,
  response: z.object({ id: z.int(), version: z.int() }),
} as const

export const restoreLead = {
  method: 'POST',
  path: '/api/leads/:id/changes/:version/restore',
  summary: 'Take a change of a lead back, its removal included',
  access: 'session',
  params: ByChange,
  response: Lead,
} as const

export const matchLead = {
  method: 'GET',
  path: '/api/leads/:id/matches',
  summary: 'List customers with the phone number or e-mail address of a lead',
  access: 'session',
  params: ById,
  response: z.array(Customer),
} as const

export const convertLead = {
  method: 'POST',
  path: '/api/leads/:id/convert',
  summary: 'Convert a lead into a new or an existing customer; repeated calls answer the same',
  access: 'session',
  creates: true,
  params: ById,
  body: z.object({ customerId: z.optional(z.nullable(recordId)) }),
  response: Conversion,
} as const

const include = z.optional(z.literal('work', { error: 'Only work can be included' }))

export const listCustomers = {
  method: 'GET',
  path: '/api/customers',
  summary: 'List customers, newest first; with a limit the Link header has the next page',
  access: 'session',
  query: z.object({
    /** Part of a name, e-mail, address or phone number in any format; every word must occur. */
    q: z.optional(z.string().check(z.maxLength(200, tooLong(200)))),
    status: z.optional(z.string()),
    /** Customers with a balance. */
    owes: z.optional(z.literal('true', { error: 'owes is true or left out' })),
    include,
    sort: z.optional(z.enum(personSorts, { error: 'There is no such order' })),
    ...pageQuery,
  }),
  response: z.array(CustomerWithWork),
} as const

export const matchCustomers = {
  method: 'GET',
  path: '/api/customers/matches',
  summary: 'List customers with this phone number, in any format, or this e-mail address',
  access: 'session',
  query: z.object({
    phone: z.optional(z.string().check(z.maxLength(30))),
    email: z.optional(z.string().check(z.maxLength(254))),
    /** The customer being edited, who is left out. */
    exceptId: z.optional(pathId),
  }),
  response: z.array(Customer),
} as const

export const getCustomer = {
  method: 'GET',
  path: '/api/customers/:id',
  summary: 'Get a customer; the id of a merged record answers the customer it was merged into',
  access: 'session',
  params: ById,
  query: z.object({ include }),
  response: CustomerWithWork,
} as const

export const createCustomer = {
  method: 'POST',
  path: '/api/customers',
  summary: 'Add a customer',
  access: 'session',
  creates: true,
  body: CustomerForm,
  response: Customer,
} as const

export const restoreCustomer = {
  method: 'POST',
  path: '/api/customers/:id/changes/:version/restore',
  summary: 'Take a change of a customer back',
  access: 'session',
  params: ByChange,
  response: Customer,
} as const

export const changeCustomer = {
  method: 'PATCH',
  path: '/api/customers/:id',
  summary: 'Change a customer; If-Match makes it conditional on the version',
  access: 'session',
  params: ById,
  body: CustomerChanges,
  response: Customer,
} as const

export const mergeCustomer = {
  method: 'POST',
  path: '/api/customers/:id/merge',
  summary: 'Merge this customer into another one, which stays',
  access: 'session',
  params: ById,
  body: z.object({
    intoCustomerId: recordId,
    /** The `ETag` of the customer that stays, as it was read; rejected with 412 when it has changed since. */
    intoEtag: z.optional(z.string().check(z.maxLength(100))),
    /** Changes to the customer that stays. */
    changes: z.optional(CustomerChanges),
  }),
  response: Customer,
} as const

export const startImport = {
  method: 'POST',
  path: '/api/customers/imports',
  summary: 'Start an import of customers',
  access: 'session',
  creates: true,
  response: z.object({ id: z.int() }),
} as const

export const importRows = {
  method: 'POST',
  path: '/api/customers/imports/:id/rows',
  summary: 'Create the customers of these rows that do not exist, in one transaction',
  access: 'session',
  creates: true,
  params: ById,
  body: ImportRows,
  response: z.object({ rows: z.array(ImportedRow) }),
} as const

export const undoImport = {
  method: 'POST',
  path: '/api/customers/imports/:id/undo',
  summary: 'Undo an import: remove unmodified customers it created',
  access: 'session',
  params: ById,
  response: Undone,
} as const
