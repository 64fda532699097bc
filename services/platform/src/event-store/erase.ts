import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, type Pool, run, sql, type Tx } from '../db.ts'
import { Rejection } from '../errors.ts'
import { append } from './append.ts'
import type { Metadata } from './event.ts'
import type { Keyring } from './personal.ts'
import { type RebuildTarget, rebuildProjection } from './rebuild.ts'
import { registeredName } from './registry.ts'

/** What the log says of somebody who has been erased. Stream `erasure-<subject>`. */
export type PersonErased = { type: 'PersonErased'; data: { subject: string; erasedAt: string } }

export type Erased = {
  /** Events whose personal fields can no longer be read. */
  events: number
  /** Read models that were built anew without them. */
  rebuilt: string[]
}

export type EraseOptions = {
  /** Logs in as the owner of the schemas. */
  pool: Pool
  keyring: Keyring
  /** Every read model there is; those that hold nothing of these people are left alone. */
  targets: readonly RebuildTarget[]
  metadata: Metadata
  now: Date
}

/**
 * Destroys the keys of these people, so that their personal fields read `[erased]` for ever, and rebuilds the read
 * models that held them. May be repeated: what a first attempt left undone is done.
 */
export async function eraseSubjects(
  subjects: readonly string[],
  { pool, keyring, targets, metadata, now }: EraseOptions,
): Promise<Erased> {
  await inTransaction(pool, (tx) => recordErasures(tx, subjects, metadata, now))
  const held = await run<{ type: string; n: number }>(pool, {
    text: `SELECT type, count(*)::int AS n FROM (
          SELECT type FROM es.events WHERE stream_id = ANY($1) AND subject = stream_id
          UNION ALL SELECT type FROM es.events WHERE subject = ANY($1) AND subject <> stream_id) held GROUP BY type`,
    values: [subjects],
  })
  const types = new Set(held.map(({ type }) => type))
  const concerned = targets.filter(({ projection }) =>
    projection.types.some((type: string) => types.has(type)),
  )
  for (const target of concerned) await rebuildWhenFree(target, pool, keyring)
  return {
    events: held.reduce((sum, { n }) => sum + n, 0),
    rebuilt: concerned.map(({ schema, projection }) => registeredName(schema, projection)),
  }
}

/** Destroys the keys and says so in the log, once for each; read models that held these people are not rebuilt here. */
export async function recordErasures(
  tx: Tx,
  subjects: readonly string[],
  metadata: Metadata,
  now: Date,
): Promise<void> {
  await tx.query(sql`SELECT es.destroy_keys(${subjects}::text[])`)
  for (const subject of subjects) {
    const stream = `erasure-${subject}`
    const [known] = await run(tx, sql`SELECT 1 FROM es.events WHERE stream_id = ${stream}`)
    if (known) continue
    const event: PersonErased = { type: 'PersonErased', data: { subject, erasedAt: now.toISOString() } }
    await append(tx, { stream, expected: 'none', events: [event], metadata })
  }
}

const pauseMs = 500

/** A rebuild that began before the key was gone may still carry the name: wait for it, then build again. */
async function rebuildWhenFree(target: RebuildTarget, pool: Pool, keyring: Keyring): Promise<void> {
  for (;;) {
    try {
      await rebuildProjection(target, { pool, keyring })
      return
    } catch (error) {
      if (!(error instanceof Rejection) || error.code !== 'conflict') throw error
      await sleep(pauseMs)
    }
  }
}
