import type { PagedList } from '@plumbline/contract/list'
import { type Customer, listCustomers } from '@plumbline/crm/api'
import { customerFilters, personSorts } from './customer.ts'
import { customerColumns } from './customerCsv.ts'
import { changedBy, customersKey } from './queries.ts'

/** `/customers`, which has no filter by status. */
export const customerList: PagedList<Customer> = {
  key: customersKey,
  endpoint: listCustomers,
  changedBy,
  statuses: [],
  sorts: () => personSorts,
  csv: { name: 'customers.csv', columns: () => customerColumns },
}

/** The customers of the CRM. */
export const crmCustomerList = { ...customerList, statuses: customerFilters }
