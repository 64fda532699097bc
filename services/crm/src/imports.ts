import { sql, type Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { fold, readStream } from '@plumbline/platform/event-store'
import { nextNumber, nextNumbers } from '@plumbline/platform/sequence'
import { type ImportedRow, importChunk, type Undone } from './api.ts'
import { type CustomerImportCommand, customerImport, customerImportStream } from './customerImport.ts'
import { type Act, registerCustomer, removeCustomer } from './customers.ts'
import type { CustomerImportEvent } from './events.ts'
import { type Checked, checkRow, keysOf, type Planned, planImport } from './importPlan.ts'
import {
  knownCustomers,
  lockCustomers,
  namedCustomers,
  usedCustomers,
} from './projections/customerQueries.ts'

export async function startImport(act: Act): Promise<{ id: number }> {
  const id = await nextNumber(act.db, act.store.pool, 'customer_import_id')
  await command(act, { type: 'StartImport', importId: id, now: act.now.toISOString() })
  return { id }
}

type Cells = Record<string, unknown>

/** What would become of these rows; writes nothing. */
export async function previewRows(
  { db }: Act,
  importId: number,
  rows: readonly Cells[],
): Promise<ImportedRow[]> {
  await stateOf(db, importId)
  const checked = rows.map(checkRow)
  const plan = await planFor(db, checked)
  return plan.map((planned, row) => answer(planned, row, checked, []))
}

/** Creates the customers of these rows that are not there yet. */
export async function importRows(act: Act, importId: number, rows: readonly Cells[]): Promise<ImportedRow[]> {
  await alone(act.db)
  const checked = rows.map(checkRow)
  const plan = await planFor(act.db, checked)
  const count = (outcome: Planned['outcome']) => plan.filter((it) => it.outcome === outcome).length
  const customerIds = await nextNumbers(act.db, 'customer_id', count('created'))
  await command(act, {
    type: 'RecordImport',
    importId,
    customerIds,
    matched: count('matched'),
    refused: count('refused'),
    now: act.now.toISOString(),
  })
  const unused = [...customerIds]
  const ids = plan.map(({ outcome }) => (outcome === 'created' ? (unused.shift() as number) : null))
  for (const [row, planned] of plan.entries())
    if (planned.outcome === 'created') await registerCustomer(act, planned.form, ids[row] as number)
  return plan.map((planned, row) => answer(planned, row, checked, ids))
}

/** One import writes at a time, until its transaction ends, so that the next sees whom it created or removed. */
const alone = (db: Tx) => db.query(sql`SELECT pg_advisory_xact_lock(hashtext('crm.customer-import'))`)

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
export async function undoImport(act: Act, importId: number): Promise<Undone> {
  await alone(act.db)
  const { open, since } = await stateOf(act.db, importId)
  const next = open.slice(0, importChunk)
  const rows = await lockCustomers(act.db, next)
  const used = new Set([
    ...(await usedCustomers(act.db, next)),
    ...(await namedCustomers(act.db, next, since)),
  ])
  const removedIds = rows.filter(({ id, version }) => version === 1 && !used.has(id)).map(({ id }) => id)
  const gone = new Set(removedIds)
  const keptIds = next.filter((id) => !gone.has(id))
  for (const id of removedIds) await removeCustomer(act, id)
  const state = await command(act, {
    type: 'UndoImport',
    importId,
    removedIds,
    keptIds,
    now: act.now.toISOString(),
  })
  if (state.is === 'missing') throw new Error(`import ${importId} went away`)
  return { removed: state.removed, kept: state.kept, keptIds, remaining: state.open.length }
}

async function stateOf(db: Tx, importId: number) {
  const events = await readStream<CustomerImportEvent>(db, customerImportStream(importId))
  const state = fold(customerImport, events)
  if (state.is === 'missing') throw reject('not-found', 'Import not found')
  return { ...state, since: events[0]?.position ?? 0n }
}

const command = ({ store, db, metadata }: Act, command: CustomerImportCommand) =>
  store.handle(db, {
    stream: customerImportStream(command.importId),
    decider: customerImport,
    command,
    metadata,
  })
