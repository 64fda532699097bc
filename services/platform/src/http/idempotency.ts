import { createHash } from 'node:crypto'
import { type Db, run, type Tx } from '../db.ts'
import { Rejection, reject } from '../errors.ts'
import type { Migration } from '../migrate.ts'
import { beside, together, unitOf } from '../unit.ts'

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
 * Runs `work` once per key, inside its transaction, and replays its answer from then on; when it is refused, the key is
 * free. What has a unit to wait for its end is tried first: whoever finds the key taken there has done nothing and begins
 * again (SQLSTATE 23505, 40001), as `commit` does, this time by looking.
 */
export async function once<T>(tx: Tx, key: Keyed | null, work: () => Promise<T>): Promise<T> {
  if (!key) return work()
  const before = unitOf(tx)?.holds ? undefined : await replay(beside(tx), key)
  if (before !== undefined) return before as T
  try {
    const answer = await work()
    await together(
      tx,
      (value, from) => `INSERT INTO idempotency (scope, key, fingerprint, answer)
        SELECT ${value(key.scope)}::text, ${value(key.key)}::text, ${value(key.fingerprint)}::text,
          ${value(JSON.stringify(answer ?? null))}::jsonb ${from}`,
    )
    return answer
  } catch (error) {
    // refused perhaps because it was done before
    const done = error instanceof Rejection && (await replay(beside(tx), key)) !== undefined
    throw done
      ? Object.assign(new Error('This was done before.'), { code: '40001', severity: 'ERROR' })
      : error
  }
}
