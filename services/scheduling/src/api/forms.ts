import * as z from 'zod/mini'
import {
  type AppointmentFieldName,
  appointmentFields,
  type OptionalAppointmentText,
  ofTexts,
} from './fields.ts'
import { appointmentStatuses } from './status.ts'

/** Minutes in which a job may begin; 0 is an exact time. */
export const arrivalWindows = [0, 30, 60, 120, 180, 240] as const

const maxAssignees = 20

const atMost = (max: number) => z.maxLength(max, `At most ${max} characters`)
/** Such a text in a form; requests may also leave it out. */
export const textOf = (name: OptionalAppointmentText) =>
  z.string().check(atMost(appointmentFields[name].maxLength))
/** What a job is called, in requests and in forms. */
export const AppointmentTitle = z
  .string({ error: 'Service type is required' })
  .check(z.trim(), z.minLength(1, 'Service type is required'), atMost(200))
const id = (message: string) =>
  z.int({ error: message }).check(z.minimum(1, message), z.maximum(999_999_999, message))
const priceText = z.optional(
  z.nullable(
    z.string({ error: 'Please write the price as text' }).check(
      // a product of hours and a rate may have more than two decimals; it is rounded
      z.regex(/^\d{1,8}(\.\d{1,20})?$/, 'Please enter a price, such as 112.50'),
    ),
  ),
)
const durationMessage = 'Please enter a length in whole minutes'
const windowMessage = 'Please choose an arrival window'
const maxMinutes = 366 * 24 * 60

/** A new appointment. Times are ISO 8601; without an offset they are of the business' zone. */
export const AppointmentForm = z.object({
  customerId: id('Please select a customer'),
  title: AppointmentTitle,
  ...ofTexts((name) => z.optional(z.nullable(textOf(name)))),
  scheduledDate: z.string({ error: 'Date is required' }).check(z.minLength(1, 'Date is required')),
  /** Minutes. */
  duration: z.optional(
    z
      .int({ error: durationMessage })
      .check(z.minimum(1, durationMessage), z.maximum(maxMinutes, durationMessage)),
  ),
  /** The arrival window in minutes, which the customer knows: the job begins within them. 0 or left out: at the exact time. */
  arrivalWindow: z.optional(
    z
      .int({ error: windowMessage })
      .check(z.refine((minutes) => arrivalWindows.some((it) => it === minutes), windowMessage)),
  ),
  /** On that day, at no time that was promised; it has no arrival window, and begins the day of work. */
  anytime: z.optional(z.boolean()),
  estimatedPrice: priceText,
  /** The members who do the job. */
  assigneeIds: z.optional(
    z.array(id('Please select a member')).check(z.maxLength(maxAssignees, `At most ${maxAssignees} members`)),
  ),
  /** The approved quote whose work this is. */
  quoteId: z.optional(id('Please choose a quote')),
  /** Forms send it, but a new appointment is always `scheduled`. */
  status: z.optional(z.string()),
} satisfies Record<Exclude<AppointmentFieldName, 'actualPrice'> | 'quoteId', unknown>)
export type AppointmentForm = z.infer<typeof AppointmentForm>

/** What is left out stays as it is. */
export const AppointmentEdit = z.extend(z.partial(z.omit(AppointmentForm, { quoteId: true })), {
  actualPrice: priceText,
  status: z.optional(z.enum(appointmentStatuses, { error: 'Status is required' })),
})
export type AppointmentEdit = z.infer<typeof AppointmentEdit>
