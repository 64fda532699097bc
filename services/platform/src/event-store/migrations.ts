import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Migration } from '../migration.ts'

const statements = (name: string) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

// who goes back to an earlier text runs it again, too
const forgetFunctions = `DELETE FROM migrations.steps WHERE owner = 'es' AND id LIKE '0003-functions-%';`

/** The log's tables, and its functions whenever they change. */
export const eventStoreMigrations: Migration[] = [
  { id: '0001-event-log', sql: statements('schema') },
  { id: '0002-personal-data', sql: statements('personal') },
  { id: '0006-releases', sql: statements('releases') },
  {
    id: `0003-functions-${digest(statements('functions'))}`,
    sql: `${forgetFunctions}\n${statements('functions')}`,
  },
  { id: '0004-subjects', sql: statements('subjects') },
  { id: '0005-statistics', sql: 'ALTER TABLE es.events SET (autovacuum_analyze_scale_factor = 0.02)' },
  { id: '0007-installation', sql: statements('installation') },
]
