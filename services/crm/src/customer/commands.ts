import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { textOrNull } from '@plumbline/platform/text'
import type { CustomerChanges, CustomerForm } from '../api.ts'
import type { CustomerEvent } from '../events.ts'
import {
  type CustomerCommand,
  type CustomerDetails,
  type CustomerState,
  customer,
  customerNotFound,
} from './decider.ts'
import { type CustomerRow, customers } from './projection.ts'
import { lockCustomers } from './queries.ts'

const aggregate: Aggregate<CustomerState, CustomerCommand, CustomerEvent, CustomerRow> = {
  name: 'customer',
  decider: customer,
  projection: customers,
}

/** Stores a new customer, by default as a lead from the website. */
export async function registerCustomer(
  ctx: CommandContext,
  form: CustomerForm,
  customerId?: number,
): Promise<CustomerRow> {
  const id = customerId ?? (await nextNumber(ctx.db, 'customer_id'))
  const { status = 'lead', source, address, notes, ...contact } = form
  const details: CustomerDetails = {
    ...contact,
    source: textOrNull(source) ?? 'website',
    address: textOrNull(address),
    notes: textOrNull(notes),
  }
  const now = ctx.now.toISOString()
  const { row } = await create(ctx, aggregate, id, {
    type: 'RegisterCustomer',
    customerId: id,
    details,
    status,
    now,
  })
  return row as CustomerRow
}

/** Records what is different, if anything. A record that was merged is refused. */
export async function changeCustomer(
  ctx: CommandContext,
  id: number,
  changes: CustomerChanges,
): Promise<CustomerRow> {
  const { status, source, address, notes, ...contact } = changes
  const details: Partial<CustomerDetails> = {
    ...contact,
    ...(textOrNull(source) && { source: textOrNull(source) as string }),
    ...(address !== undefined && { address: textOrNull(address) }),
    ...(notes !== undefined && { notes: textOrNull(notes) }),
  }
  const now = ctx.now.toISOString()
  const { row } = await execute(ctx, aggregate, id, {
    type: 'ChangeCustomer',
    customerId: id,
    details,
    status,
    now,
  })
  return row as CustomerRow
}

/** Merges the first record into the second, which stays and may take over some of its details. Answers the second. */
export async function mergeCustomer(
  ctx: CommandContext,
  id: number,
  intoCustomerId: number,
  changes: CustomerChanges = {},
): Promise<CustomerRow> {
  // both locked, so that no merge in the other direction runs at the same time
  const rows = await lockCustomers(ctx.db, [id, intoCustomerId])
  const loser = rows.find((row) => row.id === id)
  const winner = rows.find((row) => row.id === intoCustomerId)
  if (!loser) throw customerNotFound()
  if (!winner) throw rejection('invalid', 'There is no customer to merge into.')
  if (winner.mergedInto !== null && winner.id !== loser.id)
    throw rejection('conflict', `That customer was merged into customer ${winner.mergedInto} already.`)
  const now = ctx.now.toISOString()
  await execute(ctx, aggregate, id, { type: 'MergeCustomer', customerId: id, intoCustomerId, now })
  // If-Match names a version of the first record
  return changeCustomer({ ...ctx, ifMatch: undefined }, intoCustomerId, changes)
}

export const removeCustomer = (ctx: CommandContext, id: number) =>
  execute(ctx, aggregate, id, { type: 'RemoveCustomer', customerId: id, now: ctx.now.toISOString() })
