import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'
import { backup, restore } from './backup.ts'
import type { AnyCommand } from './command.ts'
import { listDeliveries, retryDeliveries } from './deliveries.ts'
import { removeDemo } from './demo.ts'
import { erase } from './erase.ts'
import { showStream, tailEvents } from './events.ts'
import { feeds } from './feeds.ts'
import { rotate } from './masterKey.ts'
import { personExport } from './person.ts'
import { projections } from './projections.ts'
import { exportEvents, importEvents } from './transfer.ts'
import { upgradeCheck } from './upgrade.ts'
import { users } from './users.ts'

export const commands: Record<string, AnyCommand> = {
  backup,
  'deliveries list': listDeliveries,
  'deliveries retry': retryDeliveries,
  'demo remove': removeDemo,
  erase,
  'events export': exportEvents,
  'events import': importEvents,
  'events show': showStream,
  'events tail': tailEvents,
  feeds,
  'master-key rotate': rotate,
  'person export': personExport,
  projections,
  restore,
  'upgrade check': upgradeCheck,
  users,
}

const usageOf = ({ usage, example }: AnyCommand) => `  ${usage}\n    e.g. npm run ops -- ${example}`
const usage = ['npm run ops -- <command> [--json]', ...Object.values(commands).map(usageOf)].join('\n\n')

/** Which command was called, and how. Prints the usage and ends when there is none; a wrong option ends it with code 2. */
export function readCommand(argv: string[]) {
  const [first = '', second = ''] = argv.filter((it) => !it.startsWith('-'))
  const name = `${first} ${second}` in commands ? `${first} ${second}` : first
  const command = commands[name]
  if (!command) {
    if (first) refuse(`There is no command '${name}'`)
    readCommandLine(usage, {}, argv)
    console.log(usage)
    process.exit(0)
  }
  const json = { type: 'boolean', default: false } as const
  const { values, positionals } = readCommandLine(usage, { ...command.options, json }, argv)
  const { json: isJson, ...options } = values as Record<string, unknown>
  return { command, json: isJson as boolean, args: positionals.slice(name.split(' ').length), options }
}
