import { money } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

export const UninvoicedAppointment = z.object({
  id: z.int(),
  title: z.string(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  completedAt: z.iso.datetime(),
  /** What is left of the quote that it came from, or else the actual price, or the estimated one. */
  price: z.nullable(money),
})
export type UninvoicedAppointment = z.infer<typeof UninvoicedAppointment>

/** How many appointments the list has at most. */
export const maxUninvoiced = 100

export const listUninvoiced = {
  method: 'GET',
  path: '/api/invoices/uninvoiced',
  summary: 'Completed appointments without an invoice, the last first, at most 100',
  needs: 'invoices.view',
  response: z.array(UninvoicedAppointment),
} as const
