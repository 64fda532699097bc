import type { Pool } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import { backUpBeforeUpgrade } from '../../processes/backup/beforeUpgrade.ts'
import { readConfig } from '../../processes/config.ts'
import { fingerprintHere, openKeyring } from '../../processes/masterKey.ts'
import { migrateAll } from '../../processes/schemas.ts'
import { startPostgres } from '../../tooling/embedded/postgres.ts'
import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'
import { backup, restore } from './backup.ts'
import type { Command } from './command.ts'
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
  yes: { type: 'boolean' },
  to: { type: 'string' },
} as const

const { values, positionals } = readCommandLine(usage, options)
const nameLength = positionals.slice(0, 2).join(' ') in commands ? 2 : 1
const name = positionals.slice(0, nameLength).join(' ')
const words = positionals.slice(nameLength)
const args = values.all ? [...words, '--all'] : words
const command = commands[name]

if (command) await run(command)
else if (name) refuse(`There is no command '${name}'`)
else console.log(usage)

async function run(chosen: Command): Promise<void> {
  let stop = async () => {}
  try {
    const config = readConfig()
    process.env.LOG_LEVEL ||= 'warn'
    // stdout is for what was asked for
    const log = createLog('ops', process.stderr)
    let databaseUrl = config.databaseUrl
    if (!databaseUrl) {
      // adopts the running embedded server, or starts it for the length of this command
      const server = await startPostgres({ dataDir: config.dataDir })
      databaseUrl = server.url
      if (!server.adopted) stop = server.stop
    }
    const isEmbedded = !config.databaseUrl
    if (!chosen.withoutMigration) {
      if (isEmbedded) await backUpBeforeUpgrade(databaseUrl, config, log, console.error)
      await migrateAll(databaseUrl, log)
    }
    const keyring = (pool: Pool) => openKeyring(config, pool)
    await chosen.run(
      {
        databaseUrl,
        isEmbedded,
        redisUrl: config.redisUrl,
        json: values.json,
        business: config.business,
        backups: config.backups,
        log,
        keyring,
        fingerprint: fingerprintHere(config),
        options: values,
      },
      args,
    )
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
  await stop()
  process.exit()
}
