import { type LinkKind, linkKinds, linkRights } from '@plumbline/platform/rights'
import { ById, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** A link by which a customer opens one document. */
export const CustomerLink = z.object({
  id: z.int(),
  kind: z.enum(linkKinds),
  /** Of the quote, the invoice or the appointment. */
  documentId: z.int(),
  /** What staff know it by: the number of a quote or an invoice, the service of an appointment. */
  name: z.string(),
  /** Of an appointment that is there. */
  startsAt: z.nullable(z.iso.datetime()),
  issuedAt: z.iso.datetime(),
  /** From then on it takes a code. */
  expiresAt: z.iso.datetime(),
  /** By a browser that ran the script of the page; at most once a day. */
  lastOpenedAt: z.nullable(z.iso.datetime()),
})
export type CustomerLink = z.infer<typeof CustomerLink>

/** With the secret path below the address of the business. */
export const IssuedLink = z.object({ id: z.int(), path: z.string(), expiresAt: z.iso.datetime() })
export type IssuedLink = z.infer<typeof IssuedLink>

/** Where members see a document as its customer does. */
export const customerViewPath = (kind: LinkKind, id: number) => `/view-as-customer/${kind}/${id}`

/**
 * Who has a session could copy the links to all documents and read on without it. A person does not copy so many by hand; those
 * that messages have are issued by other means, and do not count.
 */
const limits = [
  {
    per: 'everyone',
    name: 'customer-links',
    max: 300,
    seconds: 24 * 60 * 60,
    message: 'Links of customers were copied 300 times within a day. Please copy this one tomorrow.',
  },
] as const

// none of these `creates`: a stored answer would hold the secret, and a repeat answers the same link anyway

export const linkQuote = {
  method: 'POST',
  path: '/api/quotes/:id/customer-link',
  summary: 'The link by which the customer opens this quote, for 30 days from now',
  needs: linkRights.quote,
  limits,
  params: ById,
  response: IssuedLink,
} as const

export const linkInvoice = {
  method: 'POST',
  path: '/api/invoices/:id/customer-link',
  summary: 'The link by which the customer opens this invoice, for 30 days from now',
  needs: linkRights.invoice,
  limits,
  params: ById,
  response: IssuedLink,
} as const

export const linkAppointment = {
  method: 'POST',
  path: '/api/appointments/:id/customer-link',
  summary: 'The link by which the customer opens this appointment, for 30 days from now',
  needs: linkRights.appointment,
  limits,
  params: ById,
  response: IssuedLink,
} as const

export const listCustomerLinks = {
  method: 'GET',
  path: '/api/customers/:id/links',
  summary: 'The links of a customer that were not revoked, newest first',
  needs: 'customers.all',
  params: ById,
  response: z.array(CustomerLink),
} as const

export const revokeCustomerLink = {
  method: 'DELETE',
  path: '/api/customers/:id/links/:linkId',
  summary: 'Revoke one link of a customer',
  needs: 'customers.edit',
  params: z.object({ id: pathId, linkId: pathId }),
} as const

export const revokeCustomerLinks = {
  method: 'DELETE',
  path: '/api/customers/:id/links',
  summary: 'Revoke all links of a customer',
  needs: 'customers.edit',
  params: ById,
  response: z.object({ revoked: z.int() }),
} as const

const Scope = z.object({ kind: z.enum(linkKinds), id: z.int() })
/** What the gateway asks before it shows a page to a customer. */
const OpenedLink = z.object({
  linkId: z.int(),
  customerId: z.int(),
  scope: Scope,
})
/** Where a code is sent; `to` names no more of the address than who owns it needs. */
const WayToCustomer = z.object({
  channel: z.enum(['sms', 'email'], { error: 'Please choose where we should send the code.' }),
  to: z.string(),
})
export type WayToCustomer = z.infer<typeof WayToCustomer>

export const ResolvedLink = z.union([
  z.object({ is: z.literal('live'), link: OpenedLink, expiresAt: z.iso.datetime() }),
  z.object({ is: z.literal('expired'), link: OpenedLink, ways: z.array(WayToCustomer) }),
  z.object({ is: z.enum(['dead', 'unknown']) }),
])
export type ResolvedLink = z.infer<typeof ResolvedLink>

// for the gateway itself; no browser reaches paths outside of /api

const secret = z.string().check(z.maxLength(100))

export const resolveLink = {
  method: 'POST',
  path: '/customer-links/resolve',
  summary: 'What the secret of a link opens now',
  needs: 'public',
  body: z.object({ token: secret, device: z.optional(secret) }),
  response: ResolvedLink,
} as const

export const sendCode = {
  method: 'POST',
  path: '/customer-links/send-code',
  summary: 'Send a code to the customer of a link that has run out',
  needs: 'public',
  body: z.object({ token: secret, channel: WayToCustomer.shape.channel }),
  response: z.null(),
} as const

/** `device`: what makes this device known, until then. */
const EnteredCode = z.union([
  z.object({ is: z.literal('right'), device: z.string(), expiresAt: z.iso.datetime() }),
  z.object({ is: z.literal('wrong'), triesLeft: z.int() }),
])
export type EnteredCode = z.infer<typeof EnteredCode>

export const enterCode = {
  method: 'POST',
  path: '/customer-links/enter-code',
  summary: 'Enter the code that the customer of a link was sent',
  needs: 'public',
  body: z.object({ token: secret, code: z.string().check(z.maxLength(100)) }),
  response: EnteredCode,
} as const

/** Who a document is for. */
export const LinkedCustomer = z.object({
  customerId: z.int(),
  customerName: z.string(),
  /** Whether it was sent, so that there may be a link to it. */
  isSent: z.boolean(),
})
export type LinkedCustomer = z.infer<typeof LinkedCustomer>

export const findLinkedCustomer = {
  method: 'POST',
  path: '/customer-links/customer',
  summary: 'The customer who would get a link to a document; issues none',
  needs: 'public',
  body: Scope,
  response: LinkedCustomer,
} as const

export const recordOpening = {
  method: 'POST',
  path: '/customer-links/opened',
  summary: 'Note that a customer looked at the document of a link',
  needs: 'public',
  body: z.object({ linkId: z.int(), customerId: z.int() }),
  response: z.null(),
} as const
