import { useFilter, useParam } from '@plumbline/contract'
import { download } from '@plumbline/contract/csv'
import type { Customer, Lead } from '@plumbline/crm/api'
import { Button, EmptyState, FilterBar, PageHeader, Tabs } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { CustomerDialog } from './customers/CustomerDialog.tsx'
import { CustomerDrawer } from './customers/CustomerDrawer.tsx'
import { CustomerTable } from './customers/CustomerTable.tsx'
import { toCsv } from './customers/csv.ts'
import { customersQuery } from './customers/queries.ts'
import { matching } from './filter.ts'
import { ConvertDialog } from './leads/ConvertDialog.tsx'
import { LeadDialog } from './leads/LeadDialog.tsx'
import { LeadTable } from './leads/LeadTable.tsx'
import { withStatus } from './leads/lead.ts'
import { leadsToCsv } from './leads/leadCsv.ts'
import { leadsQuery } from './leads/queries.ts'

const statuses = [
  { value: '', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'lead', label: 'Lead' },
  { value: 'new', label: 'New' },
  { value: 'completed', label: 'Completed' },
]
const ofLeads = [
  { value: 'contacted', label: 'Contacted' },
  { value: 'quoted', label: 'Quoted' },
  { value: 'converted', label: 'Converted' },
  { value: 'lost', label: 'Lost' },
]

type Opened =
  | { kind: 'add' }
  | { kind: 'edit'; customer: Customer }
  | { kind: 'convert' | 'lead'; lead: Lead }

/** Customer Relationship Management: everybody on the books, and who asked for an estimate. */
export function CrmPage() {
  const { data: customers } = useSuspenseQuery(customersQuery())
  const { data: leads } = useSuspenseQuery(leadsQuery())
  const [filter, change] = useFilter()
  const [tab, setTab] = useParam('tab')
  const [shown, setShown] = useParam('customer')
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const search = useDeferredValue(filter.search)
  const onLeads = tab === 'leads'
  const { status } = filter
  const shownCustomers = matching(customers, search).filter((it) => status === '' || it.status === status)
  const shownLeads = withStatus(matching(leads, search), status)
  const save = () =>
    onLeads ? download('leads.csv', leadsToCsv(shownLeads)) : download('customers.csv', toCsv(shownCustomers))

  const tabs = [
    {
      value: 'customers',
      label: `All Customers (${customers.length})`,
      content: (
        <CustomerTable
          customers={shownCustomers}
          onEdit={(customer) => setOpened({ kind: 'edit', customer })}
          to={({ id }) => `?customer=${id}`}
          empty={
            <EmptyState title="No customers found">
              {customers.length === 0
                ? 'Whoever you work for stands here. Add somebody, or convert a lead.'
                : 'Nobody matches this search. Change it to see more.'}
            </EmptyState>
          }
        />
      ),
    },
    {
      value: 'leads',
      label: `Leads (${leads.length})`,
      content: (
        <LeadTable
          leads={shownLeads}
          onConvert={(lead) => setOpened({ kind: 'convert', lead })}
          onEdit={(lead) => setOpened({ kind: 'lead', lead })}
          empty={
            <EmptyState title="No leads found">
              {leads.length === 0
                ? 'Requests for a free estimate from your public page arrive here, the newest first.'
                : 'Nothing matches this search. Change it to see more.'}
            </EmptyState>
          }
        />
      ),
    },
  ]
  return (
    <>
      <title>Customer Relationship Management</title>
      <PageHeader
        title="Customer Relationship Management"
        actions={
          <>
            <Button disabled={(onLeads ? shownLeads : shownCustomers).length === 0} onClick={save}>
              <Download size={16} aria-hidden />
              Export as CSV
            </Button>
            <Button tone="primary" onClick={() => setOpened({ kind: 'add' })}>
              <Plus size={16} aria-hidden />
              Add Customer
            </Button>
          </>
        }
      />
      <FilterBar
        label="Search customers"
        {...filter}
        statuses={onLeads ? [...statuses, ...ofLeads] : statuses}
        onChange={change}
      />
      <Tabs
        label="CRM"
        tabs={tabs}
        value={onLeads ? 'leads' : 'customers'}
        onChange={(value) => setTab(value === 'leads' ? 'leads' : null)}
      />
      <CustomerDialog
        open={opened?.kind === 'add' || opened?.kind === 'edit'}
        onClose={close}
        {...(opened?.kind === 'edit' && { customer: opened.customer })}
      />
      <ConvertDialog lead={opened?.kind === 'convert' ? opened.lead : null} onClose={close} />
      <LeadDialog lead={opened?.kind === 'lead' ? opened.lead : null} onClose={close} />
      <CustomerDrawer id={shown === null ? null : Number(shown)} onClose={() => setShown(null)} />
    </>
  )
}
