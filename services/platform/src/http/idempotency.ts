import { createHash } from 'node:crypto'
import { type Db, run, type Tx } from '../db.ts'
import { rejection } from '../errors.ts'
import type { Migration } from '../migrate.ts'

/** Where a service remembers its answers to requests with an idempotency key. */
export const idempotencyMigration: Migration = {
  id: 'idempotency-v1',
  sql: `CREATE TABLE idempotency (
    scope text NOT NULL, key text NOT NULL, fingerprint text NOT NULL, answer jsonb,
    created_at timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (scope, key));
    CREATE INDEX ON idempotency (created_at)`,
}

export type IdempotencyKey = { scope: string; key: string; fingerprint: string }

const maxKeyLength = 255

/** The client's key; null when it sent none. */
export function parseIdempotencyKey(
  header: string | undefined,
  scope: string,
  content: unknown,
): IdempotencyKey | null {
  if (header === undefined) return null
  const key = header.trim()
  if (key === '' || key.length > maxKeyLength)
    throw rejection('invalid', 'The Idempotency-Key must have 1 to 255 characters.')
  const fingerprint = createHash('sha256')
    .update(JSON.stringify(content ?? null))
    .digest('hex')
  return { scope, key, fingerprint }
}

/** `position`: where the log has got to with it, if anything was appended. */
export type Outcome = { answer: unknown; position: bigint | undefined }

type Stored = { fingerprint: string; answer: unknown; position: string | null }

/**
 * The answer given before under this key, `undefined` when there is none. Its position is of the whole log, which holds
 * what was appended then.
 * @throws `key-reused` when the content differs, `conflict` when the answer has been erased.
 */
async function findAnswer(db: Db, { scope, key, fingerprint }: IdempotencyKey): Promise<Outcome | undefined> {
  const [stored] = await run<Stored>(db, {
    name: 'idempotency-find',
    text: `SELECT fingerprint, answer, (SELECT max(position) FROM es.events) AS position
      FROM idempotency WHERE scope = $1 AND key = $2`,
    values: [scope, key],
  })
  if (!stored) return undefined
  if ((stored.answer as Partial<typeof redacted> | null)?.$forgotten)
    throw rejection('conflict', 'This was done before. What was answered then has been erased.')
  if (stored.fingerprint !== fingerprint)
    throw rejection('key-reused', 'This Idempotency-Key was already used for another request.')
  return { answer: stored.answer, position: BigInt(stored.position ?? 0) }
}

/** Stores an answer in the transaction of what it answers. Its key is unique: of two at once only one commits. */
export const storeAnswer = (tx: Tx, { scope, key, fingerprint }: IdempotencyKey, answer: unknown) =>
  tx.send({
    name: 'idempotency-store',
    text: 'INSERT INTO idempotency (scope, key, fingerprint, answer) VALUES ($1, $2, $3, $4)',
    values: [scope, key, fingerprint, JSON.stringify(answer ?? null)],
  })

/**
 * Runs `work`, which stores its answer, at most once per key; repeats get the stored answer. Duplicates that arrive while
 * the first is on its way share its outcome. A request that fails has either lost against a duplicate of another process, and
 * finds its answer, or leaves the key free. `findsFirst`: before `work`, which else fails when it stores its answer.
 */
export function createOncePerKey(db: Db, { findsFirst }: { findsFirst: boolean }) {
  const inFlight = new Map<string, Promise<Outcome>>()
  const perform = async (key: IdempotencyKey, work: () => Promise<Outcome>): Promise<Outcome> => {
    const stored = findsFirst ? await findAnswer(db, key) : undefined
    return stored ?? work().catch(async (error) => (await findAnswer(db, key)) ?? Promise.reject(error))
  }
  return (key: IdempotencyKey, work: () => Promise<Outcome>): Promise<Outcome> => {
    const id = JSON.stringify(key)
    const outcome = inFlight.get(id) ?? perform(key, work).finally(() => inFlight.delete(id))
    inFlight.set(id, outcome)
    return outcome
  }
}

const redacted = { $forgotten: true }

/** Redacts every stored answer of a schema, because one may name a person who is erased; the keys stay taken. */
export const redactStoredAnswers = (db: Db, schema: string) =>
  db.query({
    text: `UPDATE ${schema}.idempotency SET answer = $1, fingerprint = '' WHERE answer IS NOT NULL`,
    values: [redacted],
  })
