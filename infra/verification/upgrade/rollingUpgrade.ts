import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, run, sql } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { dice, shuffled } from '../../demo/dice.ts'
import { root as thisRelease } from '../../processes/config.ts'
import { migrateAll } from '../../processes/stores/schemas.ts'
import type { Topology } from '../../processes/supervisor/topology.ts'
import { fillSite } from '../bench/api/fillSite.ts'
import { ownPort, removeDataDir, throwawayDataDir } from '../e2e/product.ts'
import { createStaff } from '../load/staff.ts'
import { judge, readModelsThatDiffer } from '../load/verdict.ts'
import { openCluster } from './cluster.ts'
import { followBegunWork } from './continuity.ts'
import { makeNextRelease, raised } from './nextRelease.ts'
import { prepareRelease } from './releaseProcess.ts'

export type RollingOptions = {
  topology: Topology
  databaseUrl: string
  /** Of queues; without it they are in the database. */
  redisUrl?: string
  /** Records of every kind that are there before. */
  rows: number
  /** Steps a second; most are two requests. */
  perSecond: number
  seconds: number
  /** How many people change records as fast as it goes, before and while two releases run. */
  lanes?: number
  /** Decides in which order processes that answer are exchanged. The worker of a release starts first and stops last. */
  seed?: number
}

/** `joining`: processes of the next release start; `mixed`: both releases answer. */
type Phases = { before: number; building: number; joining: number; mixed: number }

export type Rolled = {
  events: number
  /** What went wrong for people at any time, was lost, or is shown otherwise than the events say. */
  problems: string[]
  requests: number
  /** 99th percentile and longest of requests, in ms. */
  p99: Phases
  longest: Phases
  /** Changes a second as fast as they go: with one release, and with two. */
  changes: { alone: number; mixed: number }
  /** From the command to start the release before again, its worker first, until it answers and holds everything, in ms. */
  rollbackMs: number
}

/**
 * A release that raises read models takes over from this one under load, process by process, and is rolled back. What was
 * begun under one release goes on under the other.
 */
export async function rollUpgrade({
  topology,
  databaseUrl,
  redisUrl,
  rows,
  perSecond,
  seconds,
  lanes = 0,
  seed = 7,
}: RollingOptions): Promise<Rolled> {
  const master = randomBytes(32)
  const dataDir = throwawayDataDir()
  const log = createLog('upgrade')
  const pool = createPool({ url: databaseUrl, name: 'upgrade', log, max: 4, longRunning: true })
  const next = await makeNextRelease()
  const begun = await followBegunWork(pool)
  const env = {
    ...{ DATABASE_URL: databaseUrl, MASTER_KEY: master.toString('base64'), OWNER_PASSWORD: 'correct horse' },
    ...{ DEMO_DATA: 'off', RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn', DATA_DIR: dataDir },
    ...{ SMTP_URL: begun.smtpUrl, ...(redisUrl && { REDIS_URL: redisUrl }) },
    PORT: String(await ownPort()),
  }
  const cluster = await openCluster({ topology, env })
  const random = dice(seed)
  const answering = cluster.roles.filter((role) => role !== 'worker')
  const startInSomeOrder = async (root: string) => {
    await cluster.start(root, 'worker')
    for (const role of shuffled(answering, random)) await cluster.start(root, role)
  }
  const stopInSomeOrder = async (root: string) => {
    for (const role of shuffled(answering, random)) await cluster.stop(root, role)
    await cluster.stop(root, 'worker')
  }
  try {
    await migrateAll(databaseUrl, log)
    await fillSite(pool, { rows, now: Date.now() }, createKeyring(master))
    await prepareRelease(thisRelease, env)
    await Promise.all(cluster.roles.map((role) => cluster.start(thisRelease, role)))
    const staff = createStaff({ urls: cluster.urls, rows })
    await staff.signIn()
    const changesAlone = await staff.full(lanes, seconds)
    const before = await staff.during(perSecond, () => sleep(seconds * 1_000))
    let said = ''
    const building = await staff.during(perSecond, async () => {
      said = await prepareRelease(next.root, env)
    })
    for (const name of raised)
      if (!said.includes(`.${name}, version`)) throw new Error(`${name} was not raised: ${said}`)

    await begun.beginBefore(cluster.url)
    const joining = await staff.during(perSecond, async () => {
      await startInSomeOrder(next.root)
      await sleep(1_000)
    })
    const mixed = await staff.during(perSecond, () => sleep(seconds * 1_000))
    const mixedChanges = await staff.full(lanes, seconds)
    const takeover = await staff.during(perSecond, async () => {
      await stopInSomeOrder(thisRelease)
      await begun.goOn()
      await sleep(seconds * 500)
    })
    await begun.isDone()
    const differences = await readModelsThatDiffer(next.root, env)
    await begun.beginAfter(cluster.url)

    // back again: what was appended meanwhile is in the older versions when it answers
    const began = performance.now()
    await cluster.start(thisRelease, 'worker')
    await Promise.all(answering.map((role) => cluster.start(thisRelease, role)))
    const rollbackMs = performance.now() - began
    const back = await staff.during(perSecond, async () => {
      await sleep(seconds * 500)
      await stopInSomeOrder(next.root)
    })
    const phases = { before, building, joining, mixed }
    const each = (of: 'p99' | 'longest') =>
      Object.fromEntries(Object.entries(phases).map(([phase, it]) => [phase, it[of]])) as Phases
    const [events] = await run<{ n: number }>(pool, sql`SELECT count(*)::int AS n FROM es.events`)
    return {
      events: events?.n ?? 0,
      problems: [
        ...staff.problems,
        ...(await begun.problems()),
        ...(await judge({ root: thisRelease, env, mails: begun.mails }, begun.confirmed)),
        ...differences.map((it) => `in the next release ${it}`),
        ...cluster.crashes,
      ],
      requests: [before, building, joining, mixed, takeover, back].reduce((sum, it) => sum + it.requests, 0),
      p99: each('p99'),
      longest: each('longest'),
      changes: { alone: changesAlone, mixed: mixedChanges },
      rollbackMs,
    }
  } catch (cause) {
    throw new Error(['the upgrade did not come to its end', ...cluster.crashes].join('\n'), { cause })
  } finally {
    await cluster.close()
    await begun.close()
    await pool.end()
    await next.remove()
    await removeDataDir(dataDir)
  }
}
