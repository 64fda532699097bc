import { toE164 } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import { recordEtag } from '@plumbline/platform/event-store'
import {
  defineProjection,
  int,
  type RowOf,
  tableFor,
  text,
  timestamptz,
} from '@plumbline/platform/projections'
import { type Customer, ofOptionalFields } from '../api.ts'
import type { CustomerEvent } from '../events.ts'
import { searchText, sortName } from '../search.ts'

type Status = Customer['status']

const columns = {
  id: int,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  ...ofOptionalFields(() => text.null),
  status: text.of<Status>(),
  source: text,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  /** Null when it cannot be dialled. */
  phoneE164: text.null,
  /** The text that `searchCondition` compares. */
  search: text,
  sortName: text,
  /** The record that this one was merged into, and no record that was merged itself; lists leave merged records out. */
  mergedInto: int.null,
  /** Of the stream. */
  version: int,
}
export type CustomerRow = RowOf<typeof columns>

/** One row per customer record; merged records keep theirs, so that their ids lead to the survivor. */
export const customers = defineProjection<CustomerEvent>()({
  name: 'customers',
  version: 7,
  columns,
  indexes: [
    '(created_at DESC, id DESC)',
    '(phone_e164)',
    '(lower(email))',
    '(merged_into)',
    'USING gin (search public.gin_trgm_ops)',
  ],
  replacedBy: 'mergedInto',
  key: ({ data }) => data.customerId,
  on: {
    CustomerRegistered: (_, { data: { customerId, registeredAt, status, ...details }, version }) =>
      withSearchFields({
        id: customerId,
        ...details,
        ...ofOptionalFields((name) => details[name] ?? null),
        status: status as Status,
        createdAt: registeredAt,
        updatedAt: registeredAt,
        mergedInto: null,
        version,
      }),
    CustomerDetailsChanged: (row, { data: { customerId: _, changedAt, ...changes }, version }) =>
      row && withSearchFields({ ...row, ...changes, updatedAt: changedAt, version }),
    CustomerStatusChanged: (row, { data: { status, changedAt }, version }) =>
      row && { ...row, status: status as Status, updatedAt: changedAt, version },
    CustomerMerged: (row, { data: { intoCustomerId, mergedAt }, version }) =>
      row && { ...row, mergedInto: intoCustomerId, updatedAt: mergedAt, version },
    CustomerRemoved: () => null,
  },
})

function withSearchFields(row: Omit<CustomerRow, 'phoneE164' | 'search' | 'sortName'>): CustomerRow {
  const dialled = { ...row, phoneE164: toE164(row.phone) }
  return { ...dialled, search: searchText(dialled), sortName: sortName(row) }
}

export const customersTable = tableFor(customers)

/** The row as answers show it. */
export function toCustomer(row: CustomerRow): Customer {
  const { phoneE164, search: _, sortName: __, mergedInto: ___, version: ____, ...customer } = row
  return { ...customer, phoneDialable: phoneE164 !== null }
}

/** Changes with every change of the record, with every version of the read model, and when the person is erased. */
export const customerEtag = (row: Pick<CustomerRow, 'id' | 'version' | 'firstName'>): string =>
  recordEtag(row, customers.version, ...(row.firstName === erased ? [erased] : []))
