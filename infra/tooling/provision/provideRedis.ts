import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../processes/postgres/port.ts'
import { firstThatWorks, type Provision } from './chain.ts'
import { debianRedis } from './debianRedis.ts'
import { requireDocker } from './docker.ts'
import { fromEnvironment, reach } from './fromEnvironment.ts'
import { onPath } from './onPath.ts'
import { scratch } from './scratch.ts'

const settings = ['--save', '', '--appendonly', 'yes', '--maxmemory-policy', 'noeviction']

/** A real Redis for tests: REDIS_URL, else Docker, else a server on the PATH, else Debian's, unpacked in the cache. */
export async function provideRedis(): Promise<Provision> {
  return (
    (await fromEnvironment('REDIS_URL', 6379)) ??
    firstThatWorks('Redis', [
      { source: 'REDIS_URL', run: () => Promise.reject(new Error('not set')) },
      { source: 'Docker', run: inDocker },
      { source: 'PATH', run: async () => serve({ binary: onPath('redis-server', 'valkey-server') }) },
      { source: 'Debian packages', run: async () => serve(await debianRedis()) },
    ])
  )
}

async function inDocker() {
  await requireDocker()
  const { RedisContainer } = await import('@testcontainers/redis')
  const container = await new RedisContainer('redis:8-alpine')
    .withCommand(['redis-server', ...settings])
    .start()
  return { value: container.getConnectionUrl(), stop: async () => void (await container.stop()) }
}

async function serve({ binary, libraries }: { binary: string; libraries?: string }) {
  const { directory, guard, remove } = scratch()
  const port = await freePort()
  const here = [
    '--bind',
    '127.0.0.1',
    '--port',
    String(port),
    '--dir',
    directory,
    '--logfile',
    join(directory, 'log'),
  ]
  // A rewritten process title would hide whose server it is; detached, so that Ctrl-C reaches its clients first.
  const server = spawn(binary, [...here, ...settings, '--set-proc-title', 'no'], {
    detached: true,
    stdio: 'ignore',
    env: libraries ? { ...process.env, LD_LIBRARY_PATH: libraries } : process.env,
  })
  server.unref()
  const abandoned = new AbortController()
  const gone = new Promise<string>((done) => {
    server.once('error', (error) => done(error.message))
    server.once('exit', (code, signal) => done(`${binary} ended with ${code ?? signal}`))
  })
  const problem = await Promise.race([gone, ready(port, abandoned.signal)])
  if (problem !== undefined || server.pid === undefined) {
    abandoned.abort()
    remove()
    throw new Error(problem)
  }
  guard(server.pid)
  const stop = async () => {
    server.ref()
    server.kill('SIGKILL')
    await gone
    remove()
  }
  return { value: `redis://127.0.0.1:${port}`, stop }
}

async function ready(port: number, abandoned: AbortSignal): Promise<undefined> {
  while (!abandoned.aborted) {
    try {
      await reach('127.0.0.1', port)
      return
    } catch {
      await sleep(10)
    }
  }
}
