import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Db, run, sql } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Metadata } from '@plumbline/platform/event-store'
import type { Migration } from '@plumbline/platform/migrate'
import type { AppendNotifier } from '@plumbline/platform/subscriptions'

/** The demonstration left the store. Stream `demonstration-1`. */
export type DemonstrationRemoved = { type: 'DemonstrationRemoved'; data: { removedAt: string } }

const functions = readFileSync(new URL('./removal.sql', import.meta.url), 'utf8')
const digest = createHash('sha256').update(functions).digest('hex').slice(0, 12)

export const demonstrationMigration: Migration = {
  id: `demonstration-${digest}`,
  sql: `DELETE FROM migrations.steps WHERE owner = 'es' AND id LIKE 'demonstration-%';\n${functions}`,
}

/** What a role needs to remove the demonstration: functions that remove nothing else. */
export const demonstrationGrants = (role: string): string[] => [
  `GRANT EXECUTE ON FUNCTION es.records_beside_demonstration(), es.remove_demonstration(jsonb, boolean) TO ${role}`,
]

/** A record that staff made beside the demonstration. */
export type RecordBeside = {
  /** The first part of its stream, such as `customer`. */
  kind: string
  id: string
  /** Of a person. */
  name: string | null
  /** It was made for a person of the demonstration, or is one whose name or contact was changed. */
  isAboutDemonstration: boolean
}

export const hasDemonstration = async (db: Db): Promise<boolean> => {
  const [row] = await run<{ present: boolean }>(db, sql`SELECT es.has_demonstration() AS present`)
  return row?.present === true
}

/** What would be lost with the demonstration although it is no part of it; nothing when it is not there. */
export const recordsBesideDemonstration = async (db: Db): Promise<RecordBeside[]> =>
  (await hasDemonstration(db))
    ? run<RecordBeside>(
        db,
        sql`SELECT kind, id, name, is_about_demonstration AS "isAboutDemonstration" FROM es.records_beside_demonstration()`,
      )
    : []

export type RemovalOptions = {
  metadata: Metadata
  /** What was made for people of the demonstration goes with them. */
  withOwnWork: boolean
  notifier: Pick<AppendNotifier, 'notify'>
}

const refused = 'ES423'
// a rebuild that swaps its table, or a reader that holds one, ends soon
const passing = ['55P03', '40P01']
const maxAttempts = 3

/**
 * Removes everything that the demonstration put into the store, at once; users, settings and sessions stay. Answers the
 * position of the log, or null when there is no demonstration.
 * @throws Rejection `conflict` while there are records beside it, or something else has to be finished first.
 */
export async function removeDemonstration(
  db: Db,
  { metadata, withOwnWork, notifier }: RemovalOptions,
): Promise<bigint | null> {
  for (let attempt = 1; ; attempt++) {
    try {
      const [row] = await run<{ position: string | null }>(
        db,
        sql`SELECT es.remove_demonstration(${JSON.stringify(metadata)}::jsonb, ${withOwnWork}) AS position`,
      )
      if (!row?.position) return null
      const position = BigInt(row.position)
      notifier.notify({ types: ['DemonstrationRemoved'], position })
      return position
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      if (code === refused) throw rejection('conflict', message)
      if (attempt === maxAttempts || !passing.includes(code)) throw error
    }
  }
}
