import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { CustomerChanges, CustomerForm } from './api.ts'
import { type CustomerCommand, type CustomerDetails, type CustomerState, customer } from './customer.ts'
import type { CustomerEvent } from './events.ts'
import { lockCustomers } from './projections/customerQueries.ts'
import { type CustomerRow, customers } from './projections/customers.ts'

const aggregate: Aggregate<CustomerState, CustomerCommand, CustomerEvent, CustomerRow> = {
  name: 'customer',
  decider: customer,
  projection: customers,
}

const textOrNull = (text: string | null | undefined) => text?.trim() || null

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

/** Records what is different, if anything. `id` is of the record itself: a merged one is refused. */
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

/** From now on the number of the first leads to the second, which is answered; it may take something over. */
export async function mergeCustomer(
  ctx: CommandContext,
  id: number,
  intoCustomerId: number,
  changes: CustomerChanges = {},
): Promise<CustomerRow> {
  // locks both, so that no merge in the other direction runs at the same moment
  const rows = await lockCustomers(ctx.db, [id, intoCustomerId])
  const loser = rows.find((row) => row.id === id)
  const winner = rows.find((row) => row.id === intoCustomerId)
  if (!loser) throw rejection('not-found', 'Customer not found')
  if (!winner) throw rejection('invalid', 'There is no customer to merge into.')
  if (winner.mergedInto !== null && winner.id !== loser.id)
    throw rejection('conflict', `That customer was merged into customer ${winner.mergedInto} already.`)
  const now = ctx.now.toISOString()
  await execute(ctx, aggregate, id, { type: 'MergeCustomer', customerId: id, intoCustomerId, now })
  // a version that was sent along is the first one's
  return changeCustomer({ ...ctx, ifMatch: undefined }, intoCustomerId, changes)
}

export const removeCustomer = (ctx: CommandContext, id: number) =>
  execute(ctx, aggregate, id, { type: 'RemoveCustomer', customerId: id, now: ctx.now.toISOString() })
