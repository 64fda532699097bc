import { formatDateTime } from '@plumbline/contract'
import type { CsvColumn } from '@plumbline/contract/list'
import { type Customer, customerFieldNames, customerLabels } from '@plumbline/crm/api'

/** The columns of the exported file. */
export const customerColumns: readonly CsvColumn<Customer>[] = [
  ...customerFieldNames.map((name): CsvColumn<Customer> => [customerLabels[name], (it) => it[name]]),
  ['Customer since', (it) => formatDateTime(it.createdAt)],
]
