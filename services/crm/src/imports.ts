import { sql, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  type CommandContext,
  execute,
  fold,
  readStream,
} from '@plumbline/platform/event-store'
import { nextNumber, nextNumbers } from '@plumbline/platform/sequence'
import { type ImportedRow, importChunk, type Undone } from './api.ts'
import { type CustomerImportCommand, type CustomerImportState, customerImport } from './customerImport.ts'
import { registerCustomer, removeCustomer } from './customers.ts'
import type { CustomerImportEvent } from './events.ts'
import { type Checked, checkRow, keysOf, type Planned, planImport } from './importPlan.ts'
import {
  customersReferencedInCrm,
  customersReferencedSince,
  knownCustomers,
  lockCustomers,
} from './projections/customerQueries.ts'

const aggregate: Aggregate<CustomerImportState, CustomerImportCommand, CustomerImportEvent, never> = {
  name: 'customer-import',
  decider: customerImport,
}

export async function startImport(ctx: CommandContext): Promise<{ id: number }> {
  const id = await nextNumber(ctx.db, 'customer_import_id')
  await command(ctx, { type: 'StartImport', importId: id, now: ctx.now.toISOString() })
  return { id }
}

type Cells = Record<string, unknown>

/** What would become of these rows; writes nothing. */
export async function previewRows(
  { db }: CommandContext,
  importId: number,
  rows: readonly Cells[],
): Promise<ImportedRow[]> {
  await stateOf(db, importId)
  const checked = rows.map(checkRow)
  const plan = await planFor(db, checked)
  return plan.map((planned, row) => answer(planned, row, checked, []))
}

/** Creates the customers of these rows that are not there yet. */
export async function importRows(
  ctx: CommandContext,
  importId: number,
  rows: readonly Cells[],
): Promise<ImportedRow[]> {
  await lockImports(ctx.db)
  const checked = rows.map(checkRow)
  const plan = await planFor(ctx.db, checked)
  const count = (outcome: Planned['outcome']) => plan.filter((it) => it.outcome === outcome).length
  const customerIds = await nextNumbers(ctx.db, 'customer_id', count('created'))
  await command(ctx, {
    type: 'RecordImport',
    importId,
    customerIds,
    matched: count('matched'),
    refused: count('refused'),
    now: ctx.now.toISOString(),
  })
  const unused = [...customerIds]
  const ids = plan.map(({ outcome }) => (outcome === 'created' ? (unused.shift() as number) : null))
  for (const [row, planned] of plan.entries())
    if (planned.outcome === 'created') await registerCustomer(ctx, planned.form, ids[row] as number)
  return plan.map((planned, row) => answer(planned, row, checked, ids))
}

/** One import writes at a time, so that the next one sees whom it created or removed. */
const lockImports = (db: Tx) => db.query(sql`SELECT pg_advisory_xact_lock(hashtext('crm.customer-import'))`)

async function planFor(db: Tx, checked: readonly Checked[]): Promise<Planned[]> {
  const valid = checked.flatMap((it) => ('problems' in it ? [] : [it]))
  const phones = valid.flatMap(({ phone }) => phone ?? [])
  const emails = valid.map(({ email }) => email)
  return planImport(checked, await knownCustomers(db, phones, emails))
}

/** `ids`: of the customers created, by row; empty while none are. */
function answer(
  planned: Planned,
  row: number,
  checked: readonly Checked[],
  ids: readonly (number | null)[],
): ImportedRow {
  const keys = keysOf(checked[row] as Checked)
  const plain = { row, outcome: planned.outcome, customerId: null, matchedBy: null, problems: {}, keys }
  switch (planned.outcome) {
    case 'created':
      return { ...plain, customerId: ids[row] ?? null }
    case 'matched': {
      const { like, matchedBy } = planned
      return { ...plain, matchedBy, customerId: 'id' in like ? like.id : (ids[like.row] ?? null) }
    }
    case 'refused':
      return { ...plain, problems: planned.problems }
  }
}

/**
 * Removes the next of those whom this import created and nobody has worked with since: their record is as it was,
 * and nothing that happened after the import, in any service, names them.
 */
export async function undoImport(ctx: CommandContext, importId: number): Promise<Undone> {
  await lockImports(ctx.db)
  const { open, since } = await stateOf(ctx.db, importId)
  const next = open.slice(0, importChunk)
  const rows = await lockCustomers(ctx.db, next)
  const used = new Set([
    ...(await customersReferencedInCrm(ctx.db, next)),
    ...(await customersReferencedSince(ctx.db, next, since)),
  ])
  const removedIds = rows.filter(({ id, version }) => version === 1 && !used.has(id)).map(({ id }) => id)
  const gone = new Set(removedIds)
  const keptIds = next.filter((id) => !gone.has(id))
  for (const id of removedIds) await removeCustomer(ctx, id)
  const state = await command(ctx, {
    type: 'UndoImport',
    importId,
    removedIds,
    keptIds,
    now: ctx.now.toISOString(),
  })
  if (state.is === 'missing') throw new Error(`import ${importId} went away`)
  return { removed: state.removed, kept: state.kept, keptIds, remaining: state.open.length }
}

async function stateOf(db: Tx, importId: number) {
  const events = await readStream<CustomerImportEvent>(db, `${aggregate.name}-${importId}`)
  const state = fold(customerImport, events)
  if (state.is === 'missing') throw rejection('not-found', 'Import not found')
  return { ...state, since: events[0]?.position ?? 0n }
}

const command = async (ctx: CommandContext, command: CustomerImportCommand) =>
  (await execute(ctx, aggregate, command.importId, command)).state
