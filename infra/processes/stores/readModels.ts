import { createPool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import type { Config } from '../config.ts'
import { openKeyring } from '../keys/masterKey.ts'
import { rebuildStale } from './rebuildTargets.ts'

/** Opens the keyring of a migrated store and fills the versions of read models that are new; see `rebuildStale`. */
export async function bringReadModelsUpToDate(
  url: string,
  config: Config,
  log: Log,
  say: (line: string) => void,
  onStale?: () => Promise<void>,
): Promise<Keyring> {
  const pool = createPool({ url, name: 'plumbline-rebuild', log, max: 4, longRunning: true })
  try {
    const keyring = await openKeyring(config, pool)
    await rebuildStale(pool, keyring, say, onStale)
    return keyring
  } finally {
    await pool.end()
  }
}
