import { defineProjection, tableFor } from '@plumbline/platform/projections'
import { dayInNewYork } from '@plumbline/platform/time'
import type { InvoiceEvent } from '../events.ts'

type MoneyEvent = Extract<InvoiceEvent, { type: 'PaymentReceived' | 'PaymentRefunded' }>

type MoneyMovement = {
  /** `<invoice>-<version>`: one event, one movement. */
  id: string
  invoiceId: number
  version: number
  movedOn: string
  /** Such as `2026-11`. */
  month: string
  /** The day in New York on which it was recorded. */
  knownOn: string
  /** Less than 0 for a refund. */
  cents: number
}

/** Payments and refunds by the day on which the money moved; reports sum them as revenue. */
export const moneyMovements = defineProjection<MoneyEvent, MoneyMovement>({
  name: 'moneyMovements',
  version: 1,
  columns: {
    id: 'text',
    invoiceId: 'integer',
    version: 'integer',
    movedOn: 'date',
    month: 'text',
    knownOn: 'date',
    cents: 'bigint',
  },
  indexes: ['(moved_on, invoice_id) INCLUDE (known_on, month, cents)'],
  types: ['PaymentReceived', 'PaymentRefunded'],
  partitionBy: 'stream',
  keys: (event) => [`${event.data.invoiceId}-${event.version}`],
  evolve: (_, { type, data, version }, id) => {
    const isRefund = type === 'PaymentRefunded'
    const movedOn = isRefund ? data.refundedOn : data.paidOn
    return {
      id: String(id),
      invoiceId: data.invoiceId,
      version,
      movedOn,
      month: movedOn.slice(0, 7),
      knownOn: dayInNewYork(new Date(data.recordedAt)),
      cents: isRefund ? -data.amountCents : data.amountCents,
    }
  },
})

export const moneyMovementsTable = tableFor(moneyMovements)
