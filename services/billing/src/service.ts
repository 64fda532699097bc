import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { type CommandContext, commit, type EventStore, type Metadata } from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigrations,
  type ServiceOptions,
} from '@plumbline/platform/http'
import type { Timers } from '@plumbline/platform/jobs'
import { eventLogGrants, roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import {
  type AppendNotifier,
  createWaitForPosition,
  projectionSubscription,
} from '@plumbline/platform/subscriptions'
import { Router } from 'express'
import { invoicePdf } from './api.ts'
import { appointments } from './appointments.ts'
import { customers } from './customers.ts'
import type { InvoiceEvents } from './invoice/asOf.ts'
import * as commands from './invoice/commands.ts'
import { markAllOverdue } from './invoice/overdue.ts'
import { invoices } from './invoice/projection.ts'
import { routes } from './invoice/routes.ts'
import type { Business } from './pdf/document.ts'
import { type RenderedInvoice, renderedInvoice } from './pdf/render.ts'
import { pdfRouter } from './pdf/routes.ts'
import { moneyMovements } from './reports/movements.ts'
import { invoiceSnapshots } from './reports/snapshots.ts'

const schema = 'billing'
const role = roleOf(schema)
const projections = [invoices, invoiceSnapshots, moneyMovements]
const followed = [customers, appointments]

export const billingSchema: SchemaDefinition = {
  schema,
  role,
  grants: eventLogGrants(role),
  projections,
  asyncProjections: followed,
  migrations: [
    { id: 'invoice-ids-v1', sql: 'CREATE SEQUENCE invoice_id AS integer' },
    idempotencyMigration,
    ...limitsMigrations,
  ],
}

type StoreOptions = { pool: Pool; notifier: AppendNotifier; keyring: Keyring }

const openStore = (options: StoreOptions): EventStore => ({ ...options, projections })

export type BillingOptions = StoreOptions & { business: Business } & Pick<
    ServiceOptions,
    'identityKey' | 'limitScale' | 'clock'
  >

type When = [metadata: Metadata, now: Date]

/** Invoices, payments and reminders. */
export function createBilling({ pool, notifier, keyring, business, ...options }: BillingOptions) {
  const store = openStore({ pool, notifier, keyring })
  const waitForPosition = createWaitForPosition({
    db: pool,
    subscriptions: followed.map((it) => projectionSubscription(schema, it)),
  })
  const perform = <T>([metadata, now]: When, work: (ctx: CommandContext) => Promise<T>) =>
    commit(store, { metadata, now }, work)
  return {
    name: schema,
    endpoints: [...routes.map((entry) => entry.endpoint), invoicePdf],
    router: Router({ caseSensitive: true }).use(
      pdfRouter({ pool, name: schema, business, waitForPosition, identityKey: options.identityKey }),
      createServiceRouter({ name: schema, store, routes, waitForPosition, ...options }),
    ),
    /** Commands for whoever fills the store without HTTP; customers and appointments are taken as given. */
    draftInvoice: (form: commands.NewInvoice, ...when: When) =>
      perform(when, async (ctx) => {
        const { events } = await commands.createInvoice(ctx, form, false)
        return (events[0] as InvoiceEvents[number]).data.invoiceId
      }),
    issueInvoice: (id: number, ...when: When) => perform(when, (ctx) => commands.issueInvoice(ctx, id)),
    voidInvoice: (id: number, ...when: When) => perform(when, (ctx) => commands.voidInvoice(ctx, id)),
    recordPayment: (id: number, payment: commands.Payment, ...when: When) =>
      perform(when, (ctx) => commands.recordPayment(ctx, id, payment)),
    refundPayment: (id: number, paymentId: number, refund: commands.Refund, ...when: When) =>
      perform(when, (ctx) => commands.refundPayment(ctx, id, paymentId, refund)),
    requestReminder: (id: number, channel: 'sms' | 'email', ...when: When) =>
      perform(when, (ctx) => commands.requestReminder(ctx, id, channel)),
    sendInvoice: (id: number, ...when: When) => perform(when, (ctx) => commands.sendInvoice(ctx, id)),
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
