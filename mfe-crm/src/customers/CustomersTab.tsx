import { ListView, usePagedList } from '@plumbline/contract/list'
import type { Customer } from '@plumbline/crm/api'
import { EmptyState } from '@plumbline/ui'
import { CustomerTable } from './CustomerTable.tsx'
import { crmCustomerList } from './customerList.ts'

/** The customers of the CRM, with a filter by status. */
export function CustomersTab({ onEdit }: { onEdit: (customer: Customer) => void }) {
  const list = usePagedList(crmCustomerList)
  return (
    <ListView
      list={list}
      noun={['customer', 'customers']}
      empty={
        <EmptyState title="No customers found">
          Your customers will appear here. Add one, or convert a lead.
        </EmptyState>
      }
    >
      {(customers, count) => <CustomerTable customers={customers} total={count} onEdit={onEdit} />}
    </ListView>
  )
}
