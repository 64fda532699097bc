import { rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  assertIfMatch,
  type CommandContext,
  cannotBeRestored,
  create,
  execute,
  fieldsBefore,
  loadForUpdate,
  parseIfMatch,
  readChange,
} from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import { textOrNull } from '@plumbline/platform/text'
import { customerFieldNames } from '../api/fields.ts'
import { type CustomerChanges, type CustomerForm, ofOptionalFields } from '../api.ts'
import type { CustomerEvent } from '../events.ts'
import {
  type CustomerCommand,
  type CustomerDetails,
  type CustomerState,
  customerDecider,
  customerNotFound,
} from './decider.ts'
import { type CustomerRow, customers } from './projection.ts'

const customer: Aggregate<CustomerState, CustomerCommand, CustomerEvent, CustomerRow> = {
  name: 'customer',
  decider: customerDecider,
  projection: customers,
}

/** Stores a new customer, by default as a lead from the website. */
export async function registerCustomer(
  ctx: CommandContext,
  form: CustomerForm,
  customerId?: number,
): Promise<CustomerRow> {
  const id = customerId ?? (await nextNumber(ctx.db, 'customer_id'))
  const { status = 'lead', source, ...texts } = form
  const details: CustomerDetails = {
    ...texts,
    ...ofOptionalFields((name) => textOrNull(texts[name])),
    source: textOrNull(source) ?? 'website',
  }
  const { row } = await create(ctx, customer, id, { type: 'RegisterCustomer', details, status })
  return row as CustomerRow
}

/** Records what is different, if anything. A record that was merged is refused. */
export async function changeCustomer(
  ctx: CommandContext,
  id: number,
  changes: CustomerChanges,
): Promise<CustomerRow> {
  const { status, source, ...texts } = changes
  const details: Partial<CustomerDetails> = {
    ...texts,
    ...ofOptionalFields((name) => (texts[name] === undefined ? undefined : textOrNull(texts[name]))),
    source: textOrNull(source) ?? undefined,
  }
  const { row } = await execute(ctx, customer, id, { type: 'ChangeCustomer', details, status })
  return row as CustomerRow
}

const detailNames = [...customerFieldNames.filter((name) => name !== 'status')]

/** Takes one change back: what it set is again what it was. */
export async function restoreCustomer(
  ctx: CommandContext,
  id: number,
  version: number,
): Promise<CustomerRow> {
  const { event, before } = await readChange(ctx, customer, id, version)
  if (before.is !== 'registered') throw cannotBeRestored()
  const { row } = await execute(ctx, customer, id, {
    type: 'ChangeCustomer',
    ...fieldsBefore({ status: before.status }, event.data, ['status']),
    details: fieldsBefore(before.details, event.data, detailNames),
  })
  return row as CustomerRow
}

/** The customer that an id leads to today, with its stream locked so that nothing removes or merges it before the commit. */
export async function loadCurrentCustomer(
  ctx: CommandContext,
  id: number,
  visited: ReadonlySet<number> = new Set(),
): Promise<CustomerRow> {
  const [loaded] = await loadForUpdate(ctx, customer, [id])
  const next = loaded?.state.is === 'merged' ? loaded.state.intoCustomerId : undefined
  if (next !== undefined && !visited.has(next))
    return loadCurrentCustomer(ctx, next, new Set([...visited, id]))
  if (loaded?.state.is !== 'registered') throw rejection('invalid', 'Customer not found')
  return loaded.row as CustomerRow
}

/** What a merge leaves of the customer that stays. */
export type MergeInto = {
  intoCustomerId: number
  /** Its ETag, as the question showed it; `ctx.ifMatch` names versions of the record that is merged. */
  intoEtag?: string
  changes?: CustomerChanges
}

/** Merges the first record into the second, which stays and may take over some of its details. Answers the second. */
export async function mergeCustomer(
  ctx: CommandContext,
  id: number,
  { intoCustomerId, intoEtag, changes = {} }: MergeInto,
): Promise<CustomerRow> {
  // both locked, so that no merge in the other direction runs at the same time
  const [merged, stays] = await loadForUpdate(ctx, customer, [id, intoCustomerId])
  if (!merged?.row) throw customerNotFound()
  if (!stays?.row) throw rejection('invalid', 'There is no customer to merge into.')
  const isRepeat = merged.state.is === 'merged' && merged.state.intoCustomerId === intoCustomerId
  if (isRepeat && stays.state.is === 'registered') return stays.row
  assertIfMatch(ctx.ifMatch, id, merged.version)
  assertIfMatch(parseIfMatch(intoEtag), intoCustomerId, stays.version)
  if (stays.state.is === 'merged' && id !== intoCustomerId)
    throw rejection(
      'conflict',
      `That customer was merged into customer ${stays.state.intoCustomerId} already.`,
    )
  await execute(ctx, customer, id, { type: 'MergeCustomer', intoCustomerId })
  return changeCustomer({ ...ctx, ifMatch: undefined }, intoCustomerId, changes)
}

/** Those of these customers, locked until the transaction ends, that nothing was recorded of since they were registered. */
export async function loadUnchangedCustomers(ctx: CommandContext, ids: readonly number[]): Promise<number[]> {
  const loaded = await loadForUpdate(ctx, customer, ids)
  return ids.filter((_, i) => loaded[i]?.state.is === 'registered' && loaded[i]?.version === 1)
}

export const removeCustomer = (ctx: CommandContext, id: number) =>
  execute(ctx, customer, id, { type: 'RemoveCustomer' })
