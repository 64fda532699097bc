import { type Db, run } from '@plumbline/platform/db'
import { defineProjection, ownTable } from '@plumbline/platform/event-store'
import type { Lead } from '../api.ts'
import type { LeadEvent } from '../events.ts'

/** Every lead as the list shows it. */
export const leads = defineProjection<LeadEvent, Lead>({
  name: 'leads',
  version: 1,
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
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  indexes: ['(created_at DESC, id DESC)'],
  types: ['LeadReceived'],
  scope: 'stream',
  keys: (event) => [event.data.leadId],
  evolve: (_lead, event) => {
    switch (event.type) {
      case 'LeadReceived': {
        const { leadId, receivedAt, ...contact } = event.data
        return {
          id: leadId,
          ...contact,
          status: 'new',
          estimatedValue: null,
          createdAt: receivedAt,
          updatedAt: receivedAt,
        }
      }
    }
  },
})

const table = ownTable(leads)

export const allLeads = (db: Db): Promise<Lead[]> =>
  run<Lead>(db, { text: `${table.select} ORDER BY created_at DESC, id DESC`, values: [] })

export const leadById = async (db: Db, id: number): Promise<Lead | undefined> =>
  (await run<Lead>(db, { text: `${table.select} WHERE id = $1`, values: [id] }))[0]
