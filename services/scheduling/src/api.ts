import { ByChange, ById, money, pageQuery, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { ofTexts } from './api/fields.ts'
import { AppointmentEdit, AppointmentForm } from './api/forms.ts'
import { appointmentStatuses } from './api/status.ts'

export * from './api/calendarFeeds.ts'
export * from './api/customerPages.ts'
export * from './api/fields.ts'
export * from './api/forms.ts'
export * from './api/status.ts'

/** What the forms offer as a title; the server also takes others, because old appointments have them. */
export const serviceTypes = [
  'General Repairs',
  'Painting & Finishing',
  'Installation Services',
  'Automotive & Machinery',
  'Lawn Care & Irrigation',
  'Grounds Maintenance',
] as const

export const defaultDurationMinutes = 120

const price = z.nullable(money)

export const Appointment = z.object({
  id: z.int(),
  customerId: z.int(),
  title: z.string(),
  /** The title under its other name. */
  serviceType: z.string(),
  // the address: its own, else the customer's
  ...ofTexts(() => z.nullable(z.string())),
  scheduledDate: z.iso.datetime(),
  duration: z.int(),
  /** Minutes in which the job begins; 0 is the exact time. */
  arrivalWindow: z.int(),
  /** At any time of the day; the date is the beginning of the working hours. */
  anytime: z.boolean(),
  status: z.enum(appointmentStatuses),
  /** The members who do the job; empty while it is unassigned. */
  assigneeIds: z.array(z.int()),
  /** When its crew set out for the time that it has; it is on the way until it begins. */
  onTheWaySince: z.nullable(z.iso.datetime()),
  estimatedPrice: price,
  actualPrice: price,
  /** The actual price, else the estimated one. */
  totalAmount: price,
  customerName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** What a change sends as `If-Match`; the `ETag` of the one appointment. */
  etag: z.string(),
})
export type Appointment = z.infer<typeof Appointment>

export const AppointmentDetails = z.extend(Appointment, {
  customerEmail: z.nullable(z.string()),
})
export type AppointmentDetails = z.infer<typeof AppointmentDetails>

// a query is answered with a sentence, where a path is not found
const queryId = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,8}$/, 'Please give a number')), pathId)

export const periods = ['upcoming', 'past'] as const
export type Period = (typeof periods)[number]

export const listAppointments = {
  method: 'GET',
  path: '/api/appointments',
  summary: 'Appointments by date, soonest first; everything unless narrowed',
  needs: 'schedule.own.view',
  query: z.object({
    /** Part of a customer's name, a service type or an address. */
    q: z.optional(z.string().check(z.maxLength(200))),
    status: z.optional(z.enum(appointmentStatuses, { error: 'There is no such status' })),
    /** From this moment on, or from the beginning of this day. */
    from: z.optional(z.string()),
    /** Before this moment, or until the end of this day. */
    to: z.optional(z.string()),
    /** With `from`: also what begins before and still runs then. */
    includeRunning: z.optional(z.literal('true', { error: 'It is true or left out' })),
    /** `past` is what began before today and does not run any more, `upcoming` everything else. */
    period: z.optional(z.enum(periods, { error: 'past or upcoming' })),
    customerId: z.optional(queryId),
    /** Of one member, or `none`: the unassigned ones. */
    assignee: z.optional(z.union([queryId, z.literal('none')], { error: 'A member, or none' })),
    sort: z.optional(z.enum(['date', 'latest', 'customer'], { error: 'There is no such order' })),
    ...pageQuery,
  }),
  response: z.array(Appointment),
} as const

/** Appointments that are still to come, cancelled ones too: lists show them with their status. */
export const AppointmentCounts = z.object({ upcoming: z.int() })
export type AppointmentCounts = z.infer<typeof AppointmentCounts>

export const countAppointments = {
  method: 'GET',
  path: '/api/appointments/counts',
  summary: 'Count the appointments that are still to come',
  needs: 'schedule.own.view',
  response: AppointmentCounts,
} as const

/** Those that are not cancelled and share time with a range: `from` is in it, `to` is not. */
export const listOverlaps = {
  method: 'GET',
  path: '/api/appointments/overlaps',
  summary: 'Appointments that overlap a range of time',
  needs: 'schedule.own.view',
  query: z.object({ from: z.string(), to: z.string(), exceptId: z.optional(queryId) }),
  response: z.array(Appointment),
} as const

export const listCustomerAppointments = {
  method: 'GET',
  path: '/api/customers/:id/appointments',
  summary: 'Appointments of one customer, soonest first; everything unless narrowed',
  needs: 'schedule.own.view',
  params: ById,
  query: z.pick(listAppointments.query, { q: true, status: true, limit: true, cursor: true, count: true }),
  response: z.array(Appointment),
} as const

export const getAppointment = {
  method: 'GET',
  path: '/api/appointments/:id',
  summary: 'One appointment',
  needs: 'schedule.own.view',
  params: ById,
  response: AppointmentDetails,
} as const

export const scheduleAppointment = {
  method: 'POST',
  path: '/api/appointments',
  summary: 'Schedule an appointment',
  needs: 'schedule.all.edit',
  creates: true,
  body: AppointmentForm,
  response: AppointmentDetails,
} as const

export const editAppointment = {
  method: 'PUT',
  path: '/api/appointments/:id',
  summary: 'Change an appointment without notifying the customer',
  needs: 'schedule.own.complete',
  params: ById,
  body: AppointmentEdit,
  response: AppointmentDetails,
} as const

export const cancelAppointment = {
  method: 'PATCH',
  path: '/api/appointments/:id/cancel',
  summary: 'Cancel a scheduled appointment and notify the customer',
  needs: 'schedule.all.edit',
  params: ById,
  response: AppointmentDetails,
} as const

export const depart = {
  method: 'PATCH',
  path: '/api/appointments/:id/depart',
  summary: 'Note that the crew is on the way to an appointment of today; the customer is not notified',
  needs: 'schedule.own.complete',
  params: ById,
  response: AppointmentDetails,
} as const

export const restoreAppointment = {
  method: 'POST',
  path: '/api/appointments/:id/changes/:version/restore',
  summary: 'Take a change of an appointment back, be it its deletion; the customer is not notified',
  needs: 'schedule.all.edit',
  params: ByChange,
  response: AppointmentDetails,
} as const

export const deleteAppointment = {
  method: 'DELETE',
  path: '/api/appointments/:id',
  summary: 'Delete an appointment',
  needs: 'schedule.all.delete',
  params: ById,
} as const
