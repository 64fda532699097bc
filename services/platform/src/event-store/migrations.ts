import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Migration } from '../migration.ts'

const statements = (name: string) => readFileSync(new URL(`./${name}.sql`, import.meta.url), 'utf8')

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

// who goes back to an earlier text runs it again, too
const forgetFunctions = `DELETE FROM migrations.steps WHERE owner = 'es' AND id LIKE '0003-functions-%';`

/** The log's tables, and its functions whenever they change. */
export const eventStoreMigrations: Migration[] = [
  // the last step that 0.1.0 ran: its data has all of this
  { id: '0004-subjects', sql: statements('schema') },
  { id: '0006-releases', sql: statements('releases') },
  {
    id: `0003-functions-${digest(statements('functions'))}`,
    sql: `${forgetFunctions}\n${statements('functions')}`,
  },
  { id: '0005-statistics', sql: 'ALTER TABLE es.events SET (autovacuum_analyze_scale_factor = 0.02)' },
  { id: '0007-installation', sql: statements('installation') },
  { id: '0008-read-models-of-0.1', sql: statements('readModelsOf01') },
]
