import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { withLock } from '../../processes/postgres/lock.ts'
import { startProduct, throwawayDataDir } from './product.ts'

/** What a product is started with first, and its owner `owner` signs in with. */
export const firstSettings = { OWNER_PASSWORD: 'correct horse', RATE_LIMIT_SCALE: '100' }

/**
 * Puts into an empty folder what a product had stored when it was started for the first time and stopped: a database that
 * is migrated and filled, the owner, keys. The first test that needs it starts that product for the whole run.
 */
export async function copyStartedFolder(dataDir: string, demoData: 'on' | 'off'): Promise<void> {
  const started = join(inject('startedFolders'), demoData)
  await withLock(`${started}.lock`, async () => {
    if (existsSync(started)) return
    const folder = throwawayDataDir()
    const product = await startProduct(folder, { ...firstSettings, DEMO_DATA: demoData }, [])
    if ((await product.stop()) !== 0) throw new Error(`The first start did not stop:\n${product.output()}`)
    await rename(folder, started)
  })
  // with owners, because a database that root starts belongs to somebody else
  await promisify(execFile)('cp', ['-a', `${started}/.`, dataDir])
}
