import { emailAddress, emailPattern } from '@plumbline/platform/email'
import * as z from 'zod/mini'
import type { Customer } from './customer.ts'
import {
  type CustomerFieldName,
  customerFields,
  type LeadFieldName,
  maxTextLength,
  ofOptionalFields,
} from './fields.ts'
import { customerStatuses, leadSources, leadStatuses, tooLong } from './values.ts'

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
  /** One that is not known counts as the website. */
  source: z.catch(z.optional(z.string()), undefined),
  /** Hidden from people: only bots fill it in. */
  website: z.optional(z.string()),
})
export type LeadRequest = z.infer<typeof LeadRequest>

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
