import type { Lead } from '@plumbline/crm/api'
import { leadStatuses } from '@plumbline/crm/api'
import { EmptyState, inputStyle, phone, space } from '@plumbline/ui'
import { LeadTable } from './LeadTable.tsx'
import { filterLeads } from './lead.ts'
import { useFilter } from './useFilter.ts'

const labels: Record<string, string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  converted: 'Converted',
  lost: 'Lost',
}

/** Every lead, with a search and a status filter above. */
export function LeadsTab({ leads }: { leads: readonly Lead[] }) {
  const [filter, change] = useFilter()
  if (leads.length === 0)
    return (
      <EmptyState title="No leads found">
        Requests for a free estimate from your public page arrive here, the newest first.
      </EmptyState>
    )
  const shown = filterLeads(leads, filter)
  return (
    <>
      <div
        css={{ display: 'flex', gap: space(3), marginBottom: space(4), [phone]: { flexDirection: 'column' } }}
      >
        <input
          css={[inputStyle, { maxWidth: 360, [phone]: { maxWidth: 'none' } }]}
          type="search"
          placeholder="Search customers..."
          aria-label="Search customers"
          value={filter.search}
          onChange={(event) => change({ search: event.target.value })}
        />
        <select
          css={[inputStyle, { width: 'auto', minWidth: 160 }]}
          aria-label="Status"
          value={filter.status}
          onChange={(event) => change({ status: event.target.value })}
        >
          <option value="">All Status</option>
          {leadStatuses.map((status) => (
            <option key={status} value={status}>
              {labels[status]}
            </option>
          ))}
        </select>
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No leads found">Nothing matches this search. Change it to see more.</EmptyState>
      ) : (
        <LeadTable leads={shown} />
      )}
    </>
  )
}
