import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { Rejection } from '../errors.ts'
import { appendEvents } from '../event-store/append.ts'
import type { Metadata } from '../event-store/event.ts'
import { subscriptionName } from '../projections/projection.ts'
import { type RebuildTarget, rebuildProjection } from '../projections/rebuild.ts'
import { dropOtherVersions, refuseMixedReleases } from '../projections/versions.ts'
import type { Keyring } from './keyring.ts'

/** A person was erased. Stream `erasure-<subject>`. */
export type PersonErased = { type: 'PersonErased'; data: { subject: string; erasedAt: string } }

export type Erased = {
  /** Events whose personal fields can no longer be read. */
  events: number
  /** Read models that were rebuilt without them. */
  rebuilt: string[]
}

export type EraseOptions = {
  /** Logs in as the owner of the schemas. */
  pool: Pool
  keyring: Keyring
  /** Every read model there is; only those with events of these people are rebuilt. */
  targets: readonly RebuildTarget[]
  metadata: Metadata
  now: Date
}

/**
 * Destroys the data keys of these people, so that their personal fields read `[erased]` for ever, rebuilds the read models
 * that showed them and drops their other versions. Repeated for the same people it does what a first attempt left undone.
 * @throws Rejection `conflict` while two releases run: only the other one could rebuild its versions.
 */
export async function eraseSubjects(
  subjects: readonly string[],
  { pool, keyring, targets, metadata, now }: EraseOptions,
): Promise<Erased> {
  await refuseMixedReleases(pool)
  await inTransaction(pool, (tx) => recordErasures(tx, subjects, metadata, now))
  const affectedEvents = await run<{ type: string; n: number }>(pool, {
    text: `SELECT type, count(*)::int AS n FROM (
          SELECT type FROM es.events WHERE stream_id = ANY($1) AND subject = stream_id
          UNION ALL SELECT type FROM es.events WHERE subject = ANY($1) AND subject <> stream_id) affectedEvents GROUP BY type`,
    values: [subjects],
  })
  const types = new Set(affectedEvents.map(({ type }) => type))
  const affected = targets.filter(({ projection }) =>
    projection.types.some((type: string) => types.has(type)),
  )
  for (const target of affected) await rebuildWhenFree(target, pool, keyring)
  await dropOtherVersions(
    pool,
    affected.map(({ schema, projection }) => ({
      name: subscriptionName(schema, projection),
      version: projection.version,
    })),
  )
  return {
    events: affectedEvents.reduce((sum, { n }) => sum + n, 0),
    rebuilt: affected.map(({ schema, projection }) => subscriptionName(schema, projection)),
  }
}

/** Destroys the data keys and appends one event for each person; read models are not rebuilt here. */
export async function recordErasures(
  tx: Tx,
  subjects: readonly string[],
  metadata: Metadata,
  now: Date,
): Promise<void> {
  await tx.query(sql`SELECT es.destroy_data_keys(${subjects}::text[])`)
  for (const subject of subjects) {
    const stream = `erasure-${subject}`
    const [recorded] = await run(tx, sql`SELECT 1 FROM es.events WHERE stream_id = ${stream}`)
    if (recorded) continue
    const event: PersonErased = { type: 'PersonErased', data: { subject, erasedAt: now.toISOString() } }
    await appendEvents(tx, { stream, expectedVersion: 0, events: [event], metadata })
  }
}

const retryDelayMs = 500

/** A rebuild that began before the key was gone may still carry the name: wait for it, then build again. */
async function rebuildWhenFree(target: RebuildTarget, pool: Pool, keyring: Keyring): Promise<void> {
  for (;;) {
    try {
      await rebuildProjection(target, { pool, keyring })
      return
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'conflict') throw error
      await sleep(retryDelayMs)
    }
  }
}
