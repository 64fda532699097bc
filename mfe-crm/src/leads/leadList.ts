import type { PagedList } from '@plumbline/contract/list'
import { type Lead, listLeads } from '@plumbline/crm/api'
import { leadFilters, leadSorts, queryOfStatus } from './lead.ts'
import { leadColumns } from './leadCsv.ts'
import { leadsKey } from './queries.ts'

/** The leads of the CRM. */
export const leadList: PagedList<Lead> = {
  key: leadsKey,
  endpoint: listLeads,
  changedBy: ['lead'],
  statuses: leadFilters,
  ofStatus: queryOfStatus,
  sorts: () => leadSorts,
  csv: { name: 'leads.csv', columns: () => leadColumns },
}
