import { call } from '@plumbline/contract'
import { listLeads } from '@plumbline/crm/api'
import { queryOptions } from '@tanstack/react-query'

export const leadsQuery = () =>
  queryOptions({ queryKey: ['leads'], queryFn: ({ signal }) => call(listLeads, { signal }) })
