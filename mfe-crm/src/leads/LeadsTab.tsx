import type { Lead } from '@plumbline/crm/api'
import { leadStatuses } from '@plumbline/crm/api'
import { EmptyState, inputStyle, phone, space } from '@plumbline/ui'
import { useSearchParams } from 'react-router-dom'
import { LeadTable } from './LeadTable.tsx'
import { filterLeads } from './lead.ts'

const labels: Record<string, string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  converted: 'Converted',
  lost: 'Lost',
}

/** Search and filter, kept in the URL so that a view can be shared and comes back with the back button. */
export function LeadsTab({ leads }: { leads: readonly Lead[] }) {
  const [params, setParams] = useSearchParams()
  const filter = { search: params.get('q') ?? '', status: params.get('status') ?? '' }
  const set = (name: string, value: string) =>
    setParams(
      (old) => {
        if (value) old.set(name, value)
        else old.delete(name)
        return old
      },
      { replace: true, preventScrollReset: true },
    )

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
          onChange={(event) => set('q', event.target.value)}
        />
        <select
          css={[inputStyle, { width: 'auto', minWidth: 160 }]}
          aria-label="Status"
          value={filter.status}
          onChange={(event) => set('status', event.target.value)}
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
