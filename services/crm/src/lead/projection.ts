import { toE164 } from '@plumbline/platform/e164'
import { recordEtag } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import { defineProjection } from '@plumbline/platform/projections'
import type { Lead } from '../api.ts'
import type { LeadEvent, LeadReceived } from '../events.ts'
import { searchText } from '../search.ts'

export type LeadRow = Lead & {
  /** The text that `searchCondition` compares. */
  search: string
  /** Of the stream. */
  version: number
}

/** One row per lead, as the list shows it. */
export const leads = defineProjection<LeadEvent, LeadRow>({
  name: 'leads',
  version: 7,
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
    notes: 'text?',
    customerId: 'integer?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    search: 'text',
    version: 'integer',
  },
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id)',
    'USING gin (search public.gin_trgm_ops)',
    // the leads that wait
    `(created_at) WHERE status = 'new'`,
    `(follow_up_on) WHERE follow_up_on IS NOT NULL AND status NOT IN ('converted', 'lost')`,
  ],
  types: [
    'LeadReceived',
    'LeadStatusChanged',
    'LeadFollowUpPlanned',
    'LeadNoted',
    'LeadValued',
    'LeadConverted',
  ],
  partitionBy: 'stream',
  keys: (event) => [event.data.leadId],
  evolve: (lead, event) => {
    if (event.type === 'LeadReceived') return newRow(event.data)
    return lead && { ...lead, ...changes(event), version: event.version }
  },
})

function newRow({ leadId, receivedAt, ...contact }: LeadReceived['data']): LeadRow {
  return {
    id: leadId,
    ...contact,
    status: 'new',
    estimatedValue: null,
    lostReason: null,
    followUpOn: null,
    notes: null,
    customerId: null,
    createdAt: receivedAt,
    updatedAt: receivedAt,
    search: searchText({ ...contact, phoneE164: toE164(contact.phone), address: null }),
    version: 1,
  }
}

function changes({ type, data }: Exclude<LeadEvent, LeadReceived>): Partial<Lead> {
  switch (type) {
    case 'LeadStatusChanged':
      return { status: data.status, lostReason: data.lostReason ?? null, updatedAt: data.changedAt }
    case 'LeadFollowUpPlanned':
      return { followUpOn: data.followUpOn, updatedAt: data.plannedAt }
    case 'LeadNoted':
      return { notes: data.notes, updatedAt: data.notedAt }
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
export const leadEtag = (row: Pick<LeadRow, 'id' | 'version'>): string => recordEtag(row, leads.version)

/** The row as answers show it. */
export const toLead = ({ search: _, version: __, ...lead }: LeadRow): Lead => lead
