import { money } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { ofOptionalFields } from './fields.ts'
import { customerStatuses } from './values.ts'

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
export const Job = z.object({
  id: z.int(),
  title: z.string(),
  startsAt: z.iso.datetime(),
  /** Minutes in which it begins; 0 is the exact time. */
  arrivalWindow: z.int(),
  /** At any time of its day. */
  anytime: z.boolean(),
})
export type Job = z.infer<typeof Job>

/** What is planned for a customer, what was done, and what they owe. */
export const CustomerWork = z.object({
  /** Under way, or the first that is scheduled from today on: one that begins late is still to come. */
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
