import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import type { CustomerImportEvent } from '../events.ts'

type CustomerImport = {
  isUndone: boolean
  /** Customers it created that no undo has processed. */
  pendingIds: readonly number[]
  /** Counts of customers that undoing has removed, and of those it has kept. */
  removed: number
  kept: number
}
/** Null before the import is started. */
export type CustomerImportState = CustomerImport | null

export type CustomerImportCommand =
  | { type: 'StartImport' }
  | { type: 'RecordImport'; customerIds: number[]; matched: number; refused: number }
  | { type: 'UndoImport'; removedIds: number[]; keptIds: number[] }

function decide(
  command: CustomerImportCommand,
  state: CustomerImportState,
  { id: importId, now }: DecisionContext,
): CustomerImportEvent[] {
  switch (command.type) {
    case 'StartImport':
      return state ? [] : [{ type: 'CustomerImportStarted', data: { importId, startedAt: now } }]
    case 'RecordImport': {
      if (requireExistingImport(state).isUndone) throw rejection('conflict', 'This import has been undone.')
      const { customerIds, matched, refused } = command
      return [
        { type: 'CustomersImported', data: { importId, customerIds, matched, refused, importedAt: now } },
      ]
    }
    case 'UndoImport': {
      const { isUndone, pendingIds } = requireExistingImport(state)
      if (isUndone && pendingIds.length === 0) return []
      const { removedIds, keptIds } = command
      return [{ type: 'CustomerImportUndone', data: { importId, removedIds, keptIds, undoneAt: now } }]
    }
  }
}

/** Throws `not-found` when the import was never started. */
export function requireExistingImport(state: CustomerImportState): CustomerImport {
  if (!state) throw rejection('not-found', 'Import not found')
  return state
}

function evolve(state: CustomerImportState, event: CustomerImportEvent): CustomerImportState {
  switch (event.type) {
    case 'CustomerImportStarted':
      return { isUndone: false, pendingIds: [], removed: 0, kept: 0 }
    case 'CustomersImported':
      return state && { ...state, pendingIds: [...state.pendingIds, ...event.data.customerIds] }
    case 'CustomerImportUndone': {
      const { removedIds, keptIds } = event.data
      const processed = new Set([...removedIds, ...keptIds])
      return (
        state && {
          isUndone: true,
          pendingIds: state.pendingIds.filter((id) => !processed.has(id)),
          removed: state.removed + removedIds.length,
          kept: state.kept + keptIds.length,
        }
      )
    }
  }
}

/** The import of a file of customers, chunk by chunk, and undoing it. */
export const importDecider: Decider<CustomerImportState, CustomerImportCommand, CustomerImportEvent> = {
  initialState: () => null,
  decide,
  evolve,
}
