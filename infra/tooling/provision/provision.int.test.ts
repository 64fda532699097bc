import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { firstThatWorks } from './chain.ts'
import { requireDocker } from './docker.ts'
import { reach } from './fromEnvironment.ts'
import { provideChromium } from './provideChromium.ts'
import { providePostgres } from './providePostgres.ts'
import { provideRedis } from './provideRedis.ts'

afterEach(() => vi.unstubAllEnvs())

test('the first step that works provides; when none does, every reason is told', async () => {
  const fails = (reason: string) => ({ source: reason, run: () => Promise.reject(new Error(`no ${reason}`)) })
  const works = { source: 'works', run: async () => ({ value: 'here', stop: async () => {} }) }
  expect(await firstThatWorks('store', [fails('a'), works, fails('b')])).toMatchObject({
    value: 'here',
    source: 'works',
  })
  await expect(firstThatWorks('store', [fails('a'), fails('b')])).rejects.toThrow(
    'There is no store to test with.\n  a: no a\n  b: no b',
  )
})

test('an address that was given but does not answer is an error, not a reason to test something else', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://127.0.0.1:9/x')
  vi.stubEnv('REDIS_URL', 'redis://127.0.0.1:9')
  vi.stubEnv('CHROME_PATH', '/nowhere/chrome')
  await expect(providePostgres()).rejects.toThrow('DATABASE_URL is set, but nothing answers there')
  await expect(provideRedis()).rejects.toThrow('REDIS_URL is set, but nothing answers there')
  await expect(provideChromium()).rejects.toThrow('/nowhere/chrome does not run')
})

test('addresses that answer are used as they are', async () => {
  vi.stubEnv('DATABASE_URL', inject('databaseUrl'))
  vi.stubEnv('REDIS_URL', inject('redisUrl'))
  expect(await providePostgres()).toMatchObject({ value: inject('databaseUrl'), source: 'DATABASE_URL' })
  expect(await provideRedis()).toMatchObject({ value: inject('redisUrl'), source: 'REDIS_URL' })
})

test('a Postgres may be named by the directory of its Unix socket', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline socket '))
  const url = `postgres://x@${encodeURIComponent(directory)}:5999/x`
  vi.stubEnv('DATABASE_URL', url)
  await expect(providePostgres()).rejects.toThrow('ENOENT')
  const server = createServer((socket) => socket.end()).listen(join(directory, '.s.PGSQL.5999'))
  await once(server, 'listening')
  expect(await providePostgres()).toMatchObject({ value: url, source: 'DATABASE_URL' })
  server.close()
  rmSync(directory, { recursive: true })
})

test('a Docker socket that nobody listens on costs no time', async () => {
  vi.stubEnv('DOCKER_HOST', 'unix:///nowhere/docker.sock')
  const begun = performance.now()
  await expect(requireDocker()).rejects.toThrow('ENOENT')
  // testcontainers would look for another one for seconds
  expect(performance.now() - begun).toBeLessThan(3_000)
})

test('Redis keeps every key, also over a crash', async () => {
  const redis = new Redis(inject('redisUrl'))
  const setting = async (name: string) => (await redis.config('GET', name)) as string[]
  expect(await setting('maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction'])
  expect(await setting('appendonly')).toEqual(['appendonly', 'yes'])
  redis.disconnect()
})

test('a server does not outlive its test run, nor, when that was killed, the next one', async () => {
  const killed = await provideInProcess('setInterval(() => {}, 1000)')
  killed.process.kill('SIGKILL')
  await once(killed.process, 'exit')
  expect(killed.directories()).toHaveLength(1)
  const next = await provideInProcess('process.exit()')
  await once(next.process, 'exit')
  expect([...killed.directories(), ...next.directories()]).toEqual([])
  for (const { port } of [killed, next])
    await vi.waitFor(() => expect(reach('127.0.0.1', port)).rejects.toThrow(), 60_000)
})

/** A test run of its own, with its embedded server and then this end. */
async function provideInProcess(end: string) {
  const module = new URL('./providePostgres.ts', import.meta.url).href
  const script = `import { providePostgres } from ${JSON.stringify(module)}
    console.log((await providePostgres()).value)
    ${end}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, DATABASE_URL: '', DOCKER_HOST: 'unix:///nowhere/docker.sock' },
  })
  const [url] = await once(child.stdout, 'data')
  const mine = (name: string) => name.startsWith(`plumbline-test-${child.pid}-`)
  return {
    process: child,
    port: Number(new URL(String(url)).port),
    directories: () => readdirSync(tmpdir()).filter(mine),
  }
}
