import { constants, setPriority } from 'node:os'
import { type Pool, run, sql } from '@plumbline/platform/db'
import {
  dropVersion,
  listVersions,
  rebuildProjection,
  verifyProjection,
} from '@plumbline/platform/projections'
import { listSubscriptions, retryDeadLettered } from '@plumbline/platform/subscriptions'
import { readConfig, settingsOf } from '../../processes/config.ts'
import { attachServices } from '../../processes/roles/attachServices.ts'
import { rebuildTargets } from '../../processes/stores/rebuildTargets.ts'
import { type Context, defineCommand } from './command.ts'
import { progressBar } from './progress.ts'

const usage =
  'projections list | status | rebuild <name…|--all> | verify <name…|--all> | retry <name> | drop <name>@<version>'

/**
 * Lists read models and their versions, rebuilds those of this release from the events while the product runs, compares them
 * with the events, or drops a version that no release reads.
 */
export const projections = defineCommand({
  usage,
  example: 'projections rebuild crm.leads',
  options: { all: { type: 'boolean', default: false } },
  run: async (context, [action, ...names], { all }) => {
    // requests come first while all events are read again
    setPriority(constants.priority.PRIORITY_LOW)
    if (action === 'list' || action === 'status') await status(context)
    else if (action === 'rebuild') await rebuild(context, all ? rebuildTargets : chosen(names))
    else if (action === 'verify') await verify(context, all ? rebuildTargets : chosen(names))
    else if (action === 'retry') await retry(context, names[0])
    else if (action === 'drop') await drop(context, names[0])
    else throw new Error(`Usage: npm run ops -- ${usage}`)
  },
})

function chosen(names: string[]) {
  if (names.length === 0)
    throw new Error(
      `Name a projection, or --all. There are: ${rebuildTargets.map((it) => it.name).join(', ')}`,
    )
  return names.map((name) => {
    const target = rebuildTargets.find((it) => it.name === name)
    if (!target)
      throw new Error(
        `There is no projection ${name}. There are: ${rebuildTargets.map((it) => it.name).join(', ')}`,
      )
    return target
  })
}

async function status({ pool, json }: Context): Promise<void> {
  const [head] = await run<{ position: string }>(
    pool,
    sql`SELECT coalesce(max(position), 0) AS position FROM es.events`,
  )
  const counts = await run<{ name: string; n: number }>(
    pool,
    sql`SELECT subscription || '@' || version AS name, count(DISTINCT stream_id)::int AS n FROM es.parked GROUP BY 1`,
  )
  const deadLettered = new Map(counts.map(({ name, n }) => [name, n]))
  const lastRead = new Map(
    (await listVersions(pool)).map((it) => [`${it.name}@${it.version}`, it.lastReadAt]),
  )
  const rows = (await listSubscriptions(pool)).map(({ position, ...row }) => ({
    ...row,
    lastReadAt: lastRead.get(`${row.name}@${row.version}`) ?? null,
    deadLettered: deadLettered.get(`${row.name}@${row.version}`) ?? 0,
    // what is written with the append itself cannot be behind
    lag: row.kind === 'inline' ? 0 : Math.max(0, Number(BigInt(head?.position ?? 0) - BigInt(position))),
  }))
  if (json) console.log(JSON.stringify(rows))
  else
    console.table(rows, [
      'name',
      'version',
      'kind',
      'status',
      'lag',
      'lastReadAt',
      'deadLettered',
      'lastError',
    ])
}

/** Drops a version that no release reads, instead of waiting a day. */
async function drop({ pool, json }: Context, word = ''): Promise<void> {
  const [, name, version] = /^([a-z]+\.\w+)@(\d+)$/.exec(word) ?? []
  if (!name) throw new Error('Name a version as projections list shows it, such as crm.leads@3.')
  await dropVersion(pool, { name, version: Number(version) })
  if (json) console.log(JSON.stringify({ dropped: word }))
  else console.log(`${word} is dropped. A release that reads it fills it again when it is prepared.`)
}

/** Applies dead-lettered events of a subscription again, after its code or its data was corrected. */
async function retry(context: Context, name: string | undefined): Promise<void> {
  const { databaseUrl: url, log, json } = context
  const keyring = await context.keyring()
  const settings = settingsOf(readConfig())
  const services = attachServices({ url, name: 'plumbline-ops', keyring, log, settings })
  try {
    const subscriptions = await services.subscriptions()
    const match = subscriptions.find(({ subscription }) => subscription.name === name)
    if (!match)
      throw new Error(
        `Name a subscription: ${subscriptions.map(({ subscription }) => subscription.name).join(', ')}`,
      )
    const { pool, subscription } = match
    const { applied, stillDeadLettered } = await retryDeadLettered(pool, subscription, { keyring })
    if (json) console.log(JSON.stringify({ name, applied, stillDeadLettered }))
    else
      console.log(
        `${applied} events applied${stillDeadLettered.length > 0 ? `; still dead-lettered: ${stillDeadLettered.join(', ')}` : ''}`,
      )
    if (stillDeadLettered.length > 0) process.exitCode = 3
  } finally {
    await services.close()
  }
}

const countEvents = async (pool: Pool, types: readonly string[]): Promise<number> =>
  (
    await run<{ n: number }>(pool, sql`SELECT count(*)::int AS n FROM es.events WHERE type = ANY(${types})`)
  )[0]?.n ?? 0

async function rebuild(context: Context, targets: typeof rebuildTargets): Promise<void> {
  const { pool, json } = context
  const keyring = await context.keyring()
  for (const target of targets) {
    const began = performance.now()
    const progress = progressBar(target.name, await countEvents(pool, target.projection.types), json)
    const { events, pausedMs, deadLetteredStreams } = await rebuildProjection(target, {
      pool,
      keyring,
      progress,
    })
    const result = {
      name: target.name,
      events,
      ms: Math.round(performance.now() - began),
      pausedMs: Math.round(pausedMs),
      deadLetteredStreams,
    }
    if (json) console.log(JSON.stringify(result))
    else
      console.log(
        `\rRebuilt ${result.name} from ${events} events in ${result.ms} ms; writers waited ${result.pausedMs} ms${deadLetteredStreams > 0 ? `; ${deadLetteredStreams} streams are dead-lettered, projections status shows the error` : ''}`,
      )
    if (deadLetteredStreams > 0) process.exitCode = 3
  }
}

async function verify(context: Context, targets: typeof rebuildTargets): Promise<void> {
  const { pool, json } = context
  const keyring = await context.keyring()
  for (const target of targets) {
    const { rows, differences } = await verifyProjection(target, { pool, keyring })
    if (json) console.log(JSON.stringify({ name: target.name, rows, differences }))
    else if (differences.length === 0) console.log(`${target.name}: ${rows} rows, each as the events say`)
    else console.log(`${target.name}: differs from the events at ${differences.join(', ')}`)
    if (differences.length > 0) process.exitCode = 3
  }
}
