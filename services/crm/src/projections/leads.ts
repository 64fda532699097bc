import { type Db, run, type SqlStatement } from '@plumbline/platform/db'
import { defineProjection, ownTable } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import { behind, type Paged, pageOf, upTo } from '@plumbline/platform/paging'
import type { Lead } from '../api.ts'
import type { LeadEvent, LeadReceived } from '../events.ts'
import { e164 } from '../phone.ts'
import { searchCondition, searchText } from '../searchText.ts'

/** `search`: what `searchCondition` looks at. */
export type LeadRow = Lead & { search: string }

/** Every lead as the list shows it. */
export const leads = defineProjection<LeadEvent, LeadRow>({
  name: 'leads',
  version: 3,
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
  },
  indexes: ['(created_at DESC, id DESC)', '(customer_id)', 'USING gin (search public.gin_trgm_ops)'],
  types: ['LeadReceived', 'LeadStatusChanged', 'LeadFollowUpPlanned', 'LeadValued', 'LeadConverted'],
  scope: 'stream',
  keys: (event) => [event.data.leadId],
  evolve: (lead, event) => {
    if (event.type === 'LeadReceived') return received(event.data)
    return lead && { ...lead, ...changes(event) }
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
export const leadEtag = ({ updatedAt }: Pick<Lead, 'updatedAt'>): string => `"${Date.parse(updatedAt)}"`

const table = ownTable(leads)

const read = async (db: Db, statement: SqlStatement): Promise<Lead[]> =>
  (await run<LeadRow>(db, statement)).map(shownLead)

/** As answers show it. */
export const shownLead = ({ search: _, ...lead }: LeadRow): Lead => lead

export type Page = Paged & { q?: string; status?: string }

/** Newest first. `next`: the cursor of the page behind this one, null at the end. */
export async function listLeads(
  db: Db,
  { q = '', status, limit, cursor }: Page,
): Promise<{ rows: Lead[]; next: string | null }> {
  const values: unknown[] = []
  const conditions = ['true']
  const wanted = searchCondition(q, 1)
  if (wanted) {
    conditions.push(wanted.text)
    values.push(...wanted.values)
  }
  if (status) conditions.push(`status = $${values.push(status)}`)
  if (cursor) conditions.push(behind(cursor, values))
  const text = `${table.select} WHERE ${conditions.join(' AND ')} ORDER BY created_at DESC, id DESC${upTo(limit, values)}`
  return pageOf(await read(db, { text, values }), limit)
}

export const leadById = async (db: Db, id: number): Promise<Lead | undefined> =>
  (await read(db, { text: `${table.select} WHERE id = $1`, values: [id] }))[0]

/** The same, and nobody else changes it before the transaction ends. */
export const lockLead = async (db: Db, id: number): Promise<Lead | undefined> =>
  (await read(db, { text: `${table.select} WHERE id = $1 FOR UPDATE`, values: [id] }))[0]
