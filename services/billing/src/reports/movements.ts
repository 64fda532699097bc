import type { Recorded } from '@plumbline/platform/event-store'
import {
  bigint,
  date,
  defineProjection,
  int,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import type { InvoiceEvent, PaymentMethod } from '../events.ts'

type MoneyEvent = Extract<InvoiceEvent, { type: 'PaymentReceived' | 'PaymentRefunded' }>

const columns = {
  /** `<invoice>-<version>`: one event, one movement. */
  id: text,
  invoiceId: int,
  version: int,
  movedOn: date,
  /** Such as `2026-11`. */
  month: text,
  /** When it was recorded. */
  knownAt: timestamptz,
  /** Less than 0 for a refund. */
  cents: bigint,
  kind: text.of<'payment' | 'refund' | 'undone'>(),
  /** Number of the payment within the invoice. */
  paymentId: int,
  /** Of a payment. */
  method: text.of<PaymentMethod>().null,
}

/** Payments and refunds by the day on which the money moved; reports sum them as revenue. */
export const moneyMovements = defineProjection<MoneyEvent>()({
  name: 'moneyMovements',
  version: 3,
  columns,
  indexes: [
    '(moved_on, invoice_id) INCLUDE (known_at, month, cents)',
    '(invoice_id, payment_id) WHERE method IS NOT NULL',
  ],
  key: idOf,
  on: {
    PaymentReceived: (_, event) => ({
      ...movement(event, event.data.paidOn, event.data.amountCents),
      kind: 'payment',
      method: event.data.method,
    }),
    PaymentRefunded: (_, event) => ({
      ...movement(event, event.data.refundedOn, -event.data.amountCents),
      kind: event.data.reason ?? 'refund',
      method: null,
    }),
  },
})

function movement(
  event: Recorded<MoneyEvent>,
  movedOn: string,
  cents: number,
): Omit<RowOf<typeof columns>, 'kind' | 'method'> {
  const { data, version } = event
  return {
    id: idOf(event),
    invoiceId: data.invoiceId,
    version,
    movedOn,
    month: movedOn.slice(0, 7),
    knownAt: data.recordedAt,
    cents: String(cents),
    paymentId: data.paymentId,
  }
}

function idOf({ data, version }: Recorded<MoneyEvent>): string {
  return `${data.invoiceId}-${version}`
}

export const moneyMovementsTable = tableFor(moneyMovements)
