import { deliveriesOf01 } from '@plumbline/messaging/service'
import { type Db, inTransaction, type Pool, run, sql, type Tx } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'

/** A backup that is being restored, or a log that is being imported, until its read models are built. */
export type UnfinishedRestore = {
  kind: 'backup' | 'log'
  /** The checksum of its events. */
  source: string
}

export const unfinishedRestoreMigration: Migration = {
  id: 'unfinished-restore-v1',
  sql: `CREATE TABLE es.unfinished_restore (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    kind text NOT NULL CHECK (kind IN ('backup', 'log')),
    source text NOT NULL,
    began_at timestamptz NOT NULL DEFAULT now())`,
}

export const readUnfinishedRestore = async (db: Db): Promise<UnfinishedRestore | undefined> =>
  (await run<UnfinishedRestore>(db, sql`SELECT kind, source FROM es.unfinished_restore`))[0]

/** Marks the store as unfinished. Throws if another restore or import is unfinished. */
export async function beginRestore(tx: Tx, { kind, source }: UnfinishedRestore): Promise<void> {
  const [begun] = await run<UnfinishedRestore>(
    tx,
    sql`INSERT INTO es.unfinished_restore (kind, source) VALUES (${kind}, ${source})
        ON CONFLICT (one) DO UPDATE SET kind = es.unfinished_restore.kind RETURNING kind, source`,
  )
  if (begun?.source !== source || begun.kind !== kind)
    throw new Error(
      'Another backup or log was being put into this store and is not finished. Finish that one, or begin with an empty database.',
    )
}

export const endRestore = (tx: Tx, kind: UnfinishedRestore['kind']) =>
  tx.query(sql`DELETE FROM es.unfinished_restore WHERE kind = ${kind}`)

/** Deliveries of a backup are set aside here: nothing may be sent before the read models know the opt-outs. */
export const waitingDeliveries = 'messaging.restored_deliveries'

/** Releases reactors and deliveries when all read models of a restored backup are built. False: no restore was unfinished. */
export const finishRestore = (pool: Pool): Promise<boolean> =>
  inTransaction(pool, async (tx) => {
    // one process at a time
    await tx.query('LOCK TABLE es.unfinished_restore IN SHARE ROW EXCLUSIVE MODE')
    if ((await readUnfinishedRestore(tx))?.kind !== 'backup') return false
    await tx.query(
      `INSERT INTO messaging.deliveries SELECT * FROM ${waitingDeliveries} ON CONFLICT DO NOTHING`,
    )
    await tx.query(deliveriesOf01)
    await tx.query(`DROP TABLE ${waitingDeliveries}`)
    await tx.query(`UPDATE es.subscriptions SET status = 'live' WHERE kind = 'reactor' AND status = 'paused'`)
    await endRestore(tx, 'backup')
    return true
  })

/** Throws while an import is unfinished: nothing would show that events are missing. */
export async function refuseHalfALog(db: Db): Promise<void> {
  if ((await readUnfinishedRestore(db))?.kind === 'log')
    throw new Error(
      'A log is being imported into this database and is not all there. Run npm run ops -- events import again, with the same file.',
    )
}

/** For commands that need complete read models and deliveries. */
export async function refuseUnfinishedRestore(db: Db): Promise<void> {
  await refuseHalfALog(db)
  if (await readUnfinishedRestore(db))
    throw new Error(
      'A restore into this database is not finished. Run npm run ops -- restore again with the same folder, or start the product: both finish it.',
    )
}
