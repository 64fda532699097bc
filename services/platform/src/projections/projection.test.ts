import { expect, it } from 'vitest'
import type { Personal } from '../encryption/personalFields.ts'
import type { NoteEvent } from '../testing/note.ts'
import { bigint, defineProjection, int, jsonb, type RowOf, text } from './index.ts'
import { tableOf } from './table.ts'

const key = ({ data }: NoteEvent) => data.noteId
const common = { name: 'notes', version: 1, columns: { id: int, text }, key }
const keepRow = (row: { id: number; text: string } | null) => row
const both = { NoteWritten: keepRow, NoteClosed: keepRow }
const define = defineProjection<NoteEvent>()

it('does not compile without a handler of each event, or with rows of another type than the columns', () => {
  const projections = [
    // @ts-expect-error NoteClosed is forgotten
    define({ ...common, on: { NoteWritten: keepRow } }),
    // @ts-expect-error there is no NoteErased
    define({ ...common, on: { ...both, NoteErased: keepRow } }),
    // @ts-expect-error the text is missing
    define({ ...common, on: { ...both, NoteWritten: () => ({ id: 1 }) } }),
    // @ts-expect-error the id is a number
    define({ ...common, on: { ...both, NoteWritten: () => ({ id: '1', text: '' }) } }),
    // @ts-expect-error no column has this name
    define({ ...common, replacedBy: 'next', on: both }),
  ]
  expect(projections.map(({ types }) => types.length)).toEqual([1, 3, 2, 2, 2])
})

it('does not compile when a personal field is no text, which would not be encrypted', () => {
  const subject = () => 'person'
  // @ts-expect-error a number
  const personal: Personal<NoteEvent> = { NoteWritten: { subject, fields: ['noteId'] } }
  expect(personal).toBeDefined()
})

it('has rows of the types of its columns, and a table that takes them', () => {
  const columns = {
    id: int,
    status: text.of<'open' | 'closed'>().null,
    cents: bigint,
    tags: jsonb.of<string[]>(),
  }
  const row: RowOf<typeof columns> = { id: 1, status: 'open', cents: '9007199254740993', tags: ['a'] }
  // @ts-expect-error another word
  const other: RowOf<typeof columns> = { ...row, status: 'lost' }
  const on = { NoteWritten: () => row, NoteClosed: () => other }
  const { create } = tableOf(define({ ...common, columns, on }))
  expect(create).toContain('(id integer NOT NULL, status text, cents bigint NOT NULL, tags jsonb NOT NULL)')
})
