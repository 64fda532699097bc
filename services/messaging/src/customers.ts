import { customerDirectory, type DirectoryRow } from '@plumbline/crm/directory'
import { type Db, run } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { readStream } from '@plumbline/platform/event-store'
import { foldRow } from '@plumbline/platform/projections'
import type { MessageType } from './api.ts'

/** The customers as messaging keeps them. */
export const customers = customerDirectory({
  version: 7,
  columns: ['email', 'phone', 'smsNumber', 'address'],
  indexes: ['(sms_number) WHERE sms_number IS NOT NULL'],
})
export type Customer = DirectoryRow<'email' | 'phone' | 'smsNumber' | 'address'>

/** What decides where a customer can be reached. */
export type Reachable = Pick<Customer, 'email' | 'smsNumber'>

/** E-mail addresses are compared in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()

/** Number and address of a customer, as contacts are stored. */
export const addressesOf = ({ email, smsNumber }: Reachable): Record<MessageType, string | null> => ({
  sms: smsNumber,
  email: normalizeEmail(email) || null,
})

/** Where messages to a customer go; null when they cannot be reached on this channel. */
export function recipientOf({ email, smsNumber }: Reachable, channel: MessageType): string | null {
  if (channel === 'sms') return smsNumber
  return /.@./.test(email) ? email.trim() : null
}

/** The customer that an id leads to. `code` says whether the id is in the path of a call or in its body. */
export async function requireExistingCustomer(
  db: Db,
  id: number,
  code: 'not-found' | 'invalid' = 'not-found',
): Promise<Customer> {
  const customer = await customers.find(db, id)
  if (!customer) throw rejection(code, 'Customer not found', { mayArriveLater: true })
  return customer
}

/** Every customer who has this number today, the longest known first. */
export const customerIdsByNumber = async (db: Db, number: string): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'customer-ids-by-number',
      text: `SELECT DISTINCT c.id FROM customers owner ${customers.join('owner.id')}
        WHERE owner.sms_number = $1 AND c.id IS NOT NULL ORDER BY c.id`,
      values: [number],
    })
  ).map((row) => row.id)

/** The customers who have this number in the record that they are today. */
export const ownersOfNumber = async (db: Db, number: string): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'owners-of-number',
      text: 'SELECT id FROM customers WHERE sms_number = $1 AND merged_into IS NULL ORDER BY id',
      values: [number],
    })
  ).map((row) => row.id)

/** The ids of all records of a customer. */
export const recordIdsOf = async (db: Db, id: number): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'customer-record-ids',
      text: `SELECT unnest(${customers.recordIds('$1::integer')}) AS id`,
      values: [id],
    })
  ).map((row) => row.id)

/**
 * The customer that an id leads to, from the log: the read model may lag behind it. Records that were merged into each
 * other lead to none.
 */
export async function loadCustomerFromLog(
  { db, keyring }: { db: Db; keyring: Keyring },
  id: number,
  visited: readonly number[] = [],
): Promise<Customer | null> {
  if (visited.includes(id)) return null
  const customer = foldRow(customers.projection, await readStream(db, `customer-${id}`, { keyring }))
  return customer?.mergedInto
    ? loadCustomerFromLog({ db, keyring }, customer.mergedInto, [...visited, id])
    : customer
}
