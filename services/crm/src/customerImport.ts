import { rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import type { CustomerImportEvent } from './events.ts'

export type CustomerImportState =
  | { is: 'missing' }
  /** `open`: customers it created and that no undo has looked at. */
  | { is: 'running' | 'undone'; open: readonly number[]; removed: number; kept: number }

export type CustomerImportCommand = { importId: number; now: string } & (
  | { type: 'StartImport' }
  | { type: 'RecordImport'; customerIds: number[]; matched: number; refused: number }
  | { type: 'UndoImport'; removedIds: number[]; keptIds: number[] }
)

function decide(command: CustomerImportCommand, state: CustomerImportState): CustomerImportEvent[] {
  const { importId, now } = command
  switch (command.type) {
    case 'StartImport':
      return state.is === 'missing'
        ? [{ type: 'CustomerImportStarted', data: { importId, startedAt: now } }]
        : []
    case 'RecordImport': {
      if (started(state).is === 'undone') throw rejection('conflict', 'This import has been undone.')
      const { customerIds, matched, refused } = command
      return [
        { type: 'CustomersImported', data: { importId, customerIds, matched, refused, importedAt: now } },
      ]
    }
    case 'UndoImport': {
      const { is, open } = started(state)
      if (is === 'undone' && open.length === 0) return []
      const { removedIds, keptIds } = command
      return [{ type: 'CustomerImportUndone', data: { importId, removedIds, keptIds, undoneAt: now } }]
    }
  }
}

function started(state: CustomerImportState) {
  if (state.is === 'missing') throw rejection('not-found', 'Import not found')
  return state
}

function evolve(state: CustomerImportState, event: CustomerImportEvent): CustomerImportState {
  switch (event.type) {
    case 'CustomerImportStarted':
      return { is: 'running', open: [], removed: 0, kept: 0 }
    case 'CustomersImported':
      return state.is === 'missing' ? state : { ...state, open: [...state.open, ...event.data.customerIds] }
    case 'CustomerImportUndone': {
      if (state.is === 'missing') return state
      const { removedIds, keptIds } = event.data
      const done = new Set([...removedIds, ...keptIds])
      return {
        is: 'undone',
        open: state.open.filter((id) => !done.has(id)),
        removed: state.removed + removedIds.length,
        kept: state.kept + keptIds.length,
      }
    }
  }
}

/** A file of customers that was read in, and perhaps taken back. */
export const customerImport: Decider<CustomerImportState, CustomerImportCommand, CustomerImportEvent> = {
  initialState: () => ({ is: 'missing' }),
  decide,
  evolve,
}
