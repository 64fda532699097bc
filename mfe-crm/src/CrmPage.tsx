import { useParam } from '@plumbline/contract'
import { useRecordState } from '@plumbline/contract/action'
import { ExportButton, ListFilters, ListResult, useList } from '@plumbline/contract/list'
import { type Conversion, type Customer, type Lead, leadStatusLabels } from '@plumbline/crm/api'
import { Button, EmptyState, PageHeader, Tabs } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { CustomerDialog } from './customers/CustomerDialog.tsx'
import { CustomerDrawer } from './customers/CustomerDrawer.tsx'
import { CustomerTable } from './customers/CustomerTable.tsx'
import { personSearch, personSorts } from './customers/customer.ts'
import { customerColumns } from './customers/customerCsv.ts'
import { customersQuery } from './customers/queries.ts'
import { ConvertDialog, ConvertedDialog } from './leads/ConvertDialog.tsx'
import { LeadDrawer } from './leads/LeadDrawer.tsx'
import { LeadTable } from './leads/LeadTable.tsx'
import { isOpen, leadHasStatus, leadSorts, waitingFilters } from './leads/lead.ts'
import { leadColumns } from './leads/leadCsv.ts'
import { NewLeadDialog } from './leads/NewLeadDialog.tsx'
import { leadsQuery } from './leads/queries.ts'

const statuses = [
  { value: '', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'lead', label: 'Lead' },
  { value: 'new', label: 'New' },
  { value: 'completed', label: 'Completed' },
]
const leadStatuses = [
  ...statuses,
  ...(['contacted', 'quoted', 'converted', 'lost'] as const).map((value) => ({
    value,
    label: leadStatusLabels[value],
  })),
  ...waitingFilters,
]

const customerNoun = ['customer', 'customers'] as const
const leadNoun = ['lead', 'leads'] as const

/** Customer Relationship Management: all customers, and requests for an estimate. The two tabs share one filter. */
export function CrmPage() {
  const { data: customers } = useSuspenseQuery(customersQuery())
  const { data: leads } = useSuspenseQuery(leadsQuery())
  const [tab, setTab] = useParam('tab')
  // other pages lead to a new lead, to one that exists, and to its conversion
  const [addedLead, addLead] = useParam('add')
  const [openLead] = useParam('lead')
  const [openCustomer] = useParam('customer')
  const [convertedId, setConvertedId] = useParam('convert')
  const convertedLead = leads.find(({ id }) => String(id) === convertedId)
  const convertLead = (lead: Lead | null) =>
    setConvertedId(lead && String(lead.id), { replace: lead === null })
  const [edited, setEdited] = useRecordState<{ customer: Customer | undefined }>(openCustomer)
  const [conversion, setConversion] = useState<Conversion | null>(null)
  // an address with a lead that is a customer by now asks for nothing
  const isOutdated = convertedLead !== undefined && !isOpen(convertedLead)
  const dropParam = useEffectEvent(() => convertLead(null))
  useEffect(() => {
    if (isOutdated) dropParam()
  }, [isOutdated])
  const customerList = useList(customers, {
    ...personSearch,
    statuses,
    sorts: personSorts,
    csv: { name: 'customers.csv', columns: () => customerColumns },
  })
  const leadList = useList(leads, {
    ...personSearch,
    statuses: leadStatuses,
    hasStatus: leadHasStatus,
    sorts: leadSorts,
    csv: { name: 'leads.csv', columns: () => leadColumns },
  })
  const isLeadsTab = tab === 'leads'
  const tabs = [
    {
      value: 'customers',
      label: `All Customers (${customers.length})`,
      content: (
        <ListResult
          list={customerList}
          noun={customerNoun}
          empty={
            <EmptyState title="No customers found">
              Your customers will appear here. Add one, or convert a lead.
            </EmptyState>
          }
        >
          {(visible) => <CustomerTable customers={visible} onEdit={(customer) => setEdited({ customer })} />}
        </ListResult>
      ),
    },
    {
      value: 'leads',
      label: `Leads (${leads.length})`,
      content: (
        <ListResult
          list={leadList}
          noun={leadNoun}
          empty={
            <EmptyState title="No leads found">
              Requests for a free estimate from your public page will appear here.
            </EmptyState>
          }
        >
          {(visible) => <LeadTable leads={visible} onConvert={convertLead} />}
        </ListResult>
      ),
    },
  ]
  return (
    <>
      {openCustomer === null && openLead === null && <title>Customer Relationship Management</title>}
      <PageHeader
        title="Customer Relationship Management"
        actions={
          <>
            {isLeadsTab ? <ExportButton list={leadList} /> : <ExportButton list={customerList} />}
            {isLeadsTab && (
              <Button onClick={() => addLead('lead')}>
                <Plus size={16} aria-hidden />
                Add Lead
              </Button>
            )}
            <Button tone="primary" onClick={() => setEdited({ customer: undefined })}>
              <Plus size={16} aria-hidden />
              Add Customer
            </Button>
          </>
        }
      />
      {isLeadsTab ? (
        <ListFilters list={leadList} noun={leadNoun} label="Search customers" />
      ) : (
        <ListFilters list={customerList} noun={customerNoun} />
      )}
      <Tabs
        label="CRM"
        tabs={tabs}
        value={isLeadsTab ? 'leads' : 'customers'}
        onChange={(value) => setTab(value === 'leads' ? 'leads' : null)}
      />
      {edited && <CustomerDialog customer={edited.customer} onClose={() => setEdited(null)} />}
      {addedLead === 'lead' && <NewLeadDialog onClose={() => addLead(null, { replace: true })} />}
      {convertedLead && isOpen(convertedLead) && (
        <ConvertDialog
          key={convertedLead.id}
          lead={convertedLead}
          onClose={() => convertLead(null)}
          onConverted={(converted) => {
            setConversion(converted)
            // at once: later it could take the place of a link that is followed meanwhile
            convertLead(null)
          }}
        />
      )}
      {conversion && <ConvertedDialog conversion={conversion} onClose={() => setConversion(null)} />}
      <CustomerDrawer />
      <LeadDrawer onConvert={convertLead} />
    </>
  )
}
