import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { cleanEnv, ownPort, removeDataDir, throwawayDataDir } from '../e2e/product.ts'
import { readModelsThatDiffer } from '../load/verdict.ts'
import type { Visitors } from '../load/visitors.ts'
import { makeNextRelease } from '../upgrade/nextRelease.ts'
import { prepareRelease, startReleaseProcess } from '../upgrade/releaseProcess.ts'
import type { Stage } from './stage.ts'

export type Fault = {
  /** Hurts the product for a while, and ends when the cause is removed. Answers what went wrong meanwhile. */
  strike: (stage: Stage, visitors: Visitors, random: () => number) => Promise<string[] | undefined>
  /** Only on a disk that can be filled. */
  needsSmallDisk?: true
}

// what connects in the last millisecond before a server closes is reset by the kernel, and comes again with its key
const mayBeReset = 1

const between = (random: () => number, from: number, to: number) => from + random() * (to - from)

async function terminateBackends(stage: Stage, times: number): Promise<void> {
  const client = new pg.Client({ connectionString: stage.directUrl() })
  client.on('error', () => {})
  await client.connect()
  for (let n = 0; n < times; n++) {
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name LIKE 'plumbline%' ORDER BY random() LIMIT 1`,
    )
    await sleep(100)
  }
  await client.end()
}

const through = (way: 'slow' | 'drip' | 'hole' | 'cut', ms: number): Fault => ({
  strike: async (stage) => {
    stage.way.become(way)
    await sleep(ms)
    // what fell into a hole never comes out again
    if (way === 'hole') stage.way.become('cut')
    stage.way.become('open')
  },
})

/** The faults that are survived, by the names of the command line. */
export const faults: Record<string, Fault> = {
  'front killed': {
    strike: async (stage, _visitors, random) => {
      for (let n = 0; n < 3; n++) {
        stage.front('SIGKILL')
        await sleep(between(random, 2_000, 4_000))
      }
    },
  },
  'worker killed': {
    strike: async (stage, _visitors, random) => {
      for (let n = 0; n < 3; n++) {
        stage.worker('SIGKILL')
        await sleep(between(random, 1_500, 3_000))
      }
    },
  },
  'everything killed': {
    strike: async (stage) => {
      await stage.restartEverything()
    },
  },
  'front told to end': {
    strike: async (stage, visitors) => {
      const before = visitors.broken()
      stage.front('SIGTERM')
      await sleep(4_000)
      const broken = visitors.broken() - before
      return broken <= mayBeReset ? undefined : [`${broken} requests were broken off by a clean stop`]
    },
  },
  'connections terminated': {
    strike: async (stage) => {
      await terminateBackends(stage, 20)
    },
  },
  'database stopped at once': {
    strike: async (stage) => {
      process.kill(stage.postgresPids()[0] as number, 'SIGQUIT')
      await stage.revivePostgres()
    },
  },
  'database killed': {
    strike: async (stage) => {
      process.kill(stage.postgresPids()[0] as number, 'SIGKILL')
      await stage.revivePostgres()
    },
  },
  'database frozen': {
    strike: async (stage) => {
      const pids = stage.postgresPids()
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await sleep(9_000)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
  },
  'way slow': through('slow', 4_000),
  'way thin': through('drip', 4_000),
  'way silent': through('hole', 9_000),
  'way broken': through('cut', 2_000),
  'slow clients': {
    strike: async (stage) => {
      const { port } = new URL(stage.url())
      const sockets = Array.from({ length: 300 }, () => dribble(Number(port)))
      await sleep(3_000)
      const healthy = await fetch(`${stage.url()}/healthz`).then((answer) => answer.status)
      // headers that do not come are given up on after ten seconds
      await sleep(10_000)
      const left = sockets.filter((socket) => !socket.destroyed).length
      for (const socket of sockets) socket.destroy()
      return [
        ...(healthy === 200 ? [] : [`/healthz was ${healthy} beside 300 slow clients`]),
        ...(left === 0 ? [] : [`${left} slow clients were never cut off`]),
      ]
    },
  },
  'upgrade killed': {
    strike: (stage, _visitors, random) => killUpgrades(stage, () => between(random, 300, 3_000)),
  },
  'disk full': {
    needsSmallDisk: true,
    strike: async (stage) => {
      const ballast = join(stage.home, 'ballast')
      const { bavail, bsize } = statfsSync(stage.home)
      try {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 4_096)))
      } catch (error) {
        // the database used the remaining space meanwhile, so the disk is full all the same
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
      await sleep(6_000)
      const healthy = await fetch(`${stage.url()}/healthz`).then((answer) => answer.status)
      rmSync(ballast)
      // a log that cannot be written ends the server, which is its way to lose nothing
      if (stage.postgresIsGone()) await stage.revivePostgres()
      return healthy === 200 ? undefined : [`/healthz was ${healthy} on a full disk`]
    },
  },
}

/** Sends a header that never ends, a byte at a time. */
function dribble(port: number): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ')
  const timer = setInterval(() => socket.write('a'), 500)
  socket.on('close', () => clearInterval(timer))
  return socket
}

/**
 * The next release is prepared beside the product and killed in the middle of it, again and again, and so is its worker while
 * two releases run. Answers which of its read models differ from the events at last.
 */
async function killUpgrades(stage: Stage, pause: () => number): Promise<string[]> {
  const next = await makeNextRelease()
  const dataDir = throwawayDataDir()
  const env = {
    ...stage.directEnv(),
    ...{ DATA_DIR: dataDir, PORT: String(await ownPort()) },
  }
  try {
    for (let n = 0; n < 3; n++) {
      const child = spawn(process.execPath, [join(next.root, 'infra/processes/roles/prepare.ts')], {
        env: { ...cleanEnv(), ...env },
        stdio: 'ignore',
      })
      const exited = once(child, 'exit')
      await sleep(pause())
      child.kill('SIGKILL')
      await exited
    }
    await prepareRelease(next.root, env)
    for (let n = 0; n < 2; n++) {
      const worker = await startReleaseProcess(next.root, 'worker', env)
      await sleep(pause())
      await worker.kill()
    }
    return (await readModelsThatDiffer(next.root, env)).map((it) => `in the next release ${it}`)
  } finally {
    await next.remove()
    await removeDataDir(dataDir)
  }
}
