import { type Db, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Caller, limitToOwn } from '@plumbline/platform/http'
import { customersOfJobs } from '@plumbline/scheduling/directory'
import { appointments } from './appointments.ts'
import { customers } from './customers.ts'

/** Whose conversations the caller may see: those with customers of own jobs, as of now. Null: all. */
export type Own = { member: number; now: Date } | null

export function ownOf({ caller, now }: { caller: Caller; now: Date }): Own {
  const member = limitToOwn(caller, 'messages.all')
  return member === null ? null : { member, now }
}

/** Whether a customer is one of own jobs, by what the customer is today; of a null member every one is. */
export const isOwnCustomer = (id: string, member: string, now: string) =>
  `(${member}::int IS NULL OR ${id} IN (${customers.survivorsOf(customersOfJobs(appointments.name, member, now))}))`

/** Throws unless the caller may see the conversation with this customer. */
export async function requireVisible(call: { caller: Caller; now: Date; db: Db }, id: number): Promise<void> {
  const own = ownOf(call)
  if (!own) return
  const found = await run(call.db, {
    name: 'is-own-customer',
    text: `SELECT 1 FROM ${customers.table.name} WHERE id = $1 AND ${isOwnCustomer('coalesce(merged_into, id)', '$2', '$3')}`,
    values: [id, own.member, own.now],
  })
  if (found.length === 0) throw rejection('not-found', 'Customer not found', { mayArriveLater: true })
}
