import { type Db, run } from '@plumbline/platform/db'
import { defineProjection, ownTable } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import type { Lead } from '../api.ts'
import type { LeadEvent, LeadReceived } from '../events.ts'

/** Every lead as the list shows it. */
export const leads = defineProjection<LeadEvent, Lead>({
  name: 'leads',
  version: 2,
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
  },
  indexes: ['(created_at DESC, id DESC)', '(customer_id)'],
  types: ['LeadReceived', 'LeadStatusChanged', 'LeadFollowUpPlanned', 'LeadValued', 'LeadConverted'],
  scope: 'stream',
  keys: (event) => [event.data.leadId],
  evolve: (lead, event) => {
    if (event.type === 'LeadReceived') return received(event.data)
    return lead && { ...lead, ...changes(event) }
  },
})

function received({ leadId, receivedAt, ...contact }: LeadReceived['data']): Lead {
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

export const allLeads = (db: Db): Promise<Lead[]> =>
  run<Lead>(db, { text: `${table.select} ORDER BY created_at DESC, id DESC`, values: [] })

export const leadById = async (db: Db, id: number): Promise<Lead | undefined> =>
  (await run<Lead>(db, { text: `${table.select} WHERE id = $1`, values: [id] }))[0]

/** The same, and nobody else changes it before the transaction ends. */
export const lockLead = async (db: Db, id: number): Promise<Lead | undefined> =>
  (await run<Lead>(db, { text: `${table.select} WHERE id = $1 FOR UPDATE`, values: [id] }))[0]
