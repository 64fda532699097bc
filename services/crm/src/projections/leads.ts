import { type Db, run, type SqlStatement, sql } from '@plumbline/platform/db'
import { defineProjection, type Recorded } from '@plumbline/platform/event-store'
import type { Lead } from '../api.ts'
import type { LeadEvent } from '../events.ts'

/** Every lead as the list shows it. */
export const leads = defineProjection<LeadEvent>({
  name: 'leads',
  version: 1,
  types: ['LeadReceived'],
  table: `CREATE TABLE leads (
    id integer PRIMARY KEY,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    service_needed text,
    project_description text,
    status text NOT NULL,
    source text NOT NULL,
    estimated_value numeric(10, 2),
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL)`,
  project,
})

function project(event: Recorded<LeadEvent>): SqlStatement[] {
  switch (event.type) {
    case 'LeadReceived': {
      const it = event.data
      return [
        sql`INSERT INTO leads (id, first_name, last_name, email, phone, service_needed, project_description,
              status, source, created_at, updated_at)
            VALUES (${it.leadId}, ${it.firstName}, ${it.lastName}, ${it.email}, ${it.phone}, ${it.serviceNeeded},
              ${it.projectDescription}, 'new', ${it.source}, ${it.receivedAt}, ${it.receivedAt})`,
      ]
    }
  }
}

// spelled once: the wire's names and ISO times, so that a list needs no second pass over its rows
const columns = `id, first_name AS "firstName", last_name AS "lastName", email, phone,
  service_needed AS "serviceNeeded", project_description AS "projectDescription", status, source,
  estimated_value::text AS "estimatedValue", created_at AS "createdAt", updated_at AS "updatedAt"`

type Row = Omit<Lead, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }

const toLead = (row: Row): Lead => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const allLeads = async (db: Db): Promise<Lead[]> =>
  (
    await run<Row>(db, { text: `SELECT ${columns} FROM leads ORDER BY created_at DESC, id DESC`, values: [] })
  ).map(toLead)

export const leadById = async (db: Db, id: number): Promise<Lead | undefined> =>
  (await run<Row>(db, { text: `SELECT ${columns} FROM leads WHERE id = $1`, values: [id] })).map(toLead)[0]
