import { customerDirectory } from '@plumbline/crm/directory'

/** The names of customers, and which records were merged. */
export const customers = customerDirectory({
  version: 4,
  columns: [],
  // from a customer to the records of it
  indexes: ['(coalesce(merged_into, id))'],
})
