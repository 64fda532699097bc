import type { Pool } from '@plumbline/platform/db'
import {
  createEventStore,
  type Keyring,
  type Metadata,
  type Personal,
  type Wake,
} from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigration,
  type ServiceOptions,
} from '@plumbline/platform/http'
import { eventLogGrants, type Owner, roleOf } from '@plumbline/platform/migrate'
import type { CustomerChanges, CustomerForm, LeadChanges } from './api.ts'
import { type Act, changeCustomer, registerCustomer } from './customers.ts'
import { type CustomerEvent, type CustomerImportEvent, type LeadEvent, personal } from './events.ts'
import { changeLead, convertLead, type NewLead, receiveLead } from './leads.ts'
import { customers } from './projections/customers.ts'
import { leads } from './projections/leads.ts'
import { customerRoutes } from './routes/customers.ts'
import { importRoutes } from './routes/imports.ts'
import { leadRoutes } from './routes/leads.ts'

const role = roleOf('crm')
const projections = [leads, customers]

export const crmSchema: Owner = {
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
    limitsMigration,
  ],
}

export type CrmOptions = { pool: Pool; wake: Wake; keyring: Keyring } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

type When = [metadata: Metadata, now: Date]

/** Customers and leads. */
export function createCrm({ pool, wake, keyring, ...options }: CrmOptions) {
  const store = createEventStore({
    pool,
    schema: 'crm',
    projections,
    personal: personal satisfies Personal<LeadEvent | CustomerEvent | CustomerImportEvent>,
    keyring,
    wake,
  })
  const commit = <T>([metadata, now]: When, work: (act: Act) => Promise<T>) =>
    store.commit((db) => work({ store, db, metadata, now }))
  const table = [...leadRoutes(store), ...customerRoutes(store), ...importRoutes(store)]
  return {
    name: 'crm',
    endpoints: table.map((entry) => entry.endpoint),
    /** Commands for whoever fills the store without HTTP, each a transaction of its own. */
    receiveLead: (form: NewLead, ...when: When) => commit(when, (act) => receiveLead(act, form)),
    changeLead: (id: number, changes: LeadChanges, ...when: When) =>
      commit(when, (act) => changeLead(act, id, changes)),
    convertLead: (id: number, ...when: When) => commit(when, (act) => convertLead(act, id)),
    registerCustomer: (form: CustomerForm, ...when: When) =>
      commit(when, (act) => registerCustomer(act, form)),
    changeCustomer: (id: number, changes: CustomerChanges, ...when: When) =>
      commit(when, (act) => changeCustomer(act, id, changes)),
    router: createServiceRouter({ name: 'crm', store, routes: table, ...options }),
  }
}
