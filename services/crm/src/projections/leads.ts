import {
  type Db,
  namedStatement,
  type Pool,
  run,
  type SqlStatement,
  streamRows,
} from '@plumbline/platform/db'
import { moneyText } from '@plumbline/platform/money'
import { afterCursor, limitClause, type Paged, pageOf } from '@plumbline/platform/paging'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { Lead } from '../api.ts'
import type { LeadEvent, LeadReceived } from '../events.ts'
import { e164 } from '../phone.ts'
import { searchCondition, searchText } from '../searchText.ts'

export type LeadRow = Lead & {
  /** What `searchCondition` looks at. */
  search: string
  /** Of the stream. */
  version: number
}

/** Every lead as the list shows it. */
export const leads = defineProjection<LeadEvent, LeadRow>({
  name: 'leads',
  version: 4,
  columns: {
    id: 'integer',
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    phone: 'text',
    serviceNeeded: 'text?',
    projectDescription: 'text?',
    status: 'text',
    source: 'text',
    estimatedValue: 'numeric(10, 2)?',
    lostReason: 'text?',
    followUpOn: 'text?',
    customerId: 'integer?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    search: 'text',
    version: 'integer',
  },
  indexes: ['(created_at DESC, id DESC)', '(customer_id)', 'USING gin (search public.gin_trgm_ops)'],
  types: ['LeadReceived', 'LeadStatusChanged', 'LeadFollowUpPlanned', 'LeadValued', 'LeadConverted'],
  partitionBy: 'stream',
  keys: (event) => [event.data.leadId],
  evolve: (lead, event) => {
    if (event.type === 'LeadReceived') return received(event.data)
    return lead && { ...lead, ...changes(event), version: event.version }
  },
})

function received({ leadId, receivedAt, ...contact }: LeadReceived['data']): LeadRow {
  return {
    id: leadId,
    ...contact,
    status: 'new',
    estimatedValue: null,
    lostReason: null,
    followUpOn: null,
    customerId: null,
    createdAt: receivedAt,
    updatedAt: receivedAt,
    search: searchText({ ...contact, phoneE164: e164(contact.phone), address: null }),
    version: 1,
  }
}

function changes({ type, data }: Exclude<LeadEvent, LeadReceived>): Partial<Lead> {
  switch (type) {
    case 'LeadStatusChanged':
      return { status: data.status, lostReason: data.lostReason ?? null, updatedAt: data.changedAt }
    case 'LeadFollowUpPlanned':
      return { followUpOn: data.followUpOn, updatedAt: data.plannedAt }
    case 'LeadValued':
      return {
        estimatedValue: data.estimatedCents === null ? null : moneyText(data.estimatedCents),
        updatedAt: data.valuedAt,
      }
    case 'LeadConverted':
      return { status: 'converted', customerId: data.customerId, updatedAt: data.convertedAt }
  }
}

/** Changes with every change of the lead. */
export const leadEtag = ({ version }: Pick<LeadRow, 'version'>): string => `"${version}"`

const table = tableFor(leads)

/** As answers show it. */
export const toLead = ({ search: _, version: __, ...lead }: LeadRow): Lead => lead

export type Page = Paged & { q?: string; status?: string }

/** Newest first. `next`: the cursor of the next page, null at the end. */
export async function listLeads(db: Db, page: Page): Promise<{ rows: Lead[]; next: string | null }> {
  const { rows, next } = pageOf(await run<LeadRow>(db, listQuery(page)), page.limit)
  return { rows: rows.map(toLead), next }
}

/** All of them, in batches as they are read. */
export async function* streamLeads(pool: Pool, wanted: Omit<Page, 'limit'>): AsyncGenerator<Lead[]> {
  for await (const rows of streamRows<LeadRow>(pool, listQuery(wanted))) yield rows.map(toLead)
}

function listQuery({ q = '', status, limit, cursor }: Page): SqlStatement {
  return namedStatement((bind) => {
    const conditions = ['true', ...searchCondition(q, bind)]
    if (status) conditions.push(`status = ${bind(status)}`)
    if (cursor) conditions.push(afterCursor(cursor, bind))
    return `${table.select} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${limitClause(limit, bind)}`
  })
}

export const leadById = async (db: Db, id: number): Promise<LeadRow | undefined> =>
  (await run<LeadRow>(db, { name: 'lead-by-id', text: `${table.select} WHERE id = $1`, values: [id] }))[0]

/** The same, locked for the rest of the transaction. */
export const lockLead = async (db: Db, id: number): Promise<LeadRow | undefined> =>
  (
    await run<LeadRow>(db, {
      name: 'lock-lead',
      text: `${table.select} WHERE id = $1 FOR UPDATE`,
      values: [id],
    })
  )[0]
