import { run, sql, type Tx } from '../db.ts'
import { rewrapDataKey, stripNewlines } from './keyring.ts'

const pageSize = 1_000

/**
 * Wraps the data key of every person with another master key; those of erased people stay destroyed. Answers how many.
 * The caller sees to it that no process uses the one before.
 */
export async function rewrapDataKeys(tx: Tx, from: Buffer, to: Buffer): Promise<number> {
  let count = 0
  for (let after = ''; ; ) {
    const page = await run<{ subject: string; wrapped: string }>(
      tx,
      sql`SELECT subject, encode(wrapped, 'base64') AS wrapped FROM es.subject_keys
          WHERE subject > ${after} AND wrapped IS NOT NULL ORDER BY subject LIMIT ${pageSize}`,
    )
    const keys = page.map(({ subject, wrapped }) =>
      rewrap({ subject, wrapped: stripNewlines(wrapped) }, from, to),
    )
    await tx.query(
      sql`UPDATE es.subject_keys k SET wrapped = decode(n.wrapped, 'base64')
          FROM unnest(${keys.map((it) => it.subject)}::text[], ${keys.map((it) => it.wrapped)}::text[]) n (subject, wrapped)
          WHERE k.subject = n.subject`,
    )
    count += page.length
    after = page.at(-1)?.subject ?? ''
    if (page.length < pageSize) return count
  }
}

function rewrap(...[key, from, to]: Parameters<typeof rewrapDataKey>) {
  try {
    return rewrapDataKey(key, from, to)
  } catch {
    throw new Error(`The key of ${key.subject} was not wrapped by this master key.`)
  }
}
