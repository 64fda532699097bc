import { type Db, run } from '../db.ts'
import { type DataKey, type Keyring, stripNewlines } from './keyring.ts'

/**
 * The person's data key, created the first time and kept from being destroyed until the transaction ends.
 * @throws SQLSTATE `ES410` for a person who has been erased.
 */
export async function holdDataKey(db: Db, keyring: Keyring, subject: string): Promise<DataKey> {
  const [row] = await run<{ wrapped: string }>(db, {
    name: 'es-data-key',
    text: "SELECT encode(es.data_key($1, $2), 'base64') AS wrapped",
    values: [subject, Buffer.from(keyring.createDataKey(subject).wrapped, 'base64')],
  })
  if (!row) throw new Error(`no key for ${subject}`)
  return { subject, wrapped: stripNewlines(row.wrapped) }
}

/** Data keys that a transaction has asked for, by person. */
export type DataKeys = Map<string, Promise<DataKey>>

/** The key of a person, read once per transaction; see `findDataKey`. */
export function dataKeyOf(
  { db, keyring, dataKeys }: { db: Db; keyring: Keyring; dataKeys: DataKeys },
  subject: string,
): Promise<DataKey> {
  const key = dataKeys.get(subject) ?? findDataKey(db, keyring, subject)
  dataKeys.set(subject, key)
  return key
}

/** The same as `holdDataKey` without a lock, and a new one that is not stored yet where there is none: `es.append` checks and stores it. */
export async function findDataKey(db: Db, keyring: Keyring, subject: string): Promise<DataKey> {
  const [row] = await run<{ wrapped: string | null }>(db, {
    name: 'es-find-data-key',
    text: "SELECT encode(wrapped, 'base64') AS wrapped FROM es.subject_keys WHERE subject = $1",
    values: [subject],
  })
  if (!row) return keyring.createDataKey(subject)
  if (row.wrapped === null)
    throw Object.assign(new Error(`${subject} has been erased`), { code: 'ES410', severity: 'ERROR' })
  return { subject, wrapped: stripNewlines(row.wrapped) }
}
