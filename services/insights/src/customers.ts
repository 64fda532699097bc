import { customerDirectory } from '@plumbline/crm/directory'

/** The names of customers, and which records were merged. */
export const customers = customerDirectory({ version: 3, columns: [] })
