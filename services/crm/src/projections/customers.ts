import { defineProjection, ownTable, type Snapshot } from '@plumbline/platform/event-store'
import { jsonOf } from '@plumbline/platform/shape'
import { Customer } from '../api.ts'
import { type CustomerState, customerStream } from '../customer.ts'
import type { CustomerEvent } from '../events.ts'
import { e164 } from '../phone.ts'
import { searchText } from '../searchText.ts'

export type CustomerRow = Omit<Customer, 'phoneDialable'> & {
  /** Null: it cannot be dialled. */
  phoneE164: string | null
  /** What `searchCondition` looks at. */
  search: string
  /** The record that this one became; only the others are listed. */
  mergedInto: number | null
  /** Of the stream. */
  version: number
}

const json = jsonOf(Customer, 'crm.customers')

/** Every customer as documented, and where the numbers of merged ones lead. */
export const customers = defineProjection<CustomerEvent, CustomerRow>({
  name: 'customers',
  version: 2,
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
  shown: (row) => json(shownCustomer(row)),
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
  scope: 'stream',
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
      return found({
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
      return next && (foundBy.some((field) => field in changes) ? found(next) : next)
    }
    case 'CustomerStatusChanged':
      return row && { ...row, status: data.status as Customer['status'], updatedAt: data.changedAt }
    case 'CustomerMerged':
      return row && { ...row, mergedInto: data.intoCustomerId, updatedAt: data.mergedAt }
    case 'CustomerRemoved':
      return null
  }
}

const foundBy = ['firstName', 'lastName', 'email', 'phone', 'address']

function found(row: Omit<CustomerRow, 'phoneE164' | 'search'>): CustomerRow {
  const dialled = { ...row, phoneE164: e164(row.phone) }
  return { ...dialled, search: searchText(dialled) }
}

export const customersTable = ownTable(customers)

/** A customer for commands: the row says what the events do. */
export const customerSnapshot = (id: number): Snapshot<CustomerState> => ({
  projection: customers,
  key: id,
  subject: customerStream(id),
  state: customerState,
})

export function customerState(row: CustomerRow): CustomerState {
  if (row.mergedInto !== null) return { is: 'merged', intoCustomerId: row.mergedInto }
  const { firstName, lastName, email, phone, address, notes, source, status } = row
  return { is: 'live', details: { firstName, lastName, email, phone, address, notes, source }, status }
}

/** As answers show it. */
export function shownCustomer(row: CustomerRow): Customer {
  const { phoneE164, search: _, mergedInto: __, version: ___, ...shown } = row
  return { ...shown, phoneDialable: phoneE164 !== null }
}

/** Changes with every change of the record or of its shape. */
export const customerEtag = ({ version }: Pick<CustomerRow, 'version'>): string =>
  `"${customers.version}-${version}"`
