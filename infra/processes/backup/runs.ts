import { type Db, run, sql } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'

/** `trial`: the newest backup is restored into a database that is dropped again. */
export type RunKind = 'backup' | 'trial'
/** `impossible`: the database's login or the disk does not allow it. */
export type Outcome = { outcome: 'succeeded' | 'failed' | 'impossible'; message?: string }
/** How the last run of a kind ended; null: none has ended yet. */
export type LastRun = {
  kind: RunKind
  outcome: Outcome['outcome'] | null
  message: string | null
  succeededAt: string | null
  /** Seconds since one succeeded, or since the first was due. */
  age: number
}

export const backupRunsMigration: Migration = {
  id: 'backup-runs-v1',
  sql: `CREATE TABLE es.backup_runs (
    kind text PRIMARY KEY CHECK (kind IN ('backup', 'trial')),
    outcome text CHECK (outcome IN ('succeeded', 'failed', 'impossible')),
    message text,
    succeeded_at timestamptz,
    since timestamptz NOT NULL DEFAULT now())`,
}

export const readLastRuns = (db: Db): Promise<LastRun[]> =>
  run<LastRun>(
    db,
    sql`SELECT kind, outcome, message, succeeded_at AS "succeededAt",
          extract(epoch FROM now() - coalesce(succeeded_at, since))::int AS age
        FROM es.backup_runs`,
  )

/** From now on a run is missed when none succeeds. */
export async function expectRuns(db: Db, kinds: readonly RunKind[]): Promise<void> {
  await db.query(
    sql`INSERT INTO es.backup_runs (kind) SELECT unnest(${kinds}::text[]) ON CONFLICT DO NOTHING`,
  )
}

export async function recordRun(db: Db, kind: RunKind, { outcome, message }: Outcome): Promise<void> {
  await db.query(
    sql`INSERT INTO es.backup_runs AS r (kind, outcome, message, succeeded_at)
        VALUES (${kind}, ${outcome}, ${message ?? null}, CASE WHEN ${outcome} = 'succeeded' THEN now() END)
        ON CONFLICT (kind) DO UPDATE SET outcome = excluded.outcome, message = excluded.message,
          succeeded_at = coalesce(excluded.succeeded_at, r.succeeded_at)`,
  )
}
