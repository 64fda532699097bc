import { buildAll } from '@plumbline/build'
import { createPool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/event-store'
import { createLog, type Log } from '@plumbline/platform/log'
import { type Config, readConfig } from '../config.ts'
import { seedDemo } from '../demo/seed.ts'
import { lockDataDir } from '../embedded/lock.ts'
import { openKeyring } from '../masterKey.ts'
import { rebuildStale } from '../projections.ts'
import { migrateAll } from '../schemas.ts'
import { createFirstOwner, type Welcome } from './firstOwner.ts'
import { refuseTakenPort } from './port.ts'
import { openStores } from './stores.ts'
import { type SuperviseOptions, supervise } from './supervise.ts'

/** Starts the whole product on this machine and keeps it running until it is told to stop. */
const say = (line: string) => console.log(line)
const undo: (() => void | Promise<void>)[] = []
let stoppingSince: number | undefined

/** Stops everything that was started, the last first. A second Ctrl-C does not wait. */
function stop(exitCode: number): void {
  if (stoppingSince !== undefined) {
    // one Ctrl-C may arrive twice: from the terminal and from npm
    if (performance.now() - stoppingSince > 1_000) process.exit(1)
    return
  }
  stoppingSince = performance.now()
  void (async () => {
    for (const step of undo.reverse()) {
      try {
        await step()
      } catch (error) {
        console.error((error as Error).message)
      }
    }
    process.exit(exitCode)
  })()
}

async function start(): Promise<void> {
  const config = readConfig()
  if (config.limitScale !== 1)
    say(`RATE_LIMIT_SCALE is ${config.limitScale}: every rate limit is multiplied by it.`)
  undo.push(lockDataDir(config.dataDir))
  await refuseTakenPort(config.port, config.host)
  await buildAll({ log: say })
  const opening = openStores(config, say)
  // also when it is told to stop while the database is starting
  undo.push(async () => (await opening.catch(() => undefined))?.stop())
  const stores = await opening
  const log = createLog('start')
  await migrateAll(stores.databaseUrl, log)
  const keyring = await bringReadModelsUpToDate(stores.databaseUrl, config, log)
  if ((config.demoData ?? (stores.embedded ? 'on' : 'off')) === 'on')
    await seedDemo(stores.databaseUrl, keyring, log)
  const options = { env: { DATABASE_URL: stores.databaseUrl }, log: say }
  const worker = await supervise('worker', withOps(options, config, 0))
  undo.push(worker.stop)
  const web = await supervise('web', withOps(options, config, 1))
  undo.push(web.stop)
  // made last and shown at once: a password nobody saw is a door nobody can open
  const welcome = await createFirstOwner(stores.databaseUrl, config, stores.embedded, log)
  greet(web.url ?? '', welcome)
}

/** On one machine every process has an operations port of its own. */
const withOps = (options: SuperviseOptions, { ops }: Config, place: number): SuperviseOptions =>
  ops ? { ...options, env: { ...options.env, OPS_PORT: String(ops.port + place) } } : options

async function bringReadModelsUpToDate(url: string, config: Config, log: Log): Promise<Keyring> {
  const pool = createPool({ url, name: 'plumbline-rebuild', log, max: 4, patient: true })
  try {
    const keyring = await openKeyring(config, pool)
    await rebuildStale(pool, keyring, say)
    return keyring
  } finally {
    await pool.end()
  }
}

function greet(url: string, welcome: Welcome | null): void {
  say(`Ready at ${url}`)
  if (welcome?.password)
    say(`Sign in as ${welcome.username} with the password ${welcome.password} (shown this once)`)
  else if (welcome) say(`Sign in as ${welcome.username} with the password you gave in OWNER_PASSWORD`)
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
process.on('SIGHUP', () => stop(0))
// whoever started us with a channel and is gone wants nothing more from us
process.on('disconnect', () => stop(0))
start().catch((error: Error) => {
  console.error(error.message)
  stop(1)
})
