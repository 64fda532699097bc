import type { Db, Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { EventStore, Handle, Metadata } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { beside } from '@plumbline/platform/unit'
import type { CustomerChanges, CustomerForm } from './api.ts'
import { type CustomerCommand, type CustomerDetails, customer, customerStream } from './customer.ts'
import { customerById, lockCustomers } from './projections/customerQueries.ts'
import { type CustomerRow, customerSnapshot, customers } from './projections/customers.ts'

/** A command's surroundings: the transaction it belongs to, who gives it, and when. */
export type Act = { store: EventStore; db: Tx; metadata: Metadata; now: Date }

const textOrNull = (text: string | null | undefined) => text?.trim() || null

/** Stores a new customer; whoever comes with no status is a lead from the website. */
export async function registerCustomer(
  act: Act,
  form: CustomerForm,
  customerId?: number,
): Promise<CustomerRow> {
  const id = customerId ?? (await nextNumber(act.db, act.store.pool, 'customer_id'))
  const { status = 'lead', source, address, notes, ...contact } = form
  const details: CustomerDetails = {
    ...contact,
    source: textOrNull(source) ?? 'website',
    address: textOrNull(address),
    notes: textOrNull(notes),
  }
  return command(act, {
    type: 'RegisterCustomer',
    customerId: id,
    details,
    status,
    now: act.now.toISOString(),
  })
}

/**
 * Records what is different, if anything. `id` is of the record itself: a merged one is refused. `follows`: see
 * `store.handle`.
 */
export async function changeCustomer(
  act: Act,
  id: number,
  changes: CustomerChanges,
  follows?: (version: number) => void,
): Promise<CustomerRow> {
  const { status, source, address, notes, ...contact } = changes
  const details: Partial<CustomerDetails> = {
    ...contact,
    ...(textOrNull(source) && { source: textOrNull(source) as string }),
    ...(address !== undefined && { address: textOrNull(address) }),
    ...(notes !== undefined && { notes: textOrNull(notes) }),
  }
  return command(
    act,
    { type: 'ChangeCustomer', customerId: id, details, status, now: act.now.toISOString() },
    follows,
  )
}

/** From now on the number of the first leads to the second, which is answered; it may take something over. */
export async function mergeCustomer(
  act: Act,
  id: number,
  intoCustomerId: number,
  changes: CustomerChanges = {},
): Promise<CustomerRow> {
  // both are held, so that nobody merges the other way round at the same moment
  const rows = await lockCustomers(act.db, [id, intoCustomerId])
  const loser = rows.find((row) => row.id === id)
  const winner = rows.find((row) => row.id === intoCustomerId)
  if (!loser) throw reject('not-found', 'Customer not found')
  if (!winner) throw reject('invalid', 'There is no customer to merge into.')
  if (winner.mergedInto !== null && winner.id !== loser.id)
    throw reject('conflict', `That customer was merged into customer ${winner.mergedInto} already.`)
  await handle(act, { type: 'MergeCustomer', customerId: id, intoCustomerId, now: act.now.toISOString() })
  return changeCustomer(act, intoCustomerId, changes)
}

export const removeCustomer = (act: Act, id: number) =>
  handle(act, { type: 'RemoveCustomer', customerId: id, now: act.now.toISOString() })

const handle = (
  { store, db, metadata }: Act,
  command: CustomerCommand,
  more: Pick<Handle<unknown, unknown, never>, 'follows' | 'written'> = {},
) =>
  store.handle(db, {
    stream: customerStream(command.customerId),
    decider: customer,
    command,
    metadata,
    snapshot: customerSnapshot(command.customerId),
    isNew: command.type === 'RegisterCustomer',
    ...more,
  })

/** Answers the row that the command wrote, or what is stored when there was nothing to write. */
async function command(
  act: Act,
  command: CustomerCommand,
  follows?: (version: number) => void,
): Promise<CustomerRow> {
  let row: CustomerRow | undefined
  const written = (projection: unknown, rows: readonly object[]) => {
    if (projection === customers) row = rows[0] as CustomerRow
  }
  await handle(act, command, { follows, written })
  return row ?? stored(beside(act.db), command.customerId)
}

async function stored(db: Db, id: number): Promise<CustomerRow> {
  const row = await customerById(db, id)
  if (!row) throw new Error(`customer ${id} is missing from its read model`)
  return row
}
