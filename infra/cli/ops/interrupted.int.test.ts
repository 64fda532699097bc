import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPostgres } from '../../processes/postgres/postgres.ts'
import { cleanEnv, removeDataDir, throwawayDataDir } from '../../verification/e2e/product.ts'

let dataDir: string
let child: ChildProcess
beforeEach(() => {
  dataDir = throwawayDataDir()
})
afterEach(async () => {
  // a server that was left running
  if (existsSync(postmaster())) await (await startPostgres({ dataDir })).stop()
  await removeDataDir(dataDir)
})

const postmaster = () => join(dataDir, 'postgres', 'cluster', 'postmaster.pid')

function ops(...args: string[]) {
  child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...cleanEnv(), DATA_DIR: dataDir, LOG_LEVEL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  return { exited: once(child, 'exit').then(([code]) => ({ code, output })) }
}

async function query<Row>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

it('Ctrl-C ends a command that follows the log, and the database that it started, which was as large as the product needs', async () => {
  const { exited } = ops('events', 'tail', '--follow')
  await expect.poll(() => existsSync(postmaster()), { timeout: 60_000 }).toBe(true)
  const { adopted, url } = await startPostgres({ dataDir })
  expect(adopted).toBe(true)
  expect(await query(url, 'SHOW max_connections')).toEqual([{ max_connections: '200' }])
  const listening = `SELECT 1 AS is FROM pg_stat_activity WHERE query = 'LISTEN es_appended'`
  await expect.poll(() => query(url, listening), { timeout: 60_000 }).toEqual([{ is: 1 }])
  child.kill('SIGINT')
  expect(await exited).toEqual({ code: 0, output: '' })
  expect(existsSync(postmaster())).toBe(false)
})

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during any other command stops the database that it is starting', async (signal, code) => {
  const { exited } = ops('projections', 'status')
  await expect.poll(() => existsSync(postmaster()), { timeout: 60_000, interval: 5 }).toBe(true)
  child.kill(signal)
  expect(await exited).toEqual({ code, output: '' })
  expect(existsSync(postmaster())).toBe(false)
})
