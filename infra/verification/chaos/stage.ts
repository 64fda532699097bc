import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startSmtpPeer } from '@plumbline/platform/testing'
import { root } from '../../processes/config.ts'
import { startPostgres } from '../../processes/postgres/postgres.ts'
import type { Topology } from '../../processes/supervisor/topology.ts'
import { eventually } from '../e2e/client.ts'
import {
  childrenOf,
  type Product,
  processesOf,
  removeDataDir,
  startProduct,
  throwawayDataDir,
} from '../e2e/product.ts'
import { judge } from '../load/verdict.ts'
import type { Confirmed } from '../load/visitors.ts'
import { openWay } from './proxy.ts'

export type StageOptions = { topology: Topology; smallDisk: boolean }

const smallDiskMb = 400

/** The product on a database that can be reached, hurt and started again from here. */
export async function openStage({ topology, smallDisk }: StageOptions) {
  const dataDir = throwawayDataDir()
  const home = join(dataDir, 'given')
  mkdirSync(home, { mode: 0o755 })
  if (smallDisk) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDiskMb}m,mode=755`, 'tmpfs', home])
  const start = () => startPostgres({ dataDir: home, settings: { max_connections: '250' } })
  let postgres = await start()
  const way = await openWay(() => postgres.port)
  const smtp = await startSmtpPeer()
  const env = {
    DATABASE_URL: Object.assign(new URL(postgres.url), { port: String(way.port) }).href,
    MASTER_KEY: randomBytes(32).toString('base64'),
    OWNER_PASSWORD: 'correct horse',
    SMTP_URL: smtp.url,
    DEMO_DATA: 'off',
    RATE_LIMIT_SCALE: '10000',
    LOG_LEVEL: 'fatal',
  }
  const args = topology === 'distributed' ? ['--distributed'] : []
  let product: Product = await startProduct(dataDir, env, args)
  /** Processes of the product that were killed or stopped on purpose. */
  let ended = 0
  let unaskedBefore = 0

  const pids = (...commands: string[]) =>
    commands.flatMap((command) => processesOf(product.supervisor, command))
  const front = () => pids('web', 'gateway', 'service')

  /** Settings of a process that reaches the database whatever its way is like. */
  const directEnv = () => ({ ...env, DATABASE_URL: postgres.url, DATA_DIR: dataDir })

  /** Processes that stopped without a signal from here. */
  const unasked = () => stopsOf(product.output()).length - ended

  const signal = (targets: number[], name: NodeJS.Signals) => {
    ended += targets.length
    for (const pid of targets) process.kill(pid, name)
  }

  return {
    smtp,
    home,
    directUrl: () => postgres.url,
    directEnv,
    url: () => product.url,
    way,
    /** Everything that answers requests. */
    frontPids: front,
    front: (name: NodeJS.Signals) => signal(front(), name),
    worker: (name: NodeJS.Signals) => signal(pids('worker'), name),
    /** Kills whatever the product is made of at once, and starts it anew. */
    restartEverything: async () => {
      unaskedBefore += unasked()
      ended = 0
      for (const pid of [product.supervisor, ...front(), ...pids('worker')]) process.kill(pid, 'SIGKILL')
      await product.exited
      product = await startProduct(dataDir, env, args)
    },
    /** The server and all of its processes. */
    postgresPids: () => [postgres.pid, ...childrenOf(postgres.pid)],
    postgresIsGone: () => !existsSync(`/proc/${postgres.pid}`),
    /** Starts the server again after it has exited. */
    revivePostgres: async () => {
      await postgres.exited
      // its last processes may still be leaving
      postgres = await eventually(start)
    },
    /** Answers what does not hold once the dust has settled. */
    judge: async (confirmed: readonly Confirmed[], patienceMs?: number): Promise<string[]> => {
      const problems = await judge({ root, env: directEnv(), mails: smtp.mails }, confirmed, patienceMs)
      const count = unaskedBefore + unasked()
      const stops = stopsOf(product.output()).join('\n')
      return count > 0
        ? [...problems, `${count} processes stopped though nobody stopped them:\n${stops}`]
        : problems
    },
    close: async () => {
      way.become('open')
      await product.stop()
      way.close()
      await smtp.stop()
      await postgres.stop()
      if (smallDisk) execFileSync('umount', [home])
      await removeDataDir(dataDir)
    },
  }
}
export type Stage = Awaited<ReturnType<typeof openStage>>

/** What says that a process stopped, with the lines before it. One that is hit while it comes up is reported in other words. */
const stopsOf = (output: string): string[] =>
  output.match(/(?:^.*\n){0,20}?^The .+ process (?:stopped \(|does not start: it stopped at once).*$/gm) ?? []
