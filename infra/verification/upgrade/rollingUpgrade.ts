import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { root as thisRelease } from '../../processes/config.ts'
import { migrateAll } from '../../processes/schemas.ts'
import { fillSite } from '../bench/api/fillSite.ts'
import { ownPort, removeDataDir, throwawayDataDir } from '../e2e/product.ts'
import { makeNextRelease, raised } from './nextRelease.ts'
import { readModelsThatDiffer, runOfRelease, startReleaseProcess } from './releaseProcess.ts'
import { createRollingLoad } from './rollingLoad.ts'

export type RollingOptions = {
  databaseUrl: string
  /** Records of every kind that are there before. */
  rows: number
  /** Steps a second; most are two requests. */
  perSecond: number
  seconds: number
}

/** `joining`: a process of the next release starts; `mixed`: both releases answer. */
type Phases = { before: number; building: number; joining: number; mixed: number }

export type Rolled = {
  events: number
  /** What went wrong for people, at any time. */
  problems: string[]
  requests: number
  /** 99th percentile and longest of requests, in ms. */
  p99: Phases
  longest: Phases
  /** Changes a second as fast as they go: with one release, and with two. */
  changes: { alone: number; mixed: number }
  /** From the command to start the release before again until it answers and holds everything, in ms. */
  rollbackMs: number
  /** Read models that differ from the events, of either release. */
  differences: string[]
}

/** A release that raises three read models takes over from this one under load, process by process, and is rolled back. */
export async function rollUpgrade({
  databaseUrl,
  rows,
  perSecond,
  seconds,
}: RollingOptions): Promise<Rolled> {
  const master = randomBytes(32)
  const dataDir = throwawayDataDir()
  const pool = createPool({
    url: databaseUrl,
    name: 'upgrade',
    log: createLog('upgrade'),
    max: 4,
    longRunning: true,
  })
  const next = await makeNextRelease()
  const env = async () => ({
    ...{ DATABASE_URL: databaseUrl, MASTER_KEY: master.toString('base64'), OWNER_PASSWORD: 'correct horse' },
    ...{
      DEMO_DATA: 'off',
      RATE_LIMIT_SCALE: '100000',
      LOG_LEVEL: 'warn',
      DATA_DIR: dataDir,
      PORT: String(await ownPort()),
    },
  })
  const start = async (root: string, role: 'web' | 'worker') => startReleaseProcess(root, role, await env())
  const prepare = async (root: string) => runOfRelease(root, ['infra/processes/prepare.ts'], await env())
  const verify = async (root: string) => readModelsThatDiffer(root, await env())
  const running = new Set<{ stop: () => Promise<unknown> }>()
  const keep = <T extends { stop: () => Promise<unknown> }>(process: T): T => {
    running.add(process)
    return process
  }
  const stop = async (process: { stop: () => Promise<unknown> }) => {
    running.delete(process)
    await process.stop()
  }
  try {
    await migrateAll(databaseUrl, createLog('upgrade'))
    await fillSite(pool, { rows, now: Date.now() }, createKeyring(master))
    await prepare(thisRelease)
    const oldWorker = keep(await start(thisRelease, 'worker'))
    const oldWeb = keep(await start(thisRelease, 'web'))
    let answering = [oldWeb.url]
    const load = createRollingLoad({ urls: () => answering, rows })
    await load.signIn()
    const alone = await load.full(16, seconds)

    const before = await load.during(perSecond, () => sleep(seconds * 1_000))
    let said = ''
    const building = await load.during(perSecond, async () => {
      said = await prepare(next.root)
    })
    for (const name of raised)
      if (!said.includes(`.${name}, version`)) throw new Error(`${name} was not raised: ${said}`)
    keep(await start(next.root, 'worker'))
    const joining = await load.during(perSecond, async () => {
      const newWeb = keep(await start(next.root, 'web'))
      answering = [oldWeb.url, newWeb.url]
      await sleep(1_000)
    })
    const mixed = await load.during(perSecond, () => sleep(seconds * 1_000))
    const mixedChanges = await load.full(16, seconds)
    const newWeb = { url: answering[1] as string }
    const taken = await load.during(perSecond, async () => {
      answering = [newWeb.url]
      await sleep(100)
      await stop(oldWeb)
      await stop(oldWorker)
      await sleep(seconds * 500)
    })
    const differences = await verify(next.root)

    // back again: what was appended meanwhile is in the older versions when it answers
    const began = performance.now()
    const again = keep(await start(thisRelease, 'web'))
    const rollbackMs = performance.now() - began
    answering = [again.url]
    const back = await load.during(perSecond, () => sleep(seconds * 500))
    keep(await start(thisRelease, 'worker'))
    for (const it of [...running]) if (it !== again) await stop(it)
    await settle(pool)
    differences.push(...(await verify(thisRelease)))
    const [log] = await run<{ n: number }>(pool, sql`SELECT count(*)::int AS n FROM es.events`)
    return {
      events: log?.n ?? 0,
      problems: load.problems,
      requests: [before, building, joining, mixed, taken, back].reduce((sum, it) => sum + it.requests, 0),
      p99: { before: before.p99, building: building.p99, joining: joining.p99, mixed: mixed.p99 },
      longest: {
        before: before.longest,
        building: building.longest,
        joining: joining.longest,
        mixed: mixed.longest,
      },
      changes: { alone, mixed: mixedChanges },
      rollbackMs,
      differences,
    }
  } finally {
    await Promise.all([...running].map((it) => it.stop()))
    await pool.end()
    await next.remove()
    await removeDataDir(dataDir)
  }
}

/** Waits until the read models hold the log. */
async function settle(pool: Pool): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const behind = await pool.query(
      `SELECT 1 FROM es.subscriptions s WHERE kind = 'projection' AND status = 'live' AND position < es.high_water_mark()
         AND EXISTS (SELECT FROM es.releases r WHERE s.name || '@' || s.version = ANY (r.read_models)
           AND r.last_seen_at > now() - interval '5 s')`,
    )
    if (behind.rowCount === 0) return
    await sleep(100)
  }
}
