import type { Pool } from '@plumbline/platform/db'
import type { Keyring, Personal } from '@plumbline/platform/encryption'
import { type CommandContext, commit, type EventStore, type Metadata } from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigrations,
  type ServiceOptions,
} from '@plumbline/platform/http'
import { eventLogGrants, roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import type { AppendNotifier } from '@plumbline/platform/subscriptions'
import type { CustomerChanges, CustomerForm, LeadChanges } from './api.ts'
import { changeCustomer, registerCustomer } from './customers.ts'
import { type CustomerEvent, type CustomerImportEvent, type LeadEvent, personal } from './events.ts'
import { changeLead, convertLead, type NewLead, receiveLead } from './leads.ts'
import { customers } from './projections/customers.ts'
import { leads } from './projections/leads.ts'
import { customerRoutes } from './routes/customers.ts'
import { importRoutes } from './routes/imports.ts'
import { leadRoutes } from './routes/leads.ts'

const role = roleOf('crm')
const projections = [leads, customers]

export const crmSchema: SchemaDefinition = {
  schema: 'crm',
  role,
  grants: eventLogGrants(role),
  projections,
  migrations: [
    { id: 'lead-ids-v1', sql: 'CREATE SEQUENCE lead_id AS integer' },
    { id: 'customer-ids-v1', sql: 'CREATE SEQUENCE customer_id AS integer' },
    { id: 'customer-import-ids-v1', sql: 'CREATE SEQUENCE customer_import_id AS integer' },
    // makes LIKE '%part%' an index scan
    { id: 'trigrams-v1', sql: 'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public' },
    idempotencyMigration,
    ...limitsMigrations,
  ],
}

export type CrmOptions = { pool: Pool; notifier: AppendNotifier; keyring: Keyring } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

type When = [metadata: Metadata, now: Date]

/** Customers and leads. */
export function createCrm({ pool, notifier, keyring, ...options }: CrmOptions) {
  const store: EventStore = {
    pool,
    projections,
    personal: personal satisfies Personal<LeadEvent | CustomerEvent | CustomerImportEvent>,
    keyring,
    notifier,
  }
  const perform = <T>([metadata, now]: When, work: (ctx: CommandContext) => Promise<T>) =>
    commit(store, { metadata, now }, work)
  const routes = [...leadRoutes, ...customerRoutes, ...importRoutes]
  return {
    name: 'crm',
    endpoints: routes.map((entry) => entry.endpoint),
    /** Commands for whoever fills the store without HTTP, each a transaction of its own. */
    receiveLead: (form: NewLead, ...when: When) => perform(when, (ctx) => receiveLead(ctx, form)),
    changeLead: (id: number, changes: LeadChanges, ...when: When) =>
      perform(when, (ctx) => changeLead(ctx, id, changes)),
    convertLead: (id: number, ...when: When) => perform(when, (ctx) => convertLead(ctx, id)),
    registerCustomer: (form: CustomerForm, ...when: When) =>
      perform(when, (ctx) => registerCustomer(ctx, form)),
    changeCustomer: (id: number, changes: CustomerChanges, ...when: When) =>
      perform(when, (ctx) => changeCustomer(ctx, id, changes)),
    router: createServiceRouter({ name: 'crm', store, routes, ...options }),
  }
}
