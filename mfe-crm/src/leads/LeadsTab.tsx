import { ListView, usePagedList } from '@plumbline/contract/list'
import type { Lead } from '@plumbline/crm/api'
import { EmptyState, FilterSelect } from '@plumbline/ui'
import { customerFilters } from '../customers/customer.ts'
import { useEstimateOptions } from './estimateOptions.ts'
import { LeadTable } from './LeadTable.tsx'
import { leadCsv } from './leadCsv.ts'
import { stepFilters } from './leadFilters.ts'
import { leadList } from './leadList.ts'

/** The requests for an estimate. One search of the CRM is for both of its lists. */
export function LeadsTab({ onConvert }: { onConvert: (lead: Lead) => void }) {
  const list = usePagedList({ ...leadList, csv: leadCsv(useEstimateOptions()) })
  return (
    <ListView
      list={{ ...list, statuses: customerFilters }}
      noun={['lead', 'leads']}
      label="Search customers"
      filters={
        <FilterSelect
          label="Step"
          value={list.status}
          options={stepFilters}
          onChange={({ target }) => list.change({ status: target.value })}
        />
      }
      empty={
        <EmptyState title="No leads found">
          Requests for a free estimate from your public page will appear here.
        </EmptyState>
      }
    >
      {(leads, count) => <LeadTable leads={leads} total={count} onConvert={onConvert} />}
    </ListView>
  )
}
