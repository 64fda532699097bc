import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { type Caller, createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { eventStoreMigrations, type SchemaDefinition } from '@plumbline/platform/migrate'
import { type AppendNotifier, createInProcessNotifier } from '@plumbline/platform/subscriptions'
import { createTestDatabase, testKeyring } from '@plumbline/platform/testing'
import type { RequestHandler } from 'express'
import { type CryptoKey, generateKeyPair } from 'jose'

type Options = {
  pool: Pool
  keyring: Keyring
  notifier: AppendNotifier
  identityKey: CryptoKey
  limitScale: number
  clock: () => Date
}

export const staff = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }

export type Sent = { body?: unknown; headers?: Record<string, string>; caller?: Partial<Caller> }

/** The service over HTTP on a database of its own; `now` is its clock. Callers are staff unless they say otherwise. */
export async function startService(
  schema: SchemaDefinition,
  create: (options: Options) => { router: RequestHandler },
) {
  const database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, schema])
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const clock = { now: new Date('2026-11-21T15:00:00Z') }
  const service = create({
    pool: database.pool({ role: schema.role, schema: schema.schema, max: 10 }),
    keyring: testKeyring,
    notifier: createInProcessNotifier(),
    identityKey: keys.publicKey,
    limitScale: 1,
    clock: () => clock.now,
  })
  const app = createApp(database.log).use(service.router, errorHandler(database.log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    database,
    owner: database.pool({ max: 4, longRunning: true }),
    clock,
    async call<T = unknown>(method: string, path: string, { body, headers, caller }: Sent = {}) {
      const token = await signIdentity(keys.privateKey, schema.schema, {
        user: staff,
        addressHash: 'address',
        requestId: 'r',
        ...caller,
      })
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { [identityHeader]: token, 'content-type': 'application/json', ...headers },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await answer.text()
      const json = answer.headers.get('content-type')?.includes('json')
      return {
        status: answer.status,
        text,
        headers: answer.headers,
        json: (json ? JSON.parse(text) : undefined) as T,
      }
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await database.drop()
    },
  }
}
export type Started = Awaited<ReturnType<typeof startService>>
