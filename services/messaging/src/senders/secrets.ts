import { type Db, run } from '@plumbline/platform/db'
import { type DataKey, holdDataKey, type Keyring } from '@plumbline/platform/encryption'
import type { Migration } from '@plumbline/platform/migrate'
import type { SecretName } from '../events.ts'

/** Values that are in no event: a removed one leaves no copy. Encrypted with a data key, as the content of deliveries. */
export const secretMigrations: readonly Migration[] = [
  {
    id: 'sender-secrets-v1',
    sql: 'CREATE TABLE sender_secrets (name text PRIMARY KEY, ciphertext text NOT NULL)',
  },
]

const subject = 'senders-1'
const contextOf = (name: string) => `${subject}|${name}`

export type Secrets = { [Name in SecretName]?: string }

export async function storeSecrets(
  db: Db,
  keyring: Keyring,
  secrets: { [Name in SecretName]?: string | null | undefined },
): Promise<void> {
  const entries = Object.entries(secrets).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return
  const key = await holdDataKey(db, keyring, subject)
  for (const [name, value] of entries)
    if (value) await storeSecret(db, name, keyring.encrypt(key, contextOf(name), value))
  await removeSecrets(
    db,
    entries.flatMap(([name, value]) => (value ? [] : [name as SecretName])),
  )
}

const storeSecret = (db: Db, name: string, ciphertext: string) =>
  run(db, {
    name: 'store-sender-secret',
    text: `INSERT INTO sender_secrets VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET ciphertext = excluded.ciphertext`,
    values: [name, ciphertext],
  })

export const removeSecrets = (db: Db, names: readonly SecretName[]) =>
  run(db, {
    name: 'remove-sender-secrets',
    text: 'DELETE FROM sender_secrets WHERE name = ANY($1)',
    values: [names],
  })

/** Those that are stored. */
export async function readSecrets(db: Db, keyring: Keyring): Promise<Secrets> {
  const rows = await run<{ name: string; ciphertext: string; wrapped: string }>(db, {
    name: 'read-sender-secrets',
    text: `SELECT name, ciphertext, translate(encode(wrapped, 'base64'), E'\\n', '') AS wrapped
      FROM sender_secrets JOIN es.subject_keys ON subject = $1`,
    values: [subject],
  })
  const key = (wrapped: string): DataKey => ({ subject, wrapped })
  return Object.fromEntries(
    rows.map(({ name, ciphertext, wrapped }) => [
      name,
      keyring.decrypt(key(wrapped), contextOf(name), ciphertext),
    ]),
  )
}
