import { randomBytes, randomUUID } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Db, type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring, type Keyring } from '@plumbline/platform/encryption'
import type { Config } from '../config.ts'

const masterKeyBytes = 32

type KeyConfig = Pick<Config, 'dataDir' | 'masterKey'>

const fileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'master.key')
/** Written before a rotation, so that the key that a store is encrypted with is never in memory alone. */
const nextFileOf = ({ dataDir }: KeyConfig) => join(dataDir, 'master.key.next')

/** @throws when the file holds no key, as one that was restored or edited by hand. */
function readKeyFile(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== masterKeyBytes)
    throw new Error(`${file} holds no master key: it has ${key.length} bytes instead of ${masterKeyBytes}.`)
  return key
}

/** Writes a key beside its file and puts it there with `place`: a process that is killed leaves no file without a key. */
function writeKeyFile(file: string, key: Buffer, place: (draft: string, file: string) => void): void {
  const draft = `${file}.${randomUUID()}.draft`
  writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    place(draft, file)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** The key that wraps every person's key: from MASTER_KEY, else from the data directory. */
export const readMasterKey = (config: KeyConfig): Buffer | undefined =>
  config.masterKey ?? readKeyFile(fileOf(config))

function makeMasterKey(config: KeyConfig): Buffer {
  mkdirSync(config.dataDir, { recursive: true })
  const key = randomBytes(masterKeyBytes)
  // the loser of a race reads what the winner wrote
  try {
    writeKeyFile(fileOf(config), key, linkSync)
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
  const existing = await storedFingerprint(pool)
  finishRotation(config, existing)
  const master = readMasterKey(config) ?? (existing ? undefined : makeMasterKey(config))
  if (!master)
    throw new Error(
      `The personal data in this database is encrypted with a master key that is not here: ${existing}. Set MASTER_KEY, or put its file back at ${fileOf(config)}.`,
    )
  const keyring = createKeyring(master)
  const [stored] = await run<{ fingerprint: string }>(
    pool,
    sql`INSERT INTO es.master_key (fingerprint) VALUES (${keyring.fingerprint})
        ON CONFLICT (one) DO UPDATE SET fingerprint = es.master_key.fingerprint RETURNING fingerprint`,
  )
  if (stored?.fingerprint !== keyring.fingerprint)
    throw new Error(
      `The personal data in this database is encrypted with another master key (${stored?.fingerprint}) than the one in ${config.masterKey ? 'MASTER_KEY' : fileOf(config)} (${keyring.fingerprint}).`,
    )
  return keyring
}

/** For the identity service: it has no personal fields, so these keys encrypt nothing. */
export const keyringWithoutMasterKey = (): Keyring => createKeyring(randomBytes(masterKeyBytes))

/** The same for processes that were started after `openKeyring` had checked it. */
export function knownKeyring(config: KeyConfig): Keyring {
  const master = readMasterKey(config)
  if (!master) throw new Error('There is no master key: start the product once with npm start.')
  return createKeyring(master)
}

/** For processes that use `knownKeyring`; one that starts during a rotation waits here until it has ended. */
export async function refuseOtherMasterKey(pool: Pool, { fingerprint }: Keyring): Promise<void> {
  const stored = await storedFingerprint(pool)
  if (stored !== undefined && stored !== fingerprint)
    throw new Error(
      `The master key was changed: this database needs ${stored}, and ${fingerprint} is here. Set MASTER_KEY to the new one.`,
    )
}

export const storedFingerprint = async (db: Db): Promise<string | undefined> =>
  (await run<{ fingerprint: string }>(db, sql`SELECT fingerprint FROM es.master_key`))[0]?.fingerprint

/** One that is no key belongs to a rotation that had not begun, so that nothing is encrypted with it. */
function readNextKey(config: KeyConfig): Buffer | undefined {
  try {
    return readKeyFile(nextFileOf(config))
  } catch (error) {
    console.warn(`${(error as Error).message} It is ignored.`)
    return undefined
  }
}

/** The key to change to: given, or made and stored beside the one in the data directory. */
export function nextMasterKey(config: KeyConfig & Pick<Config, 'nextMasterKey'>): Buffer {
  if (config.masterKey && !config.nextMasterKey)
    throw new Error(
      'Set MASTER_KEY_NEXT to the new key, from: openssl rand -base64 32. Store it where MASTER_KEY is stored before you go on.',
    )
  if (config.masterKey && config.nextMasterKey) return config.nextMasterKey
  const next = config.nextMasterKey ?? readNextKey(config) ?? randomBytes(masterKeyBytes)
  writeKeyFile(nextFileOf(config), next, renameSync)
  return next
}

/**
 * Replaces the key in the data directory by the next one if the store is encrypted with that. The one before stays
 * beside it under its fingerprint. Answers whether it did.
 */
export function finishRotation(config: KeyConfig, stored: string | undefined): boolean {
  const next = readNextKey(config)
  if (config.masterKey || !next || createKeyring(next).fingerprint !== stored) return false
  const before = fingerprintHere(config)
  if (before && before !== stored) copyFileSync(fileOf(config), `${fileOf(config)}.${before}`)
  renameSync(nextFileOf(config), fileOf(config))
  return true
}

/** Which master key is here, before anything is opened with it; undefined: none. */
export function fingerprintHere(config: KeyConfig): string | undefined {
  const master = readMasterKey(config)
  return master && createKeyring(master).fingerprint
}
