import type { PagedList } from '@plumbline/contract/list'
import { type Lead, listLeads } from '@plumbline/crm/api'
import { leadsKey } from './lead.ts'
import { leadCsv } from './leadCsv.ts'
import { leadFilters, leadSorts, queryOfStatus } from './leadFilters.ts'

/** The leads of the CRM. */
export const leadList: PagedList<Lead> = {
  key: leadsKey,
  endpoint: listLeads,
  changedBy: ['lead'],
  statuses: leadFilters,
  ofStatus: queryOfStatus,
  sorts: () => leadSorts,
  csv: leadCsv(),
}
