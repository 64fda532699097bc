import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '@plumbline/platform/log'
import { seedDemo } from '../../demo/seed.ts'
import { addressOf } from '../addressOf.ts'
import { backUpBeforeUpgrade } from '../backup/beforeUpgrade.ts'
import { type Config, readConfig, root } from '../config.ts'
import { storeBuiltFrontEnds } from '../roles/frontEnds.ts'
import { createFirstOwner } from '../stores/firstOwner.ts'
import { bringReadModelsUpToDate } from '../stores/readModels.ts'
import { migrateAll } from '../stores/schemas.ts'
import type { OpenedStores, SetUpMessage } from './startSetUp.ts'

const send = (message: SetUpMessage) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()) ?? resolve())

/** Front-ends, schema, first owner, read models and demonstration data: what there must be before anybody is served. */
async function setUp(): Promise<void> {
  const config = readConfig()
  const { dataDir, host, port, ops, databaseUrl: given, redisUrl, limitScale } = config
  const address = addressOf(config)
  const settings = { dataDir, host, port, ops, databaseUrl: given, redisUrl, limitScale, address }
  const opened = once(process, 'message')
  await send({ type: 'settings', settings })
  await buildFrontEnds(config)
  const [{ databaseUrl, embedded }] = (await opened) as [OpenedStores]
  const log = createLog('start')
  if (embedded) await backUpBeforeUpgrade(databaseUrl, config, log, console.log)
  await migrateAll(databaseUrl, log)
  await storeBuiltFrontEnds(databaseUrl, log)
  // before anything answers, so that whatever is ready can be signed in to
  const welcome = await createFirstOwner(databaseUrl, config, embedded, log)
  if (welcome) await send({ type: 'welcome', welcome })
  const tellUpgrade = () => send({ type: 'upgrading' })
  const keyring = await bringReadModelsUpToDate(databaseUrl, config, log, console.log, tellUpgrade)
  if ((config.demoData ?? (embedded ? 'on' : 'off')) === 'on') await seedDemo(databaseUrl, keyring, log)
}

/** An image has them built already, and nothing to build them with. */
async function buildFrontEnds({ remoteOverrides }: Config): Promise<void> {
  if (!existsSync(join(root, 'shell/src'))) return
  const { buildAll } = await import('@plumbline/build')
  await buildAll({ log: console.log, development: remoteOverrides.length > 0 })
}

// a terminal's Ctrl-C is the parent's to handle
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(1))
setUp().then(
  () => process.exit(0),
  async (error: Error) => {
    await send({ type: 'failed', message: error.message })
    process.exit(1)
  },
)
