import { customerDirectory, type DirectoryRow } from '@plumbline/crm/directory'

/** The customers of appointments, from CRM's events. */
export const customers = customerDirectory({
  version: 8,
  columns: ['email', 'phone', 'address'],
  // for searches: name and address, and from a customer to the records of it
  indexes: ['USING gin (search_text public.gin_trgm_ops)', '(coalesce(merged_into, id))'],
})

/** What an appointment shows of its customer. */
export type Customer = Pick<
  DirectoryRow<'email' | 'phone' | 'address'>,
  'id' | 'name' | 'email' | 'phone' | 'address' | 'tag'
>
