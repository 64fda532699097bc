import type { Pool } from '@plumbline/platform/db'
import { createEventStore, type Metadata, type Wake } from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigration,
  type ServiceOptions,
} from '@plumbline/platform/http'
import { eventLogGrants, type Owner, roleOf } from '@plumbline/platform/migrate'
import { leads } from './projections/leads.ts'
import { type NewLead, routes, storeLead } from './routes.ts'

const role = roleOf('crm')

export const crmSchema: Owner = {
  schema: 'crm',
  role,
  grants: eventLogGrants(role),
  projections: [leads],
  migrations: [
    { id: 'lead-ids-v1', sql: 'CREATE SEQUENCE lead_id AS integer' },
    idempotencyMigration,
    limitsMigration,
  ],
}

export type CrmOptions = { pool: Pool; wake: Wake } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

/** Customers and leads. */
export function createCrm({ pool, wake, ...options }: CrmOptions) {
  const store = createEventStore({ pool, schema: 'crm', projections: [leads], wake })
  const table = routes(store)
  return {
    name: 'crm',
    prefixes: ['/api/leads'],
    endpoints: table.map((entry) => entry.endpoint),
    /** The command behind `POST /api/leads`, for whoever fills the store without HTTP. */
    receiveLead: (form: NewLead, metadata: Metadata, now: Date) =>
      store.commit((tx) => storeLead(store, tx, form, metadata, now)),
    router: createServiceRouter({ name: 'crm', store, routes: table, ...options }),
  }
}
