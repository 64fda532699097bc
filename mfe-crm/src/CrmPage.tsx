import { useParam } from '@plumbline/contract'
import { useRecordState } from '@plumbline/contract/action'
import { totalQuery } from '@plumbline/contract/list'
import { useRights } from '@plumbline/contract/rights'
import type { Customer } from '@plumbline/crm/api'
import { Button, PageHeader, Tabs, useIsPhone } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { CustomerDialog } from './customers/CustomerDialog.tsx'
import { CustomerDrawer } from './customers/CustomerDrawer.tsx'
import { CustomersTab } from './customers/CustomersTab.tsx'
import { crmCustomerList } from './customers/customerList.ts'
import { LeadDrawer } from './leads/LeadDrawer.tsx'
import { LeadsTab } from './leads/LeadsTab.tsx'
import { leadList } from './leads/leadList.ts'
import { NewLeadDialog } from './leads/NewLeadDialog.tsx'
import { useConversion } from './leads/useConversion.tsx'
import { useLeadQuote } from './leads/useLeadQuote.tsx'

/** Customer Relationship Management: all customers, and requests for an estimate. The two tabs share one filter. */
export function CrmPage() {
  const { data: customerCount } = useQuery(totalQuery(crmCustomerList))
  const { data: leadCount } = useQuery(totalQuery(leadList))
  const [tab, setTab] = useParam('tab')
  // other pages lead to a new lead, and to one that exists
  const [addedLead, addLead] = useParam('add')
  const [openLead] = useParam('lead')
  const [openCustomer] = useParam('customer')
  const [edited, setEdited] = useRecordState<{ customer: Customer | undefined }>(openCustomer)
  const { convert, dialogs } = useConversion()
  const { quote, dialog: quoteDialog } = useLeadQuote()
  const isLeadsTab = tab === 'leads'
  const isPhone = useIsPhone()
  const { may } = useRights()
  const addLeadButton = (tone: 'primary' | 'secondary') => (
    <Button tone={tone} onClick={() => addLead('lead')}>
      <Plus size={16} aria-hidden />
      Add Lead
    </Button>
  )
  const tabs = [
    {
      value: 'customers',
      label: labelOf('All Customers', customerCount),
      content: <CustomersTab onEdit={(customer) => setEdited({ customer })} />,
    },
    { value: 'leads', label: labelOf('Leads', leadCount), content: <LeadsTab onConvert={convert} /> },
  ]
  return (
    <>
      {openCustomer === null && openLead === null && <title>Customer Relationship Management</title>}
      <PageHeader
        title="Customer Relationship Management"
        actions={isLeadsTab && !isPhone && addLeadButton('secondary')}
        primary={
          isLeadsTab && isPhone
            ? addLeadButton('primary')
            : may('customers.edit') && (
                <Button tone="primary" onClick={() => setEdited({ customer: undefined })}>
                  <Plus size={16} aria-hidden />
                  Add Customer
                </Button>
              )
        }
      />
      <Tabs
        label="CRM"
        tabs={tabs}
        value={isLeadsTab ? 'leads' : 'customers'}
        onChange={(value) => setTab(value === 'leads' ? 'leads' : null)}
      />
      {edited && <CustomerDialog customer={edited.customer} onClose={() => setEdited(null)} />}
      {addedLead === 'lead' && <NewLeadDialog onClose={() => addLead(null, { replace: true })} />}
      {dialogs}
      {quoteDialog}
      <CustomerDrawer />
      <LeadDrawer onConvert={convert} onQuote={quote} />
    </>
  )
}

const labelOf = (name: string, count: number | undefined) =>
  count === undefined ? name : `${name} (${count})`
