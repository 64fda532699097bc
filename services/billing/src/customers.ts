import { customerDirectory, type DirectoryRow } from '@plumbline/crm/directory'

/** The customers of invoices, from CRM's events. Reports group revenue by `source`. */
export const customers = customerDirectory({ version: 5, columns: ['address', 'source'] })

/** What an invoice shows of its customer. */
export type InvoiceCustomer = Pick<DirectoryRow<'address'>, 'id' | 'name' | 'address' | 'tag'>
