import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createTestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { inspectProcess } from '../../processes/postgres/inspectProcess.ts'
import { createClient, eventually } from './client.ts'
import {
  ownPort,
  type Product,
  processesOf,
  removeDataDir,
  startProduct,
  throwawayDataDir,
} from './product.ts'

const env = { OWNER_PASSWORD: 'correct horse', DEMO_DATA: 'off', RATE_LIMIT_SCALE: '100' }
const dataDir = throwawayDataDir()
let product: Product

beforeAll(async () => {
  product = await startProduct(dataDir, env)
})
afterAll(async () => {
  await product.stop()
  await removeDataDir(dataDir)
})

const owner = async (url: string, password = env.OWNER_PASSWORD) => {
  const client = createClient(url)
  expect((await client.signIn('owner', password)).status).toBe(200)
  return client
}

it('Ctrl-C stops everything with exit code 0, and the next start has the data', async () => {
  await createClient(product.url).requestEstimate('Kept')
  expect(await product.stop()).toBe(0)
  await expect(fetch(product.url)).rejects.toThrow()
  product = await startProduct(dataDir, env)
  expect((await (await owner(product.url)).leads()).map((lead) => lead.lastName)).toEqual(['Kept'])
})

it('Ctrl-C while its processes are starting leaves none of them running', async () => {
  const folder = throwawayDataDir()
  const starting = startProduct(folder, env).catch((error: Error) => error.message)
  const supervisor = await eventually(
    async () => JSON.parse(readFileSync(join(folder, 'plumbline.lock'), 'utf8')).pid as number,
  )
  const children = await soon(() => {
    const [worker, ...others] = ['worker', 'web', 'service crm'].flatMap((name) =>
      processesOf(supervisor, name),
    )
    return worker && others.length > 0 ? [worker, ...others] : undefined
  })
  process.kill(supervisor, 'SIGINT')
  expect(await starting).toContain('stopped with 0')
  expect(children.filter((pid) => inspectProcess(pid))).toEqual([])
  expect(existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
  await removeDataDir(folder)
})

/** Asks every few milliseconds. */
async function soon<T>(ask: () => T | undefined): Promise<T> {
  for (;;) {
    const answer = ask()
    if (answer !== undefined) return answer
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it('is ready only when the first owner can sign in', async () => {
  const folder = throwawayDataDir()
  const port = await ownPort()
  const url = `http://localhost:${port}`
  const starting = startProduct(folder, { ...env, PORT: String(port) })
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 5))
  const { status } = await createClient(url).signIn('owner', env.OWNER_PASSWORD)
  await (await starting).stop()
  await removeDataDir(folder)
  expect(status).toBe(200)
})

it('makes up a password for the first owner, shows it once, and a second copy runs beside the first', async () => {
  const other = throwawayDataDir()
  const second = await startProduct(other, { ...env, OWNER_PASSWORD: '' })
  await expect.poll(second.password).toMatch(/^[\w-]{16}$/)
  expect(await (await owner(second.url, second.password())).leads()).toEqual([])
  expect(await (await owner(product.url)).leads()).toHaveLength(1)
  await second.stop()
  const again = await startProduct(other, { ...env, OWNER_PASSWORD: '' })
  await again.stop()
  expect(again.password()).toBeUndefined()
  await removeDataDir(other)
})

it('figures and queues are on the operations port, and on no other', async () => {
  const other = throwawayDataDir()
  const port = await ownPort()
  const watched = await startProduct(other, { ...env, OPS_PORT: String(port) })
  const figures = async (at: number) => (await fetch(`http://127.0.0.1:${at}/metrics`)).text()
  await createClient(watched.url).requestEstimate('Counted')
  // the owner's mail about it
  for (const line of [
    'plumbline_deliveries{channel="email",state="sent"} 1',
    'plumbline_subscription_lag_events{subscription="notifyOwner"} 0',
    'plumbline_queue_jobs{queue="sendDelivery",state="waiting"} 0',
  ])
    await expect.poll(() => figures(port)).toContain(line)
  expect(await figures(port + 1)).toMatch(
    /http_request_seconds_count\{method="POST",route="\/api\/leads",status="201"\} 1/,
  )
  expect((await fetch(`http://127.0.0.1:${port}/queues/`)).headers.get('content-type')).toContain('text/html')
  for (const path of ['/metrics', '/queues/'])
    expect(await (await fetch(watched.url + path)).text()).toContain('<!doctype html>')
  await watched.stop()
  await removeDataDir(other)
})

describe('one clear sentence when', () => {
  const failure = async (dir: string, more: Record<string, string>) => {
    const error = await startProduct(dir, { ...env, ...more }).catch((thrown: Error) => thrown)
    const lines = (error as Error).message.trim().split('\n').slice(1)
    return lines.filter((line) => !line.startsWith('RATE_LIMIT_SCALE'))
  }

  it('the port is taken', async () => {
    const other = throwawayDataDir()
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as { port: number }
    expect(await failure(other, { PORT: String(port) })).toEqual([
      `Port ${port} on 127.0.0.1 is already taken. Set PORT to a free one.`,
    ])
    server.close()
    await removeDataDir(other)
  })

  it('another one runs on the data directory', async () => {
    const [line, ...rest] = await failure(dataDir, {})
    expect(line).toMatch(
      /^Plumbline already runs on .* \(process \d+\)\. Stop it, or give this one another DATA_DIR\.$/,
    )
    expect(rest).toEqual([])
  })

  it.each([
    [{ PORT: 'http' }, /^Invalid environment variables: PORT: must be a port number$/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must be a URL starting with postgres/],
    [{ DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' }, /^DATABASE_URL cannot be reached/],
    [{ REDIS_URL: 'redis://127.0.0.1:1' }, /^REDIS_URL cannot be used/],
    [{ TRUST_PROXY: 'true' }, /TRUST_PROXY: must list addresses or networks/],
    [{ PUBLIC_URL: 'http://office.example' }, /^PUBLIC_URL must be https: people would sign in in the clear/],
    [{ OWNER_PASSWORD: 'short' }, /OWNER_PASSWORD: must have at least 8 characters/],
  ])('%j', async (more, sentence) => {
    const other = throwawayDataDir()
    const lines = await failure(other, more as Record<string, string>)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(sentence)
    await removeDataDir(other)
  })
})

it('on given stores it starts nothing of its own, makes up no user and says how to add one', async () => {
  const other = throwawayDataDir()
  const database = await createTestDatabase()
  const otherProduct = await startProduct(other, {
    ...env,
    OWNER_PASSWORD: '',
    DATABASE_URL: database.url,
    REDIS_URL: `${inject('redisUrl')}/2`,
  })
  await expect.poll(otherProduct.output).toContain('npm run ops -- users add')
  const answer = await createClient(otherProduct.url).requestEstimate('Given')
  expect(answer.status).toBe(201)
  await eventually(async () => otherProduct.output().includes('New estimate request from Ann Given'))
  expect(await otherProduct.stop()).toBe(0)
  await database.drop()
  await removeDataDir(other)
})
