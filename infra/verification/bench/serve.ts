import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createPool } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { connectionOf, eventStoreMigrations, migrate } from '@plumbline/platform/migrate'
import type { Service } from '@plumbline/platform/service'
import { createInProcessNotifier } from '@plumbline/platform/subscriptions'
import { generateKeyPair } from 'jose'
import { quantile } from './measure.ts'

type Call = { ms: number; rows: number }
type Sent = { method?: string; body?: object; headers?: Record<string, string> }

const user = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }
const tokenLivesMs = 30_000

// how each record of an answer begins
const record = '{"id":'

/** A service over HTTP on a database of its own, called as the gateway would call it. */
export async function serve(url: string, { name, schema, createRouter }: Service<unknown>) {
  const log = createLog('bench')
  const admin = createPool({ url, name: 'bench', log, max: 4, longRunning: true })
  await migrate(admin, [{ schema: 'es', migrations: eventStoreMigrations }, schema])
  const pool = createPool({ url, name: 'bench', log, ...connectionOf(schema) })
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const keyring = createKeyring(randomBytes(32))
  const router = createRouter({
    pool,
    keyring,
    notifier: createInProcessNotifier(),
    log,
    settings: {},
    identityKey: keys.publicKey,
    limitScale: 1_000,
  })
  const app = createApp(log).use(router, errorHandler(log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let token = { text: '', until: 0 }

  /** Answers how long it took to the last byte, in ms, and how many records came. */
  async function call(path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Call> {
    if (token.until < Date.now()) {
      const who = { user, addressHash: 'a', requestId: 'bench' }
      const text = await signIdentity(keys.privateKey, name, who)
      token = { text, until: Date.now() + tokenLivesMs }
    }
    const began = performance.now()
    const answer = await fetch(base + path, {
      method,
      headers: { [identityHeader]: token.text, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    })
    const content = await answer.text()
    const ms = performance.now() - began
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${content}`)
    return { ms, rows: content.split(record).length - 1 }
  }
  return {
    admin,
    keyring,
    call,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await Promise.all([pool.end(), admin.end()])
    },
  }
}
export type Served = Awaited<ReturnType<typeof serve>>

export type Latency = { p50: number; p95: number; rows: number }

/**
 * One call after the other, each for the second time: a service that runs has met such calls, and its database has read
 * such rows since they were filled in. `rows`: of the answers, in the middle.
 */
export async function latency(count: number, work: (n: number) => Promise<Call>): Promise<Latency> {
  const times: number[] = []
  const rows: number[] = []
  for (let n = -count; n < count; n++) {
    const result = await work(n < 0 ? n + count : n)
    if (n < 0) continue
    times.push(result.ms)
    rows.push(result.rows)
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), rows: quantile(rows, 0.5) }
}
