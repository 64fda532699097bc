import type { InvoiceEvent } from '@plumbline/billing/events'
import { bigint, defineProjection, text } from '@plumbline/platform/projections'

type PaymentEvent = Extract<InvoiceEvent, { type: 'PaymentReceived' | 'PaymentRefunded' }>

/** Payments less refunds on each day, in cents. */
export const revenue = defineProjection<PaymentEvent>()({
  name: 'revenue',
  version: 3,
  columns: { day: text, cents: bigint },
  spansStreams: true,
  key: ({ type, data }) => (type === 'PaymentReceived' ? data.paidOn : data.refundedOn),
  on: {
    PaymentReceived: (row, { data }) => plus(row, data.paidOn, data.amountCents),
    PaymentRefunded: (row, { data }) => plus(row, data.refundedOn, -data.amountCents),
  },
})

const plus = (row: { cents: string } | null, day: string, cents: number) => ({
  day,
  cents: String(Number(row?.cents ?? 0) + cents),
})
