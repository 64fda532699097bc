import { readFileSync } from 'node:fs'
import type { Migration } from '../migrate.ts'
import type { Subscription } from './subscription.ts'

/** The log's own tables and functions. */
export const eventStoreMigrations: Migration[] = [
  { id: '0001-event-log', sql: readFileSync(new URL('./schema.sql', import.meta.url), 'utf8') },
]

/** Registers a reader before anything can be appended: a projection starts at 0, a new reactor at now. */
export const subscriptionMigration = ({
  name,
  version,
  kind,
}: Pick<Subscription, 'name' | 'version' | 'kind'>): Migration => ({
  id: `subscription-${name}-v${version}`,
  sql: `INSERT INTO es.subscriptions (name, version, kind, status, position)
        VALUES ('${name}', ${version}, '${kind}', 'live', ${kind === 'reactor' ? 'es.safe_position()' : '0'})`,
})
