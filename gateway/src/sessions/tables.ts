import { limitsMigrations } from '@plumbline/platform/http'
import { roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import { storedFilesMigration } from '../pages/storedFiles.ts'

export const gatewaySchema: SchemaDefinition = {
  schema: 'gateway',
  role: roleOf('gateway'),
  migrations: [
    {
      // the last step that 0.1.0 ran: its data has all of this
      id: 'sessions-listed-v1',
      sql: `CREATE TABLE sessions (
        token_hash bytea PRIMARY KEY,
        user_id integer NOT NULL,
        "user" jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now(),
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        device text NOT NULL DEFAULT 'A program');
        CREATE INDEX ON sessions (user_id);
        CREATE INDEX ON sessions (created_at);
        CREATE UNIQUE INDEX ON sessions (id);
        CREATE TABLE session_ends (user_id integer PRIMARY KEY, at timestamptz NOT NULL)`,
    },
    ...limitsMigrations,
    {
      id: 'address-key-v1',
      sql: `CREATE TABLE secrets (name text PRIMARY KEY, value text NOT NULL);
        INSERT INTO secrets VALUES ('address', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`,
    },
    storedFilesMigration,
    {
      id: 'sessions-own-device-v1',
      sql: `ALTER TABLE sessions ADD COLUMN own_device boolean NOT NULL DEFAULT false,
        ADD COLUMN password_at timestamptz NOT NULL DEFAULT now()`,
    },
  ],
}
