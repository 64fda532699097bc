import { run, sql, type Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { fold, readStream } from '@plumbline/platform/event-store'
import { type ImportedRow, importChunk, type Undone } from './api.ts'
import { type CustomerImportCommand, customerImport, customerImportStream } from './customerImport.ts'
import { type Act, nextCustomerIds, registerCustomer, removeCustomer } from './customers.ts'
import type { CustomerImportEvent } from './events.ts'
import { checkRow, type Planned, planImport } from './importPlan.ts'
import { knownCustomers, lockCustomers, usedCustomers } from './projections/customerQueries.ts'

export async function startImport(act: Act): Promise<{ id: number }> {
  const [row] = await run<{ id: number }>(act.db, sql`SELECT nextval('customer_import_id')::int AS id`)
  const id = row?.id as number
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
  const plan = await planFor(db, rows)
  return plan.map((planned, row) => answer(planned, row, []))
}

/** Creates the customers of these rows that are not there yet. */
export async function importRows(act: Act, importId: number, rows: readonly Cells[]): Promise<ImportedRow[]> {
  await alone(act.db)
  const plan = await planFor(act.db, rows)
  const count = (outcome: Planned['outcome']) => plan.filter((it) => it.outcome === outcome).length
  const customerIds = await nextCustomerIds(act.db, count('created'))
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
  return plan.map((planned, row) => answer(planned, row, ids))
}

/** One import writes at a time, until its transaction ends, so that the next sees whom it created or removed. */
const alone = (db: Tx) => db.query(sql`SELECT pg_advisory_xact_lock(hashtext('crm.customer-import'))`)

async function planFor(db: Tx, rows: readonly Cells[]): Promise<Planned[]> {
  const checked = rows.map(checkRow)
  const valid = checked.flatMap((it) => ('problems' in it ? [] : [it]))
  const phones = valid.flatMap(({ phone }) => phone ?? [])
  const emails = valid.map(({ email }) => email)
  return planImport(checked, await knownCustomers(db, phones, emails))
}

/** `ids`: of the customers created, by row; empty while none are. */
function answer(planned: Planned, row: number, ids: readonly (number | null)[]): ImportedRow {
  const plain = { row, outcome: planned.outcome, customerId: null, matchedBy: null, problems: {} }
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

/** Removes the next of those whom this import created and nobody changed, merged or converted into since. */
export async function undoImport(act: Act, importId: number): Promise<Undone> {
  await alone(act.db)
  const { open } = await stateOf(act.db, importId)
  const next = open.slice(0, importChunk)
  const rows = await lockCustomers(act.db, next)
  const used = await usedCustomers(act.db, next)
  const removedIds = rows.filter(({ id, version }) => version === 1 && !used.has(id)).map(({ id }) => id)
  const gone = new Set(removedIds)
  for (const id of removedIds) await removeCustomer(act, id)
  const state = await command(act, {
    type: 'UndoImport',
    importId,
    removedIds,
    keptIds: next.filter((id) => !gone.has(id)),
    now: act.now.toISOString(),
  })
  if (state.is === 'missing') throw new Error(`import ${importId} went away`)
  return { removed: state.removed, kept: state.kept, remaining: state.open.length }
}

async function stateOf(db: Tx, importId: number) {
  const events = await readStream<CustomerImportEvent>(db, customerImportStream(importId))
  const state = fold(customerImport, events)
  if (state.is === 'missing') throw reject('not-found', 'Import not found')
  return state
}

const command = ({ store, db, metadata }: Act, command: CustomerImportCommand) =>
  store.handle(db, {
    stream: customerImportStream(command.importId),
    decider: customerImport,
    command,
    metadata,
  })
