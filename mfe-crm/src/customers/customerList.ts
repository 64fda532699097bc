import type { PagedList } from '@plumbline/contract/list'
import { type Customer, type CustomerWithWork, listCustomers } from '@plumbline/crm/api'
import { customerFilters, personSorts } from './customer.ts'
import { customerColumns } from './customerCsv.ts'
import { changedBy, customersKey } from './queries.ts'

/** The customers of the CRM. */
export const crmCustomerList: PagedList<Customer> = {
  key: customersKey,
  endpoint: listCustomers,
  changedBy,
  statuses: customerFilters,
  sorts: () => personSorts,
  csv: { name: 'customers.csv', columns: () => customerColumns },
}

/** `/customers`, with what is planned for them and what they owe. */
export const customerList: PagedList<CustomerWithWork> = {
  ...crmCustomerList,
  endpoint: listCustomers,
  query: { include: 'work' },
  changedBy: [...changedBy, 'appointment', 'invoice'],
  statuses: [
    { value: '', label: 'All customers' },
    { value: 'owes', label: 'Owes money' },
  ],
  ofStatus: (status) => (status === 'owes' ? { owes: 'true' } : null),
}
