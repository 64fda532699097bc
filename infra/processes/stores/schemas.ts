import { pictureGrants } from '@plumbline/business/directory'
import { gatewaySchema } from '@plumbline/gateway/schema'
import { membersGrants, publicNameGrants } from '@plumbline/identity/service'
import { createPool } from '@plumbline/platform/db'
import type { Log } from '@plumbline/platform/log'
import {
  eventLogWatchGrants,
  eventStoreMigrations,
  migrate,
  roleOf,
  type SchemaDefinition,
} from '@plumbline/platform/migrate'
import { demonstrationGrants, demonstrationMigration } from '../../demo/removal.ts'
import { backupRunsMigration } from '../backup/runs.ts'
import { unfinishedRestoreMigration } from '../backup/unfinishedRestore.ts'
import { loadService, serviceNames } from '../services.ts'

const gatewayRole = roleOf(gatewaySchema.schema)

/** What a service reads of another one's schema. */
const grantsOfOthers: Record<string, string[]> = {
  // it prints the logo that the business had
  billing: pictureGrants(roleOf('billing')),
  // it writes to members
  messaging: membersGrants(roleOf('messaging')),
  // it says to customers who comes
  scheduling: publicNameGrants(roleOf('scheduling')),
}

/** Every schema of the product, in the order they depend on each other. */
export const owners: readonly SchemaDefinition[] = [
  {
    schema: 'es',
    migrations: [
      ...eventStoreMigrations,
      unfinishedRestoreMigration,
      backupRunsMigration,
      demonstrationMigration,
    ],
  },
  ...(await Promise.all(serviceNames.map(loadService))).map(({ schema }) => ({
    ...schema,
    grants: [...(schema.grants ?? []), ...(grantsOfOthers[schema.schema] ?? [])],
  })),
  {
    ...gatewaySchema,
    grants: [
      // it reads what changed for the streams of browsers
      ...eventLogWatchGrants(gatewayRole),
      ...demonstrationGrants(gatewayRole),
      ...membersGrants(gatewayRole),
    ],
  },
]

/** Brings the whole database up to date; safe to run by several processes at once. */
export async function migrateAll(url: string, log: Log): Promise<string[]> {
  // most processes that know the schemas do not migrate
  const { createTimers, migrateQueues } = await import('@plumbline/platform/jobs')
  const pool = createPool({ url, name: 'plumbline-migrate', log, max: 4, longRunning: true })
  try {
    const ran = await migrate(pool, owners)
    await migrateQueues(pool)
    const timers = await createTimers({ pool, log, install: true })
    await timers.stop()
    return ran
  } finally {
    await pool.end()
  }
}
