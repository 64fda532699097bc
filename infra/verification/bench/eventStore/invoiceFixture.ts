import { randomUUID } from 'node:crypto'
import type { Aggregate, Metadata } from '@plumbline/platform/event-store'
import { eventStoreMigrations, type SchemaDefinition } from '@plumbline/platform/migrate'
import { defineProjection } from '@plumbline/platform/projections'

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
export type BenchEvent = { type: 'InvoiceIssued' | 'PaymentReceived'; data: Data }
type InvoiceRow = {
  id: number
  customerId: number
  amountCents: number
  paidCents: number
  events: number
  issuedAt: string
}

export const invoices = defineProjection<BenchEvent, InvoiceRow>({
  name: 'invoices',
  version: 1,
  columns: {
    id: 'integer',
    customerId: 'integer',
    amountCents: 'integer',
    paidCents: 'integer',
    events: 'integer',
    issuedAt: 'timestamptz',
  },
  indexes: ['(customer_id)'],
  types: ['InvoiceIssued', 'PaymentReceived'],
  partitionBy: 'stream',
  keys: (event) => [event.data.invoiceId],
  evolve: (row, { type, data: it }) => {
    switch (type) {
      case 'InvoiceIssued':
        return {
          id: it.invoiceId,
          customerId: it.customerId,
          amountCents: it.amountCents,
          paidCents: 0,
          events: 1,
          issuedAt: it.issuedAt,
        }
      case 'PaymentReceived':
        return row && { ...row, paidCents: row.paidCents + it.amountCents, events: row.events + 1 }
    }
  },
})

/** Appends the events it is given. */
export const issuing: Aggregate<null, BenchEvent[], BenchEvent, InvoiceRow> = {
  name: 'bench',
  decider: { initialState: () => null, decide: (events) => events, evolve: () => null },
  projection: invoices,
}

export const perCustomer = defineProjection<BenchEvent, { id: number; invoices: number; paidCents: number }>({
  name: 'perCustomer',
  version: 1,
  columns: { id: 'integer', invoices: 'integer', paidCents: 'bigint' },
  types: ['InvoiceIssued', 'PaymentReceived'],
  partitionBy: 'none',
  keys: (event) => [event.data.customerId],
  evolve: (row, { type, data: it }) => {
    const before = row ?? { id: it.customerId, invoices: 0, paidCents: 0 }
    switch (type) {
      case 'InvoiceIssued':
        return { ...before, invoices: before.invoices + 1 }
      case 'PaymentReceived':
        return { ...before, paidCents: Number(before.paidCents) + it.amountCents }
    }
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
