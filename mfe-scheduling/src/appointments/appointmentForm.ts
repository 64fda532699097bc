import { OptionalAmount } from '@plumbline/billing/api'
import { dayAt } from '@plumbline/contract'
import { AppointmentTitle, ofTexts, textOf } from '@plumbline/scheduling/api'
import * as z from 'zod/mini'

const required = (message: string) => z.string({ error: message }).check(z.trim(), z.minLength(1, message))

/** A number as it was typed. The stored value is accepted as it is. */
const decimal = (problemOf: (typed: string) => string | undefined, stored?: string) =>
  z.pipe(
    z.string().check(
      z.trim(),
      z.check(({ value, issues }) => {
        const message = value === stored ? undefined : problemOf(value)
        if (message) issues.push({ code: 'custom', message, input: value })
      }),
    ),
    z.transform(Number),
  )

// `2,5` and `1e2` could mean another number than they say
const plainDecimal = /^(\d+\.?\d*|\.\d+)$/

function hoursProblem(typed: string): string | undefined {
  if (typed === '' || Number(typed) < 0.5) return 'Minimum 0.5 hours required'
  if (!plainDecimal.test(typed) || Number(typed) % 0.5 !== 0) return 'Use half hours, such as 1.5'
}

function rateProblem(typed: string): string | undefined {
  if (typed === '' || Number(typed) < 1) return 'Hourly rate is required'
  if (!plainDecimal.test(typed)) return 'Please enter an amount such as 75.50'
  if (/\.\d{3}/.test(typed)) return 'At most two decimals'
}

// the pages have rules of their own for the address
const { address: _, ...texts } = ofTexts(textOf)

const shape = (stored: { hours?: string; rate?: string } = {}) => ({
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  title: AppointmentTitle,
  date: required('Date is required'),
  time: required('Time is required'),
  arrival: z.string(),
  hours: decimal(hoursProblem, stored.hours),
  rate: decimal(rateProblem, stored.rate),
  ...texts,
  assigneeIds: z.array(z.int()),
})

/** What both forms have. */
export const SharedFields = /* @__PURE__ */ z.object(shape())

/** The new-appointment page; the day must not be over. */
export const NewAppointmentForm = /* @__PURE__ */ z.object({
  ...shape(),
  date: required('Date is required').check(
    z.refine((day) => day === '' || day >= dayAt(new Date()), 'Please choose today or a later date'),
  ),
  address: required('Address is required'),
})

/**
 * The edit page: also a status, and the actual price of a completed job. Without an address the job is at the customer's. Stored hours and rates may
 * be others than the form offers, such as 1.25 hours after a drag; they are only checked when they are changed.
 */
export const editAppointmentForm = (stored: { hours: string; rate: string }) =>
  z.object({
    ...shape(stored),
    address: z._default(textOf('address'), ''),
    status: required('Status is required'),
    actualPrice: OptionalAmount,
  })
