import { randomUUID } from 'node:crypto'
import type { Aggregate, Metadata } from '@plumbline/platform/event-store'
import { eventStoreMigrations, type SchemaDefinition } from '@plumbline/platform/migrate'
import { bigint, defineProjection, int, type RowOf, timestamptz } from '@plumbline/platform/projections'

/** An event of the size a real one has, about 280 bytes of data. */
export const data = (id: number) => ({
  invoiceId: id,
  customerId: id % 5_000,
  amountCents: 11_250 + (id % 977),
  description: 'Two ceiling fans and a dimmer, boxes checked, old fixtures taken away',
  dueDate: '2026-12-01',
  issuedAt: '2026-11-21T15:00:00.000Z',
  note: 'x'.repeat(60),
})
type Data = ReturnType<typeof data>
export type BenchEvent = { type: 'InvoiceIssued'; data: Data } | { type: 'PaymentReceived'; data: Data }

export const invoices = defineProjection<BenchEvent>()({
  name: 'invoices',
  version: 1,
  columns: {
    id: int,
    customerId: int,
    amountCents: int,
    paidCents: int,
    events: int,
    issuedAt: timestamptz,
  },
  indexes: ['(customer_id)'],
  key: ({ data }) => data.invoiceId,
  on: {
    InvoiceIssued: (_, { data: { invoiceId: id, customerId, amountCents, issuedAt } }) => ({
      id,
      customerId,
      amountCents,
      paidCents: 0,
      events: 1,
      issuedAt,
    }),
    PaymentReceived: (row, { data }) =>
      row && { ...row, paidCents: row.paidCents + data.amountCents, events: row.events + 1 },
  },
})
type InvoiceRow = RowOf<typeof invoices.columns>

/** Appends the events it is given. */
export const issuing: Aggregate<null, BenchEvent[], BenchEvent, InvoiceRow> = {
  name: 'bench',
  decider: { initialState: () => null, decide: (events) => events, evolve: () => null },
  projection: invoices,
}

export const perCustomer = defineProjection<BenchEvent>()({
  name: 'perCustomer',
  version: 1,
  columns: { id: int, invoices: int, paidCents: bigint },
  spansStreams: true,
  key: ({ data }) => data.customerId,
  on: {
    InvoiceIssued: (row, { data: { customerId: id } }) => ({
      id,
      invoices: (row?.invoices ?? 0) + 1,
      paidCents: row?.paidCents ?? '0',
    }),
    PaymentReceived: (row, { data: { customerId: id, amountCents } }) => ({
      id,
      invoices: row?.invoices ?? 0,
      paidCents: String(Number(row?.paidCents ?? 0) + amountCents),
    }),
  },
})

export const benchSchema: SchemaDefinition = {
  schema: 'bench',
  migrations: [],
  projections: [invoices],
  asyncProjections: [perCustomer],
}
export const owners: SchemaDefinition[] = [{ schema: 'es', migrations: eventStoreMigrations }, benchSchema]
export const metadata: Metadata = { actor: 'user-1', requestId: randomUUID() }
