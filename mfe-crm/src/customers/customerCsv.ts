import { formatDateTime } from '@plumbline/contract'
import type { CsvColumn } from '@plumbline/contract/list'
import type { Customer } from '@plumbline/crm/api'

/** The columns of the exported file. */
export const customerColumns: readonly CsvColumn<Customer>[] = [
  ['First name', (it) => it.firstName],
  ['Last name', (it) => it.lastName],
  ['Email', (it) => it.email],
  ['Phone', (it) => it.phone],
  ['Address', (it) => it.address],
  ['Status', (it) => it.status],
  ['Source', (it) => it.source],
  ['Notes', (it) => it.notes],
  ['Customer since', (it) => formatDateTime(it.createdAt)],
]
