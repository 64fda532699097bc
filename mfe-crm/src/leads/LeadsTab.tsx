import { ListView, usePagedList } from '@plumbline/contract/list'
import type { Lead } from '@plumbline/crm/api'
import { EmptyState } from '@plumbline/ui'
import { useEstimateOptions } from './estimateOptions.ts'
import { LeadTable } from './LeadTable.tsx'
import { leadCsv } from './leadCsv.ts'
import { leadList } from './leadList.ts'

/** The requests for an estimate. One search of the CRM is for both of its lists. */
export function LeadsTab({ onConvert }: { onConvert: (lead: Lead) => void }) {
  const list = usePagedList({ ...leadList, csv: leadCsv(useEstimateOptions()) })
  return (
    <ListView
      list={list}
      noun={['lead', 'leads']}
      label="Search customers"
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
