import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { serverEnvironment } from './createCluster.ts'
import { lastingPort } from './port.ts'
import { disown, isRunning, type Postmaster, readPostmaster } from './postmaster.ts'
import type { Account } from './serverAccount.ts'

export type Server = {
  home: string
  cluster: string
  binaries: Binaries
  account: Account | undefined
  settings: Record<string, string>
}

/** exited is only known of our own child. */
export type Live = { pid: number; port: number; exited?: Promise<void> }

/** The server that already runs on this cluster, once it is ready. */
export async function findLive(cluster: string): Promise<Postmaster | undefined> {
  for (;;) {
    const postmaster = readPostmaster(cluster)
    if (postmaster === undefined) return undefined
    if (!isRunning(cluster, postmaster.pid)) {
      disown(cluster)
      return undefined
    }
    if (postmaster.status === 'ready') return postmaster
    await sleep(10)
  }
}

export async function boot(server: Server): Promise<Live> {
  for (const deadline = Date.now() + 20_000; ; await sleep(100)) {
    const live = await attempt(server)
    if (typeof live !== 'string') return live
    if (!isPassing(live) || Date.now() > deadline) {
      throw new Error(`Postgres did not start (log: ${join(server.home, 'postgres.log')}): ${live}`)
    }
  }
}

/** The dead server's last backends, a pid file in the making, a port taken since we looked. */
function isPassing(output: string): boolean {
  return /lock file ".*" already exists|pre-existing shared memory|could not (bind|create any)/.test(output)
}

/** A live server, or what it said before it went away. */
async function attempt({ home, cluster, binaries, account, settings }: Server): Promise<Live | string> {
  const port = await choosePort(join(home, 'port'))
  const flags = Object.entries({ ...settings, port: String(port) }).flatMap(([key, value]) => [
    '-c',
    `${key}=${value}`,
  ])
  const logFile = openLog(join(home, 'postgres.log'))
  const child = spawn(binaries.postgres, ['-D', cluster, ...flags], {
    ...account,
    cwd: cluster,
    env: serverEnvironment(),
    // Its own process group: a terminal's Ctrl-C must not stop it before its clients.
    detached: true,
    stdio: ['ignore', logFile.descriptor, logFile.descriptor],
  })
  closeSync(logFile.descriptor)
  child.unref()
  let gone: string | undefined
  const exited = new Promise<void>((done) => {
    const end = (reason: string) => {
      gone = reason
      done()
    }
    child.once('error', (error) => end(error.message))
    child.once('exit', (code, signal) => end(logFile.tail() || `exit ${code ?? signal}`))
  })
  while (gone === undefined) {
    const postmaster = readPostmaster(cluster)
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready')
      return { pid: postmaster.pid, port, exited }
    await sleep(10)
  }
  return gone
}

function openLog(file: string): { descriptor: number; tail: () => string } {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(file, `${file}.old`)
  const descriptor = openSync(file, 'a', 0o600)
  const start = fstatSync(descriptor).size
  return { descriptor, tail: () => readFileSync(file).subarray(start).toString('utf8').trim().slice(-1000) }
}

/** The last port when it is free, so that pools that hold the address find the restarted server. */
async function choosePort(file: string): Promise<number> {
  const last = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const port = await lastingPort(last)
  writeFileSync(file, String(port))
  return port
}
