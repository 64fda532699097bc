import { rejection } from '../errors.ts'
import type { Decider, Metadata } from '../event-store/index.ts'
import { idempotencyMigration, limitsMigrations } from '../http/index.ts'
import { eventLogGrants, eventStoreMigrations, type SchemaDefinition } from '../migrate.ts'
import { bool, defineProjection, int, type RowOf, text } from '../projections/index.ts'

/** The smallest domain there is, for the platform's own tests: a note that can be written and closed. */
export type NoteEvent =
  | { type: 'NoteWritten'; data: { noteId: number; text: string } }
  | { type: 'NoteClosed'; data: { noteId: number } }

export type NoteCommand = { type: 'WriteNote'; text: string } | { type: 'CloseNote' }
export type NoteState = 'missing' | 'open' | 'closed'

export const note: Decider<NoteState, NoteCommand, NoteEvent> = {
  initialState: () => 'missing',
  decide: (command, state, { id: noteId }) => {
    switch (command.type) {
      case 'WriteNote':
        return [{ type: 'NoteWritten', data: { noteId, text: command.text } }]
      case 'CloseNote':
        if (state !== 'open') throw rejection('conflict', 'Only an open note can be closed.')
        return [{ type: 'NoteClosed', data: { noteId } }]
    }
  },
  evolve: (_state, event) => {
    switch (event.type) {
      case 'NoteWritten':
        return 'open'
      case 'NoteClosed':
        return 'closed'
    }
  },
}

export const notes = defineProjection<NoteEvent>()({
  name: 'notes',
  version: 1,
  columns: { id: int, text, open: bool },
  key: ({ data }) => data.noteId,
  on: {
    NoteWritten: (_, { data: { noteId, text } }) => ({ id: noteId, text, open: true }),
    NoteClosed: (row) => row && { ...row, open: false },
  },
})
export type NoteRow = RowOf<typeof notes.columns>

export const noteRole = 'plumbline_notes'

export const noteOwners: SchemaDefinition[] = [
  { schema: 'es', migrations: eventStoreMigrations },
  {
    schema: 'notes',
    role: noteRole,
    grants: eventLogGrants(noteRole),
    projections: [notes],
    migrations: [idempotencyMigration, ...limitsMigrations],
  },
]

export const metadata: Metadata = { actor: 'user-1', requestId: 'test' }

export const noteAggregate = { name: 'note', decider: note, projection: notes }

/** Who gives the commands of a test, and when. */
export const origin = { metadata, now: new Date('2026-11-21T15:00:00Z') }
