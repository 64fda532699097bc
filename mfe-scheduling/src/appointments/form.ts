import { OptionalMoney } from '@plumbline/billing/api'
import { dayInNewYork } from '@plumbline/contract'
import { serviceTypes } from '@plumbline/scheduling/api'
import * as z from 'zod/mini'

const needed = (message: string) => z.string({ error: message }).check(z.trim(), z.minLength(1, message))
const number = (least: number, message: string) =>
  z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => (text.trim() === '' ? Number.NaN : Number(text))),
      z.number({ error: message }).check(z.minimum(least, message)),
    ),
  )
const text = z.string().check(z.maxLength(5_000, 'At most 5000 characters'))

const shape = {
  customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
  title: needed('Service type is required'),
  date: needed('Date is required'),
  time: needed('Time is required'),
  hours: number(0.5, 'Minimum 0.5 hours required'),
  rate: number(1, 'Hourly rate is required'),
  description: text,
  notes: text,
}

/** What the new-appointment page asks for; a day that is over cannot be booked. */
export const NewForm = /* @__PURE__ */ z.object({
  ...shape,
  date: shape.date.check(
    z.refine((day) => day === '' || day >= dayInNewYork(new Date()), 'Please choose today or a later date'),
  ),
  address: needed('Address is required'),
})
/** The edit page asks for a status instead of the address, and for what a completed job really cost. */
export const EditForm = /* @__PURE__ */ z.object({
  ...shape,
  status: needed('Status is required'),
  actualPrice: OptionalMoney,
})

/** Old titles are kept in the store; the form knows only what is offered today. */
export const knownTitle = (title: string): string =>
  (serviceTypes as readonly string[]).includes(title) ? title : 'General Repairs'
