import { parseArgs } from 'node:util'
import { createLog } from '@plumbline/platform/log'
import { readConfig } from '../config.ts'
import { startPostgres } from '../embedded/postgres.ts'
import { migrateAll } from '../schemas.ts'
import { backup, restore } from './backup.ts'
import type { Command } from './command.ts'
import { events } from './events.ts'
import { projections } from './projections.ts'
import { users } from './users.ts'

const commands: Record<string, Command> = { backup, events, projections, restore, users }

function help(): void {
  console.log('npm run ops -- <command> [--json]\n')
  for (const { usage, example } of Object.values(commands))
    console.log(`  ${usage}\n    e.g. npm run ops -- ${example}\n`)
}

const options = {
  help: { type: 'boolean', short: 'h' },
  json: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  type: { type: 'string' },
  last: { type: 'string' },
  follow: { type: 'boolean', short: 'f' },
} as const

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options })
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

const { values, positionals } = readArguments()
const [name, ...words] = positionals
const args = values.all ? [...words, '--all'] : words
const command = name === undefined ? undefined : commands[name]

if (values.help || !command) {
  help()
  process.exitCode = values.help || name === undefined ? 0 : 2
} else {
  await run(command)
}

async function run(chosen: Command): Promise<void> {
  let stop = async () => {}
  try {
    const config = readConfig()
    process.env.LOG_LEVEL ||= 'warn'
    const log = createLog('ops')
    let databaseUrl = config.databaseUrl
    if (!databaseUrl) {
      // adopts the running embedded server, or starts it for the length of this command
      const server = await startPostgres({ dataDir: config.dataDir })
      databaseUrl = server.url
      if (!server.adopted) stop = server.stop
    }
    await migrateAll(databaseUrl, log)
    await chosen.run({ databaseUrl, json: values.json, log, options: values }, args)
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
  await stop()
  process.exit()
}
