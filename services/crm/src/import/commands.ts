import { sql, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  type CommandContext,
  create,
  execute,
  fold,
  readStream,
} from '@plumbline/platform/event-store'
import { nextNumber, nextNumbers } from '@plumbline/platform/sequence'
import type { ServiceContext } from '@plumbline/platform/service'
import { waitForCommitted } from '@plumbline/platform/subscriptions'
import { type CustomerForm, type ImportedRow, importChunk, type Undone } from '../api.ts'
import { loadUnchangedCustomers, registerCustomer, removeCustomer } from '../customer/commands.ts'
import { customersByContacts, customersReferencedSince } from '../customer/queries.ts'
import type { CustomerImportEvent } from '../events.ts'
import {
  type CustomerImportCommand,
  type CustomerImportState,
  importDecider,
  requireExistingImport,
} from './decider.ts'
import { keysOf, type ParsedRow, parseRow, planImport, type RowPlan } from './plan.ts'

const customerImport: Aggregate<CustomerImportState, CustomerImportCommand, CustomerImportEvent, never> = {
  name: 'customer-import',
  decider: importDecider,
}

export async function startImport(ctx: CommandContext): Promise<{ id: number }> {
  const id = await nextNumber(ctx.db, 'customer_import_id')
  await create(ctx, customerImport, id, { type: 'StartImport' })
  return { id }
}

type Cells = Record<string, unknown>

/** What an import of these rows would do. Writes nothing. */
export async function previewRows(
  { db }: CommandContext,
  importId: number,
  rows: readonly Cells[],
): Promise<ImportedRow[]> {
  await readImport(db, importId)
  const parsed = rows.map(parseRow)
  const plan = await planFor(db, parsed)
  return plan.map((planned, row) => toImportedRow(planned, row, parsed, []))
}

/** Creates the customers of these rows that do not exist. */
export async function importRows(
  ctx: ServiceContext,
  importId: number,
  rows: readonly Cells[],
): Promise<ImportedRow[]> {
  await lockImports(ctx.db)
  if (!(await waitForCommitted(ctx.db, ctx.waitForOwnPosition)))
    throw rejection('unavailable', 'Customers are still being processed. Please try again in a moment.', {
      retryAfter: 2,
    })
  const parsed = rows.map(parseRow)
  const plan = await planFor(ctx.db, parsed)
  const count = (outcome: RowPlan['outcome']) => plan.filter((it) => it.outcome === outcome).length
  const customerIds = await nextNumbers(ctx.db, 'customer_id', count('created'))
  await execute(ctx, customerImport, importId, {
    type: 'RecordImport',
    customerIds,
    matched: count('matched'),
    refused: count('refused'),
  })
  const unused = [...customerIds]
  const ids = plan.map(({ outcome }) => (outcome === 'created' ? (unused.shift() as number) : null))
  for (const [row, planned] of plan.entries())
    if (planned.outcome === 'created') await registerCustomer(ctx, ofFile(planned.form), ids[row] as number)
  return plan.map((planned, row) => toImportedRow(planned, row, parsed, ids))
}

/** Whoever is in a file is a customer already, who came directly unless it says otherwise: as one who is added by hand. */
const ofFile = (form: CustomerForm): CustomerForm => ({
  ...form,
  status: form.status ?? 'active',
  source: form.source || 'direct',
})

/** One import writes at a time, so that the next one sees the customers that it created or removed. */
const lockImports = (db: Tx) => db.query(sql`SELECT pg_advisory_xact_lock(hashtext('crm.customer-import'))`)

async function planFor(db: Tx, rows: readonly ParsedRow[]): Promise<RowPlan[]> {
  const valid = rows.flatMap((row) => ('problems' in row ? [] : [row]))
  const phones = valid.flatMap(({ phone }) => phone ?? [])
  const emails = valid.flatMap(({ email }) => email ?? [])
  return planImport(rows, await customersByContacts(db, phones, emails))
}

/** `ids`: of the customers that were created, by row; empty for a preview. */
function toImportedRow(
  planned: RowPlan,
  row: number,
  parsed: readonly ParsedRow[],
  ids: readonly (number | null)[],
): ImportedRow {
  const keys = keysOf(parsed[row] as ParsedRow)
  const base = { row, outcome: planned.outcome, customerId: null, matchedBy: null, problems: {}, keys }
  switch (planned.outcome) {
    case 'created':
      return { ...base, customerId: ids[row] ?? null }
    case 'matched': {
      const { match, matchedBy } = planned
      return { ...base, matchedBy, customerId: 'id' in match ? match.id : (ids[match.row] ?? null) }
    }
    case 'refused':
      return { ...base, problems: planned.problems }
  }
}

/**
 * Removes the next chunk of customers that this import created, except those that were used since: their record has
 * changed, or an event after the import, of any service, names them.
 */
export async function undoImport(ctx: CommandContext, importId: number): Promise<Undone> {
  await lockImports(ctx.db)
  const { pendingIds, startedAt } = await readImport(ctx.db, importId)
  const chunk = pendingIds.slice(0, importChunk)
  const unchangedIds = await loadUnchangedCustomers(ctx, chunk)
  const used = new Set(await customersReferencedSince(ctx.db, chunk, startedAt))
  const removedIds = unchangedIds.filter((id) => !used.has(id))
  const isRemoved = new Set(removedIds)
  const keptIds = chunk.filter((id) => !isRemoved.has(id))
  for (const id of removedIds) await removeCustomer(ctx, id)
  const undone = await execute(ctx, customerImport, importId, { type: 'UndoImport', removedIds, keptIds })
  const { removed, kept, pendingIds: remaining } = requireExistingImport(undone.state)
  return { removed, kept, keptIds, remaining: remaining.length }
}

/** The import, and the position in the log at which it started. */
async function readImport(db: Tx, importId: number) {
  const events = await readStream<CustomerImportEvent>(db, `customer-import-${importId}`)
  const state = requireExistingImport(fold(importDecider, events))
  return { ...state, startedAt: events[0]?.position ?? 0n }
}
