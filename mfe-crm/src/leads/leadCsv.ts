import { formatDateTime } from '@plumbline/contract'
import type { CsvColumn } from '@plumbline/contract/list'
import type { Lead } from '@plumbline/crm/api'
import { sourceLabel } from '../customers/customer.ts'
import { type LeadOption, serviceLabel } from './estimateOptions.ts'

/** The columns of the exported file. */
export const leadColumns = (options: readonly LeadOption[]): readonly CsvColumn<Lead>[] => [
  ['First name', (it) => it.firstName],
  ['Last name', (it) => it.lastName],
  ['Email', (it) => it.email],
  ['Phone', (it) => it.phone],
  ['Service', (it) => serviceLabel(it, options)],
  ['Description', (it) => it.projectDescription],
  ['Status', (it) => it.status],
  ['Source', sourceLabel],
  ['Estimated value', (it) => it.estimatedValue],
  ['Follow up on', (it) => it.followUpOn],
  ['Reason lost', (it) => it.lostReason],
  ['Notes', (it) => it.notes],
  ['Received', (it) => formatDateTime(it.createdAt)],
]

/** The exported file, with the services as the business calls them. */
export const leadCsv = (options: readonly LeadOption[] = []) => ({
  name: 'leads.csv',
  columns: () => leadColumns(options),
})
