import { createHash } from 'node:crypto'
import { type Db, run, type Tx } from '../db.ts'
import { reject } from '../errors.ts'
import type { Migration } from '../migrate.ts'

/** Where a service remembers the answers it gave to keyed requests. */
export const idempotencyMigration: Migration = {
  id: 'idempotency-v1',
  sql: `CREATE TABLE idempotency (
    scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, answer jsonb,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (scope, key));
    CREATE INDEX ON idempotency (created_at)`,
}

export type Keyed = { scope: string; key: string; fingerprint: string }

const maxKeyLength = 255

/** Reads the client's key; answers null when it sent none. */
export function keyed(header: string | undefined, scope: string, content: unknown): Keyed | null {
  if (header === undefined) return null
  const key = header.trim()
  if (key === '' || key.length > maxKeyLength)
    throw reject('invalid', 'The Idempotency-Key must have 1 to 255 characters.')
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(content ?? null))
    .digest('hex')
  return { scope, key, fingerprint }
}

type Stored = { fingerprint: string; answer: unknown }

/** The answer given before under this key, `undefined` when there is none; 422 when the content differs. */
export async function replay(db: Db, { scope, key, fingerprint }: Keyed): Promise<unknown> {
  const [stored] = await run<Stored>(db, {
    name: 'idempotency-replay',
    text: 'SELECT fingerprint, answer FROM idempotency WHERE scope = $1 AND key = $2',
    values: [scope, key],
  })
  if (!stored) return undefined
  if ((stored.answer as Partial<typeof forgotten> | null)?.$forgotten)
    throw reject('conflict', 'This was done before. What was answered then has been erased.')
  if (stored.fingerprint !== fingerprint)
    throw reject('key-reused', 'This Idempotency-Key was already used for another request.')
  return stored.answer
}

const forgotten = { $forgotten: true }

/** Empties every answer kept in a schema, because one may speak of somebody who is erased; the keys stay taken. */
export const forgetAnswers = (db: Db, schema: string) =>
  db.query({
    text: `UPDATE ${schema}.idempotency SET answer = $1, fingerprint = '' WHERE answer IS NOT NULL`,
    values: [forgotten],
  })

/**
 * Runs `work` once per key, inside its transaction: a twin waits for the first one's commit, then
 * replays its answer; when the first is refused, the key is free again.
 */
export async function once<T>(tx: Tx, key: Keyed | null, work: () => Promise<T>): Promise<T> {
  if (!key) return work()
  const taken = await run(tx, {
    name: 'idempotency-take',
    text: 'INSERT INTO idempotency (scope, key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1',
    values: [key.scope, key.key, key.fingerprint],
  })
  if (taken.length === 0) return (await replay(tx, key)) as T
  const answer = await work()
  await tx.query({
    name: 'idempotency-keep',
    text: 'UPDATE idempotency SET answer = $3::jsonb WHERE scope = $1 AND key = $2',
    values: [key.scope, key.key, JSON.stringify(answer)],
  })
  return answer
}
