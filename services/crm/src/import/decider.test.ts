import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { CustomerImportEvent } from '../events.ts'
import { type CustomerImportCommand, importDecider } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const given = (history: CustomerImportEvent[] = []) => givenEvents(importDecider, history, { id: 1, now })
const started: CustomerImportEvent = { type: 'CustomerImportStarted', data: { importId: 1, startedAt: now } }
const imported = (customerIds: number[]): CustomerImportEvent => ({
  type: 'CustomersImported',
  data: { importId: 1, customerIds, matched: 2, refused: 1, importedAt: now },
})
const undone = (removedIds: number[], keptIds: number[]): CustomerImportEvent => ({
  type: 'CustomerImportUndone',
  data: { importId: 1, removedIds, keptIds, undoneAt: now },
})
const record: CustomerImportCommand = {
  type: 'RecordImport',
  customerIds: [4, 5],
  matched: 2,
  refused: 1,
}
const undo = (removedIds: number[], keptIds: number[]): CustomerImportCommand => ({
  type: 'UndoImport',
  removedIds,
  keptIds,
})

describe('an import', () => {
  it('starts once and records its chunks', () => {
    const start: CustomerImportCommand = { type: 'StartImport' }
    given().when(start).thenEvents([started])
    given([started]).when(start).thenEvents([])
    given([started, imported([1])])
      .when(record)
      .thenEvents([imported([4, 5])])
    given().when(record).thenRefused('Import not found')
  })

  it('accepts no more rows after undoing has begun', () => {
    given([started, imported([1, 2]), undone([1], [])])
      .when(record)
      .thenRefused('This import has been undone.')
  })

  it('is undone in steps, and records nothing when no customer is left', () => {
    const history = [started, imported([1, 2, 3]), undone([1], [2])]
    given(history)
      .when(undo([3], []))
      .thenEvents([undone([3], [])])
    given([...history, undone([3], [])])
      .when(undo([], []))
      .thenEvents([])
  })
})
