import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Migration } from '../migrate.ts'
import type { Subscription } from './subscription.ts'

const statements = (name: string) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** The log's own tables and functions. */
export const eventStoreMigrations: Migration[] = [
  { id: '0001-event-log', sql: statements('schema') },
  { id: '0002-personal-data', sql: statements('personal') },
  { id: `0003-functions-${digest(statements('functions'))}`, sql: statements('functions') },
  { id: '0004-subjects', sql: statements('subjects') },
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
