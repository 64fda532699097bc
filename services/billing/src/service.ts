import type { Pool } from '@plumbline/platform/db'
import {
  createCatchUp,
  createEventStore,
  type EventStore,
  type Keyring,
  type Metadata,
  registeredName,
  type Wake,
} from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigration,
  type ServiceOptions,
} from '@plumbline/platform/http'
import type { Timers } from '@plumbline/platform/jobs'
import { eventLogGrants, type Owner, roleOf } from '@plumbline/platform/migrate'
import { Router } from 'express'
import { invoicePdf } from './api.ts'
import * as commands from './invoices.ts'
import { markAllOverdue } from './overdue.ts'
import type { Business } from './pdf/document.ts'
import { type RenderedInvoice, renderedInvoice } from './pdf/rendered.ts'
import { pdfRouter } from './pdf/route.ts'
import { appointments } from './projections/appointments.ts'
import { customers } from './projections/customers.ts'
import { invoiceSnapshots } from './projections/invoiceSnapshots.ts'
import { invoices } from './projections/invoices.ts'
import { moneyMovements } from './projections/moneyMovements.ts'
import { routes } from './routes.ts'

const schema = 'billing'
const role = roleOf(schema)
const projections = [invoices, invoiceSnapshots, moneyMovements]
const followed = [customers, appointments]

export const billingSchema: Owner = {
  schema,
  role,
  grants: eventLogGrants(role),
  projections,
  asyncProjections: followed,
  migrations: [
    { id: 'invoice-ids-v1', sql: 'CREATE SEQUENCE invoice_id AS integer' },
    idempotencyMigration,
    limitsMigration,
  ],
}

type StoreOptions = { pool: Pool; wake: Wake; keyring: Keyring }

const openStore = (options: StoreOptions): EventStore => createEventStore({ ...options, schema, projections })

export type BillingOptions = StoreOptions & { business: Business } & Pick<
    ServiceOptions,
    'identityKey' | 'limitScale' | 'clock'
  >

type When = [metadata: Metadata, now: Date]

/** Invoices, payments and reminders. */
export function createBilling({ pool, wake, keyring, business, ...options }: BillingOptions) {
  const store = openStore({ pool, wake, keyring })
  const catchUp = createCatchUp({ db: pool, names: followed.map((it) => registeredName(schema, it)) })
  const table = routes(store)
  const commit = <T>([metadata, now]: When, work: (act: commands.Act) => Promise<T>) =>
    store.commit((db) => work({ store, db, metadata, now }))
  return {
    name: schema,
    endpoints: [...table.map((entry) => entry.endpoint), invoicePdf],
    router: Router({ caseSensitive: true }).use(
      pdfRouter({ pool, name: schema, business, catchUp, identityKey: options.identityKey }),
      createServiceRouter({ name: schema, store, routes: table, catchUp, ...options }),
    ),
    /** Commands for whoever fills the store without HTTP; customers and appointments are taken as given. */
    draftInvoice: (form: commands.NewInvoice, ...when: When) =>
      commit(when, (act) => commands.draftInvoice(act, form)),
    issueInvoice: (id: number, ...when: When) => commit(when, (act) => commands.issueInvoice(act, id)),
    voidInvoice: (id: number, ...when: When) => commit(when, (act) => commands.voidInvoice(act, id)),
    recordPayment: (id: number, payment: commands.Payment, ...when: When) =>
      commit(when, (act) => commands.recordPayment(act, id, payment)),
    refundPayment: (id: number, paymentId: number, refund: commands.Refund, ...when: When) =>
      commit(when, (act) => commands.refundPayment(act, id, paymentId, refund)),
    requestReminder: (id: number, channel: 'sms' | 'email', ...when: When) =>
      commit(when, (act) => commands.requestReminder(act, id, channel)),
    sendInvoice: (id: number, ...when: When) => commit(when, (act) => commands.sendInvoice(act, id)),
    /** What the clock does every minute, for times that are past. */
    markOverdue: (now: Date) => markAllOverdue(store, now),
  }
}

export type StartOptions = StoreOptions & { timers: Timers; business: Business; clock?: () => Date }

/** The paper of an invoice, for whoever sends it; it says what is known when it is asked for. */
export type InvoiceDocument = (invoiceId: number) => Promise<RenderedInvoice>

/** Starts what the clock does: invoices become overdue within a minute of midnight in New York. */
export async function startBilling({ timers, business, clock = () => new Date(), ...options }: StartOptions) {
  const store = openStore(options)
  await timers.every('markOverdue', '* * * * *', async () => {
    await markAllOverdue(store, clock())
  })
  const invoiceDocument: InvoiceDocument = async (id) => {
    const { filename, body } = await renderedInvoice(options.pool, business, id)
    return { filename, body }
  }
  return { invoiceDocument }
}
