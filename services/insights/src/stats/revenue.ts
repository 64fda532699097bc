import type { InvoiceEvent } from '@plumbline/billing/events'
import { defineProjection } from '@plumbline/platform/projections'

type PaymentEvent = Extract<InvoiceEvent, { type: 'PaymentReceived' | 'PaymentRefunded' }>

/** Payments less refunds on each day in New York, in cents. A bigint is read as text. */
export const revenue = defineProjection<PaymentEvent, { day: string; cents: string }>({
  name: 'revenue',
  version: 3,
  columns: { day: 'text', cents: 'bigint' },
  types: ['PaymentReceived', 'PaymentRefunded'],
  partitionBy: 'none',
  keys: (event) => [event.type === 'PaymentReceived' ? event.data.paidOn : event.data.refundedOn],
  evolve: (row, event, day) => {
    const sign = event.type === 'PaymentReceived' ? 1 : -1
    return { day: String(day), cents: String(Number(row?.cents ?? 0) + sign * event.data.amountCents) }
  },
})
