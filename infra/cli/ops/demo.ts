import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { descriptionAt, readBusinessEvents } from '@plumbline/business/directory'
import { sendDelivery } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { type Backing, createQueue, queueSchema } from '@plumbline/platform/jobs'
import { createPgNotifier } from '@plumbline/platform/subscriptions'
import { type RecordBeside, recordsBesideDemonstration, removeDemonstration } from '../../demo/removal.ts'
import { withBackupLock } from '../../processes/backup/lock.ts'
import { dropTrialDatabase } from '../../processes/backup/trial.ts'
import { operator } from '../../processes/roles/attachServices.ts'
import { type Context, defineCommand } from './command.ts'

const usage = 'demo remove [--name <name of the business>] [--with-own-work]'

/** Takes the demonstration data out of the store, so that it begins as an empty book. It cannot be undone. */
export const removeDemo = defineCommand({
  usage,
  example: 'demo remove --name "Plumbline Home Services"',
  options: { name: { type: 'string' }, 'with-own-work': { type: 'boolean', default: false } },
  run: async (context, _, { name, 'with-own-work': withOwnWork }) => {
    const { pool, log, json } = context
    const beside = await recordsBesideDemonstration(pool)
    const lost = beside.filter(({ isAboutDemonstration }) => !(isAboutDemonstration && withOwnWork))
    if (lost.length > 0) throw new Error(refusalOf(lost))
    await confirmName(context, name)
    const notifier = createPgNotifier(pool, log)
    const position = await removeDemonstration(pool, { ...operator(), withOwnWork, notifier })
    // what an attempt before this one left undone is done as well
    await forgetCopies(context)
    if (json)
      console.log(JSON.stringify({ removed: position !== null, position: position && String(position) }))
    else
      console.log(
        position === null
          ? 'There are no demonstration data.'
          : 'Removed the demonstration data. Backups from before still have them.',
      )
  },
})

const maxNamed = 20

function refusalOf(lost: readonly RecordBeside[]): string {
  const lines = lost
    .slice(0, maxNamed)
    .map(({ kind, id, name }) => `  ${kind} ${id}${name ? ` (${name})` : ''}`)
  const rest = lost.length > maxNamed ? [`  and ${lost.length - maxNamed} more`] : []
  const isOnlyWork = lost.every(({ isAboutDemonstration }) => isAboutDemonstration)
  const advice = isOnlyWork ? ['All of it is about invented people: --with-own-work removes it as well.'] : []
  return ['Not everything is of the demonstration. This would be lost:', ...lines, ...rest, ...advice].join(
    '\n',
  )
}

/** @throws unless the name of the business is given, or typed at a terminal. */
async function confirmName({ pool, business, lockedBy }: Context, given: string | undefined): Promise<void> {
  const { name } = descriptionAt(await readBusinessEvents(pool), { business, lockedBy }, new Date())
  const typed =
    given ?? (stdin.isTTY ? await ask(`Type the name of the business, ${name}, to confirm: `) : '')
  if (typed.trim().toLowerCase() !== name.toLowerCase())
    throw new Error(
      `This removes all demonstration data for good. Confirm it with the name of the business: --name ${JSON.stringify(name)}`,
    )
}

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stdout })
  return terminal.question(question).finally(() => terminal.close())
}

/** What the queue remembers of jobs that failed, and rows that are deleted but still lie in the files of the database. */
async function forgetCopies({ pool, databaseUrl: url, redisUrl, log }: Context): Promise<void> {
  const queues = createPool({ url, name: 'plumbline-ops-queues', log, searchPath: queueSchema, max: 2 })
  const backing: Backing = redisUrl ? { kind: 'redis', url: redisUrl } : { kind: 'postgres', pool: queues }
  const queue = createQueue(sendDelivery, backing, log)
  try {
    await queue.clearHistory()
    await withBackupLock(pool, () => dropTrialDatabase(pool))
    await pool.query('VACUUM (ANALYZE)')
  } finally {
    await queue.close()
    await queues.end()
  }
}
