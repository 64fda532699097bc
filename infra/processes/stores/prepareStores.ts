import { gatewaySchema, storeFrontEnds } from '@plumbline/gateway/schema'
import { createPool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import { connectionOf } from '@plumbline/platform/migrate'
import { type Config, root } from '../config.ts'
import { openKeyring } from '../keys/masterKey.ts'
import { createFirstOwner, type Welcome } from './firstOwner.ts'
import { rebuildStale } from './rebuildTargets.ts'
import { migrateAll } from './schemas.ts'

export type PrepareOptions = {
  url: string
  embedded: boolean
  log: Log
  onWelcome: (welcome: Welcome) => void | Promise<void>
  /** Called before read models are filled, if there are any to fill. */
  onUpgrading?: () => Promise<void>
}

/**
 * What there must be in the stores before a release serves anybody: schema, front-ends, first owner, read models. Several at
 * once do no harm.
 */
export async function prepareStores(
  config: Config,
  { url, embedded, log, onWelcome, onUpgrading }: PrepareOptions,
): Promise<Keyring> {
  await migrateAll(url, log)
  await storeBuiltFrontEnds(url, log)
  // as early as may be: processes that waited for the schema are ready from here on, and what is ready can be signed in to
  const welcome = await createFirstOwner(url, config, embedded, log)
  if (welcome) await onWelcome(welcome)
  const pool = createPool({ url, name: 'plumbline-rebuild', log, max: 4, longRunning: true })
  try {
    const keyring = await openKeyring(config, pool)
    await rebuildStale(pool, keyring, console.log, onUpgrading)
    return keyring
  } finally {
    await pool.end()
  }
}

/** Stores the built front-ends of this release for open tabs, which gateways of other releases serve too. */
async function storeBuiltFrontEnds(url: string, log: Log): Promise<void> {
  const pool = createPool({ url, name: 'plumbline-front-ends', log, ...connectionOf(gatewaySchema), max: 1 })
  await storeFrontEnds(pool, root).finally(() => pool.end())
}
