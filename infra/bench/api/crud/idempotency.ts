import { createHash } from 'node:crypto'
import type { Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Request } from 'express'

type Answer = { status: number; etag: string; body: object }

/** Does the work once per key and person, in the transaction of the work; a twin is answered the same. */
export async function oncePerKey(
  tx: Tx,
  req: Request,
  userId: number,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = req.get('idempotency-key')
  if (!key) return work()
  const scope = `${userId} ${req.method} ${req.path}`
  const fingerprint = createHash('sha256').update(JSON.stringify(req.body)).digest('hex')
  const taken = await tx.query({
    name: 'take-key',
    text: 'INSERT INTO idempotency (scope, key, fingerprint) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    values: [scope, key, fingerprint],
  })
  if (taken.rowCount === 0) return replay(tx, scope, key, fingerprint)
  const answer = await work()
  await tx.query({
    name: 'keep-answer',
    text: 'UPDATE idempotency SET answer = $3 WHERE scope = $1 AND key = $2',
    values: [scope, key, JSON.stringify(answer)],
  })
  return answer
}

async function replay(tx: Tx, scope: string, key: string, fingerprint: string): Promise<Answer> {
  const { rows } = await tx.query(
    'SELECT fingerprint, answer FROM idempotency WHERE scope = $1 AND key = $2',
    [scope, key],
  )
  if (rows[0]?.fingerprint !== fingerprint)
    throw rejection('key-reused', 'This Idempotency-Key was already used for another request.')
  return rows[0].answer
}
