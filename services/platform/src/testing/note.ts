import { sql } from '../db.ts'
import { reject } from '../errors.ts'
import type { Decider, Metadata, Projection, Recorded } from '../event-store/index.ts'
import { defineProjection, eventStoreMigrations, projectionMigration } from '../event-store/index.ts'
import { idempotencyMigration, limitsMigration } from '../http/index.ts'
import { eventLogGrants, type Owner } from '../migrate.ts'

/** The smallest domain there is, for the platform's own tests: a note that can be written and closed. */
export type NoteEvent =
  | { type: 'NoteWritten'; data: { noteId: number; text: string } }
  | { type: 'NoteClosed'; data: { noteId: number } }

export type NoteCommand =
  | { type: 'WriteNote'; noteId: number; text: string }
  | { type: 'CloseNote'; noteId: number }
export type NoteState = 'missing' | 'open' | 'closed'

export const note: Decider<NoteState, NoteCommand, NoteEvent> = {
  initialState: () => 'missing',
  decide: (command, state) => {
    switch (command.type) {
      case 'WriteNote':
        return [{ type: 'NoteWritten', data: { noteId: command.noteId, text: command.text } }]
      case 'CloseNote':
        if (state !== 'open') throw reject('conflict', 'Only an open note can be closed.')
        return [{ type: 'NoteClosed', data: { noteId: command.noteId } }]
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

export const notes: Projection<NoteEvent> = defineProjection<NoteEvent>({
  name: 'notes',
  version: 1,
  types: ['NoteWritten', 'NoteClosed'],
  table: 'CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL, open boolean NOT NULL)',
  project: (event: Recorded<NoteEvent>) => {
    switch (event.type) {
      case 'NoteWritten':
        return [
          sql`INSERT INTO notes VALUES (${event.data.noteId}, ${event.data.text}, true)
              ON CONFLICT (id) DO UPDATE SET text = excluded.text`,
        ]
      case 'NoteClosed':
        return [sql`UPDATE notes SET open = false WHERE id = ${event.data.noteId}`]
    }
  },
})

export const noteRole = 'plumbline_notes'

export const noteOwners: Owner[] = [
  { schema: 'es', migrations: eventStoreMigrations },
  {
    schema: 'notes',
    role: noteRole,
    grants: eventLogGrants(noteRole),
    migrations: [projectionMigration(notes), idempotencyMigration, limitsMigration],
  },
]

export const metadata: Metadata = { actor: 'user-1', requestId: 'test' }
