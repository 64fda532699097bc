import { space, Tabs, text } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { LeadsTab } from './leads/LeadsTab.tsx'
import { leadsQuery } from './leads/queries.ts'

/** Customer Relationship Management. */
export function CrmPage() {
  const { data: leads } = useSuspenseQuery(leadsQuery())
  const tabs = [{ value: 'leads', label: `Leads (${leads.length})`, content: <LeadsTab leads={leads} /> }]
  return (
    <>
      <title>Customer Relationship Management</title>
      <h1 css={{ fontSize: text.xxl, marginBottom: space(4) }}>Customer Relationship Management</h1>
      <Tabs label="CRM" tabs={tabs} value="leads" onChange={() => {}} />
    </>
  )
}
