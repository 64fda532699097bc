import '../../processes/stores/withoutPostgresVariables.ts'
import { constants } from 'node:os'
import { createPool } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import { backUpBeforeUpgrade } from '../../processes/backup/beforeUpgrade.ts'
import { readConfig } from '../../processes/config.ts'
import { fingerprintHere, openKeyring } from '../../processes/keys/masterKey.ts'
import { type RunningPostgres, startPostgres } from '../../processes/postgres/postgres.ts'
import { migrateAll } from '../../processes/stores/schemas.ts'
import type { AnyCommand, Context } from './command.ts'
import { readCommand } from './readCommand.ts'

const { command, json, args, options } = readCommand(process.argv.slice(2))

let server: Promise<RunningPostgres> | undefined
let isInterrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => void interrupt(128 + constants.signals[signal]))

await run(command)

async function run(chosen: AnyCommand): Promise<void> {
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
      json,
      business: config.business,
      lockedBy: config.lockedBy,
      backups: config.backups,
      log,
      keyring: () => openKeyring(config, pool),
      fingerprint: fingerprintHere(config),
    }
    await chosen.run(context, args, options).finally(() => pool.end())
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
