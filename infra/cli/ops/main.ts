import '../../processes/withoutPostgresVariables.ts'
import { constants } from 'node:os'
import { createPool } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import { backUpBeforeUpgrade } from '../../processes/backup/beforeUpgrade.ts'
import { readConfig } from '../../processes/config.ts'
import { fingerprintHere, openKeyring } from '../../processes/masterKey.ts'
import { migrateAll } from '../../processes/schemas.ts'
import { type RunningPostgres, startPostgres } from '../../tooling/embedded/postgres.ts'
import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'
import { backup, restore } from './backup.ts'
import type { Command, Context } from './command.ts'
import { listDeliveries, retryDeliveries } from './deliveries.ts'
import { erase } from './erase.ts'
import { events } from './events.ts'
import { feeds } from './feeds.ts'
import { rotate } from './masterKey.ts'
import { personExport } from './person.ts'
import { projections } from './projections.ts'
import { exportEvents, importEvents } from './transfer.ts'
import { upgradeCheck } from './upgrade.ts'
import { users } from './users.ts'

const commands: Record<string, Command> = {
  backup,
  'deliveries list': listDeliveries,
  'deliveries retry': retryDeliveries,
  erase,
  events,
  'events export': exportEvents,
  'events import': importEvents,
  feeds,
  'master-key rotate': rotate,
  'person export': personExport,
  projections,
  restore,
  'upgrade check': upgradeCheck,
  users,
}

const usage = [
  'npm run ops -- <command> [--json]',
  ...Object.values(commands).map(({ usage, example }) => `  ${usage}\n    e.g. npm run ops -- ${example}`),
].join('\n\n')

const options = {
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  type: { type: 'string' },
  last: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
  file: { type: 'string' },
  stream: { type: 'string' },
  after: { type: 'string' },
  state: { type: 'string' },
  limit: { type: 'string' },
  failed: { type: 'boolean' },
  since: { type: 'string' },
  keys: { type: 'string' },
  'take-over': { type: 'boolean' },
  yes: { type: 'boolean' },
  to: { type: 'string' },
} as const

const { values, positionals } = readCommandLine(usage, options)
const nameLength = positionals.slice(0, 2).join(' ') in commands ? 2 : 1
const name = positionals.slice(0, nameLength).join(' ')
const words = positionals.slice(nameLength)
const args = values.all ? [...words, '--all'] : words
const command = commands[name]

let server: Promise<RunningPostgres> | undefined
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void interrupt(128 + constants.signals[signal]))

if (command) await run(command)
else if (name) refuse(`There is no command '${name}'`)
else console.log(usage)

async function run(chosen: Command): Promise<void> {
  try {
    const config = readConfig()
    process.env.LOG_LEVEL ||= 'warn'
    // stdout is for what was asked for
    const log = createLog('ops', { write: complain })
    let databaseUrl = config.databaseUrl
    if (!databaseUrl) {
      // adopts the running embedded server, or starts it for the length of this command
      server = startPostgres({ dataDir: config.dataDir })
      databaseUrl = (await server).url
    }
    const isEmbedded = !config.databaseUrl
    if (!chosen.withoutMigration) {
      if (isEmbedded) await backUpBeforeUpgrade(databaseUrl, config, log, console.error)
      await migrateAll(databaseUrl, log)
    }
    const pool = createPool({ url: databaseUrl, name: 'plumbline-ops', log, max: 4, longRunning: true })
    const context: Context = {
      pool,
      databaseUrl,
      isEmbedded,
      redisUrl: config.redisUrl,
      json: values.json,
      business: config.business,
      backups: config.backups,
      log,
      keyring: () => openKeyring(config, pool),
      fingerprint: fingerprintHere(config),
      options: values,
    }
    await chosen.run(context, args).finally(() => pool.end())
  } catch (error) {
    complain(`${(error as Error).message}\n`)
    if (isInterrupted) return
    process.exitCode = 1
  }
  await stopServer()
  process.exit()
}

/** What is interrupted loses its database, which is no news. */
function complain(line: string): void {
  if (!isInterrupted) process.stderr.write(line)
}

async function interrupt(exitCode: number): Promise<void> {
  if (isInterrupted) return
  isInterrupted = true
  await stopServer()
  process.exit(process.exitCode ?? exitCode)
}

/** Not one that ran before this command. */
async function stopServer(): Promise<void> {
  const started = await server?.catch(() => undefined)
  if (started && !started.adopted) await started.stop()
}
