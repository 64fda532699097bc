import { run, sql } from '@plumbline/platform/db'
import { createTestDatabase } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import { owners } from '../stores/schemas.ts'
import { archivedTables, keyTables } from './manifest.ts'

/** Why a backup does without them; infra/docs/backups.md says the same to operators. */
const notArchived: Record<string, string> = {
  'es.backup_runs': 'what is known of backups belongs to the machine that makes them',
  'es.installation': 'a restored store is an installation of its own',
  'es.releases': 'which processes run now',
  'es.unfinished_restore': 'a restore that is on its way',
  'gateway.front_end_files': 'each gateway stores those of its release again',
  'gateway.session_ends': 'of sessions, which a restore ends',
  'gateway.sessions': 'a restore signs all users out',
  'identity.links': 'a link that was used since would open again; a new one is sent instead',
  'messaging.sms_days': 'counts of the SMS of a day',
  'messaging.sms_quota': 'counts of the SMS of a day',
}
// of requests of the last hours, in the schema of each service
const ofRequests = ['idempotency', 'rate_limits']

it('every table that is no read model is in a backup, or there is a reason why not', async () => {
  const database = await createTestDatabase(owners)
  try {
    const tables = await run<{ name: string }>(
      database.pool(),
      sql`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
          WHERE schemaname = ANY(${owners.map(({ schema }) => schema)}::text[]) ORDER BY 1`,
    )
    const names = tables
      .map(({ name }) => name)
      .filter((name) => !ofRequests.includes(name.split('.')[1] ?? ''))
    const archived = [...archivedTables, ...keyTables].map(({ table }) => table)
    expect(names.filter((name) => !archived.includes(name) && !(name in notArchived))).toEqual([])
    expect([...archived, ...Object.keys(notArchived)].filter((name) => !names.includes(name))).toEqual([])
  } finally {
    await database.drop()
  }
})
