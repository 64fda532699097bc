import { toE164 } from '@plumbline/platform/e164'
import { recordEtag } from '@plumbline/platform/event-store'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { Customer } from '../api.ts'
import type { CustomerEvent } from '../events.ts'
import { searchText } from '../search.ts'

export type CustomerRow = Omit<Customer, 'phoneDialable'> & {
  /** Null when it cannot be dialled. */
  phoneE164: string | null
  /** The text that `searchCondition` compares. */
  search: string
  /** The record that this one was merged into, and no record that was merged itself; lists leave merged records out. */
  mergedInto: number | null
  /** Of the stream. */
  version: number
}

/** One row per customer record; merged records keep theirs, so that their ids lead to the survivor. */
export const customers = defineProjection<CustomerEvent, CustomerRow>({
  name: 'customers',
  version: 5,
  columns: {
    id: 'integer',
    firstName: 'text',
    lastName: 'text',
    email: 'text',
    phone: 'text',
    address: 'text?',
    status: 'text',
    source: 'text',
    notes: 'text?',
    createdAt: 'timestamptz',
    updatedAt: 'timestamptz',
    phoneE164: 'text?',
    search: 'text',
    mergedInto: 'integer?',
    version: 'integer',
  },
  indexes: [
    '(created_at DESC, id DESC)',
    '(phone_e164)',
    '(lower(email))',
    '(merged_into)',
    'USING gin (search public.gin_trgm_ops)',
  ],
  types: [
    'CustomerRegistered',
    'CustomerDetailsChanged',
    'CustomerStatusChanged',
    'CustomerMerged',
    'CustomerRemoved',
  ],
  partitionBy: 'stream',
  replacedBy: 'mergedInto',
  keys: (event) => [event.data.customerId],
  evolve: (row, event) => {
    const next = evolve(row, event)
    return next && { ...next, version: event.version }
  },
})

function evolve(row: CustomerRow | null, { type, data }: CustomerEvent): CustomerRow | null {
  switch (type) {
    case 'CustomerRegistered': {
      const { customerId, registeredAt, ...details } = data
      return withSearchFields({
        id: customerId,
        ...details,
        status: details.status as Customer['status'],
        createdAt: registeredAt,
        updatedAt: registeredAt,
        mergedInto: null,
        version: 1,
      })
    }
    case 'CustomerDetailsChanged': {
      const { customerId: _, changedAt, ...changes } = data
      const next = row && { ...row, ...changes, updatedAt: changedAt }
      return next && withSearchFields(next)
    }
    case 'CustomerStatusChanged':
      return row && { ...row, status: data.status as Customer['status'], updatedAt: data.changedAt }
    case 'CustomerMerged':
      return row && { ...row, mergedInto: data.intoCustomerId, updatedAt: data.mergedAt }
    case 'CustomerRemoved':
      return null
  }
}

function withSearchFields(row: Omit<CustomerRow, 'phoneE164' | 'search'>): CustomerRow {
  const dialled = { ...row, phoneE164: toE164(row.phone) }
  return { ...dialled, search: searchText(dialled) }
}

export const customersTable = tableFor(customers)

/** The row as answers show it. */
export function toCustomer(row: CustomerRow): Customer {
  const { phoneE164, search: _, mergedInto: __, version: ___, ...customer } = row
  return { ...customer, phoneDialable: phoneE164 !== null }
}

/** Changes with every change of the record, and with every version of the read model. */
export const customerEtag = (row: Pick<CustomerRow, 'id' | 'version'>): string =>
  recordEtag(row, customers.version)
