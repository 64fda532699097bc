import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring, type Keyring } from '@plumbline/platform/encryption'
import type { Config } from './config.ts'

type KeyConfig = Pick<Config, 'dataDir' | 'masterKey'>

const fileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'master.key')

/** The key that wraps every person's key: from MASTER_KEY, else from the data directory. */
function readMasterKey(config: KeyConfig): Buffer | undefined {
  if (config.masterKey) return config.masterKey
  if (existsSync(fileOf(config))) return Buffer.from(readFileSync(fileOf(config), 'utf8').trim(), 'base64')
  return undefined
}

function makeMasterKey(config: KeyConfig): Buffer {
  mkdirSync(config.dataDir, { recursive: true })
  const key = randomBytes(32)
  // the loser of a race reads what the winner wrote
  try {
    writeFileSync(fileOf(config), `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    return key
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
    return readMasterKey(config) as Buffer
  }
}

/**
 * The keyring of this store. A store that has none yet gets a new master key; one that was encrypted with another is
 * refused, because nothing in it could be decrypted.
 */
export async function openKeyring(config: KeyConfig, pool: Pool): Promise<Keyring> {
  const [existing] = await run<{ fingerprint: string }>(pool, sql`SELECT fingerprint FROM es.master_key`)
  const master = readMasterKey(config) ?? (existing ? undefined : makeMasterKey(config))
  if (!master)
    throw new Error(
      `The personal data in this database is encrypted with a master key that is not here. Set MASTER_KEY, or put its file back at ${fileOf(config)}.`,
    )
  const keyring = createKeyring(master)
  const [stored] = await run<{ fingerprint: string }>(
    pool,
    sql`INSERT INTO es.master_key (fingerprint) VALUES (${keyring.fingerprint})
        ON CONFLICT (one) DO UPDATE SET fingerprint = es.master_key.fingerprint RETURNING fingerprint`,
  )
  if (stored?.fingerprint !== keyring.fingerprint)
    throw new Error(
      `The personal data in this database is encrypted with another master key than the one in ${config.masterKey ? 'MASTER_KEY' : fileOf(config)}.`,
    )
  return keyring
}

/** For the identity service: it has no personal fields, so these keys encrypt nothing. */
export const keyringWithoutMasterKey = (): Keyring => createKeyring(randomBytes(32))

/** The same for processes that were started after `openKeyring` had checked it. */
export function knownKeyring(config: KeyConfig): Keyring {
  const master = readMasterKey(config)
  if (!master) throw new Error('There is no master key: start the product once with npm start.')
  return createKeyring(master)
}

/** Which master key is here, before anything is opened with it; undefined: none. */
export function fingerprintHere(config: KeyConfig): string | undefined {
  const master = readMasterKey(config)
  return master && createKeyring(master).fingerprint
}
