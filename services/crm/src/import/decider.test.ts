import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { CustomerImportEvent } from '../events.ts'
import { type CustomerImportCommand, customerImport } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
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
  importId: 1,
  customerIds: [4, 5],
  matched: 2,
  refused: 1,
  now,
}
const undo = (removedIds: number[], keptIds: number[]): CustomerImportCommand => ({
  type: 'UndoImport',
  importId: 1,
  removedIds,
  keptIds,
  now,
})

describe('an import', () => {
  it('starts once and records its chunks', () => {
    const start: CustomerImportCommand = { type: 'StartImport', importId: 1, now }
    givenEvents(customerImport).when(start).thenEvents([started])
    givenEvents(customerImport, [started]).when(start).thenEvents([])
    givenEvents(customerImport, [started, imported([1])])
      .when(record)
      .thenEvents([imported([4, 5])])
    givenEvents(customerImport).when(record).thenRefused('Import not found')
  })

  it('accepts no more rows after undoing has begun', () => {
    givenEvents(customerImport, [started, imported([1, 2]), undone([1], [])])
      .when(record)
      .thenRefused('This import has been undone.')
  })

  it('is undone in steps, and records nothing when no customer is left', () => {
    const history = [started, imported([1, 2, 3]), undone([1], [2])]
    givenEvents(customerImport, history)
      .when(undo([3], []))
      .thenEvents([undone([3], [])])
    givenEvents(customerImport, [...history, undone([3], [])])
      .when(undo([], []))
      .thenEvents([])
  })
})
