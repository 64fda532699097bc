import { customerDirectory, type DirectoryRow } from '@plumbline/crm/directory'

/** The customers of appointments, from CRM's events. */
export const customers = customerDirectory({
  version: 7,
  columns: ['email', 'phone', 'address'],
  // one index over name and address, so that one scan combines the words of a search
  indexes: ['USING gin (search_text public.gin_trgm_ops)'],
})

/** What an appointment shows of its customer. */
export type Customer = Pick<
  DirectoryRow<'email' | 'phone' | 'address'>,
  'id' | 'name' | 'email' | 'phone' | 'address' | 'tag'
>
