import { ByChange, ById, bodyId, pageQuery, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { Customer, CustomerWithWork } from './api/customer.ts'
import { CustomerChanges, CustomerForm, LeadChanges, LeadRequest, NewLead } from './api/forms.ts'
import { Lead } from './api/lead.ts'
import { personSorts, tooLong } from './api/values.ts'

export * from './api/counts.ts'
export * from './api/customer.ts'
export * from './api/fields.ts'
export * from './api/forms.ts'
export * from './api/imports.ts'
export * from './api/lead.ts'
export * from './api/links.ts'
export * from './api/values.ts'

/** `serviceType` is the kind of job to schedule; null when the lead names none. */
export const Conversion = z.object({ lead: Lead, customer: Customer, serviceType: z.nullable(z.string()) })
export type Conversion = z.infer<typeof Conversion>

/** A customer who may have asked. `isLinked`: the lead says so. */
export const LeadMatch = z.extend(Customer, { isLinked: z.boolean() })
export type LeadMatch = z.infer<typeof LeadMatch>

const recordId = bodyId()

export const requestEstimate = {
  method: 'POST',
  path: '/api/leads',
  summary: 'Request a free estimate',
  needs: 'public',
  creates: true,
  limits: [
    { per: 'address', max: 5, seconds: 3600 },
    // bots that fill in the hidden field must not use up what visitors need; their address limits them
    { per: 'everyone', max: 100, seconds: 3600, except: ({ website }: LeadRequest) => Boolean(website) },
  ],
  body: LeadRequest,
  response: Lead,
} as const

export const addLead = {
  method: 'POST',
  path: '/api/leads/manual',
  summary: 'Add a lead on behalf of a person who called or wrote',
  needs: 'leads',
  creates: true,
  body: NewLead,
  response: Lead,
} as const

export const getLead = {
  method: 'GET',
  path: '/api/leads/:id',
  summary: 'Get a lead',
  needs: 'leads',
  params: ById,
  response: Lead,
} as const

export const changeLead = {
  method: 'PATCH',
  path: '/api/leads/:id',
  summary:
    'Change contact, request, status, value, follow-up and notes of a lead; If-Match makes it conditional on the version',
  needs: 'leads',
  params: ById,
  body: LeadChanges,
  response: Lead,
} as const

export const removeLead = {
  method: 'DELETE',
  path: '/api/leads/:id',
  summary: 'Remove a lead that is spam; `version` is that of the change, which can be taken back',
  needs: 'leads',
  params: ById,
  response: z.object({ id: z.int(), version: z.int() }),
} as const

export const restoreLead = {
  method: 'POST',
  path: '/api/leads/:id/changes/:version/restore',
  summary: 'Take a change of a lead back, its removal included',
  needs: 'leads',
  params: ByChange,
  response: Lead,
} as const

export const matchLead = {
  method: 'GET',
  path: '/api/leads/:id/matches',
  summary: 'List customers with the phone number or e-mail address of a lead, and who is linked to it',
  needs: 'leads',
  params: ById,
  response: z.array(LeadMatch),
} as const

export const convertLead = {
  method: 'POST',
  path: '/api/leads/:id/convert',
  summary:
    'Convert a lead into a customer: an existing one, a new one (null), by default who is linked, else a new one. Repeated calls answer the same',
  needs: 'leads',
  creates: true,
  params: ById,
  body: z.object({ customerId: z.optional(z.nullable(recordId)) }),
  response: Conversion,
} as const

export const linkLead = {
  method: 'POST',
  path: '/api/leads/:id/customer',
  summary:
    'Say which customer asked, such as to write a quote: an existing one, or a new one of status lead (null). The lead stays open',
  needs: 'leads',
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
  needs: 'customers.job',
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
  needs: 'customers.all',
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
  needs: 'customers.job',
  params: ById,
  query: z.object({ include }),
  response: CustomerWithWork,
} as const

export const createCustomer = {
  method: 'POST',
  path: '/api/customers',
  summary: 'Add a customer',
  needs: 'customers.edit',
  creates: true,
  body: CustomerForm,
  response: Customer,
} as const

export const restoreCustomer = {
  method: 'POST',
  path: '/api/customers/:id/changes/:version/restore',
  summary: 'Take a change of a customer back',
  needs: 'customers.edit',
  params: ByChange,
  response: Customer,
} as const

export const changeCustomer = {
  method: 'PATCH',
  path: '/api/customers/:id',
  summary: 'Change a customer; If-Match makes it conditional on the version',
  needs: 'customers.edit',
  params: ById,
  body: CustomerChanges,
  response: Customer,
} as const

export const mergeCustomer = {
  method: 'POST',
  path: '/api/customers/:id/merge',
  summary: 'Merge this customer into another one, which stays',
  needs: 'customers.edit',
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
