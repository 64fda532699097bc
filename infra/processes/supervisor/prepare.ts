import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '@plumbline/platform/log'
import { seedDemo } from '../../demo/seed.ts'
import { addressOf } from '../addressOf.ts'
import { backUpBeforeUpgrade } from '../backup/beforeUpgrade.ts'
import { type Config, readConfig, root } from '../config.ts'
import { prepareStores } from '../stores/prepareStores.ts'
import type { OpenedStores, PrepareMessage } from './startPrepare.ts'

const send = (message: PrepareMessage) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()) ?? resolve())

/** Builds the front-ends, prepares the stores once they are open, and fills in demonstration data. */
async function prepare(): Promise<void> {
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
  const keyring = await prepareStores(config, {
    url: databaseUrl,
    embedded,
    log,
    onWelcome: (welcome) => send({ type: 'welcome', welcome }),
    onUpgrading: () => send({ type: 'upgrading' }),
  })
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
prepare().then(
  () => process.exit(0),
  async (error: Error) => {
    await send({ type: 'failed', message: error.message })
    process.exit(1)
  },
)
