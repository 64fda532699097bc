import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateKeyPair } from 'jose'
import type { AnyPersonal } from '../encryption/index.ts'
import { appendEvents, type DomainEvent, type Metadata } from '../event-store/index.ts'
import { type Caller, createApp, errorHandler, identityHeader, signIdentity } from '../http/index.ts'
import { eventStoreMigrations, roleOf } from '../migrate.ts'
import { rebuildProjection, verifyProjection } from '../projections/index.ts'
import type { Service, ServiceResources } from '../service.ts'
import {
  createInProcessNotifier,
  highWaterMark,
  processBatch,
  type Subscription,
} from '../subscriptions/index.ts'
import { createTestDatabase } from './database.ts'
import { testKeyring } from './keyring.ts'

/** A signed-in user, for callers of a service under test. */
export const staff = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }
export const testMetadata: Metadata = { actor: 'user-1', requestId: 'test' }

/** What a test sends: a JSON body or a form, more headers, and who calls if it is not `staff`. */
export type TestRequest = {
  body?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  caller?: Partial<Caller>
}

export type TestOptions<Settings> = Pick<ServiceResources<Settings>, 'settings' | 'waitTimeoutMs'> & {
  /** Another release of the service runs too. */
  isMixed?: boolean
  /** Personal fields of the events of other services that the test appends. */
  foreignPersonal?: AnyPersonal
}

/** A service over HTTP, with its commands and subscriptions, on a database of its own. `clock.now` is its clock. */
export async function startServiceForTest<Settings, C>(
  service: Service<Settings, C>,
  { settings, waitTimeoutMs, isMixed = false, foreignPersonal }: TestOptions<Settings>,
) {
  const { name, schema } = service
  const database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, schema])
  const owner = database.pool({ schema: name, max: 6, longRunning: true })
  const clock = { now: new Date('2026-11-21T15:00:00Z') }
  const resources: ServiceResources<Settings> = {
    pool: database.pool({ role: roleOf(name), schema: name, max: 16 }),
    notifier: createInProcessNotifier(),
    keyring: testKeyring,
    log: database.log,
    settings,
    clock: () => clock.now,
    isMixed: () => isMixed,
    waitTimeoutMs,
  }
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const router = service.createRouter({ ...resources, identityKey: keys.publicKey, limitScale: 1 })
  const app = createApp(database.log).use(router, errorHandler(database.log))
  const server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const send = async (
    method: string,
    path: string,
    { body, form, headers, caller }: TestRequest = {},
  ): Promise<Response> => {
    const identity = { user: staff, addressHash: 'address', requestId: 'r', ...caller }
    const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
    return fetch(base + path, {
      method,
      headers: {
        [identityHeader]: await signIdentity(keys.privateKey, name, identity),
        ...((form || body !== undefined) && { 'content-type': type }),
        ...headers,
      },
      body: form ? new URLSearchParams(form).toString() : body === undefined ? null : JSON.stringify(body),
    })
  }
  const call = async <T = unknown>(method: string, path: string, request?: TestRequest) => {
    const response = await send(method, path, request)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: (isJson ? JSON.parse(text) : undefined) as T,
    }
  }

  // an append that is on its way keeps everything after it from being read
  const untilReadable = async () => {
    const { rows } = await owner.query(`SELECT coalesce(max(position), 0) AS newest FROM es.events`)
    while ((await highWaterMark(owner)) < BigInt(rows[0].newest)) await sleep(5)
  }
  const process = async (subscription: Subscription) => {
    await untilReadable()
    while ((await processBatch(resources.pool, subscription, resources)) === 'more');
  }
  const subscriptionsOf = (kind: Subscription['kind']) =>
    service.subscriptions(resources).filter((subscription) => subscription.kind === kind)

  const targets = [
    ...(schema.projections ?? []).map((projection) => ({ projection, async: false })),
    ...(schema.asyncProjections ?? []).map((projection) => ({ projection, async: true })),
  ].map((target) => ({ ...target, schema: name, role: schema.role }))
  const rebuildOptions = { pool: owner, keyring: testKeyring }

  return {
    database,
    /** As the owner of every schema; unqualified names are those of the service. */
    owner,
    ...resources,
    clock,
    base,
    send,
    call,
    commands: service.bindCommands(resources),
    /** Appends what another service would; answers the event as recorded. */
    appendForeign: async (stream: string, event: DomainEvent, metadata: Partial<Metadata> = {}) =>
      (
        await appendEvents(
          owner,
          {
            stream,
            events: [event],
            metadata: { ...testMetadata, ...metadata },
            expectedVersion: 'any',
          },
          { personal: foreignPersonal, keyring: testKeyring },
        )
      )[0],
    /** Brings the read models of others' events up to date. */
    project: async () => {
      for (const subscription of subscriptionsOf('projection')) await process(subscription)
    },
    /** Brings the service's own read models up to date with what another release of it appended. */
    follow: async () => {
      for (const subscription of subscriptionsOf('inline')) await process(subscription)
    },
    /** Runs the reactors over what is new, or one of them. */
    react: async (reactor?: string) => {
      for (const subscription of subscriptionsOf('reactor'))
        if (!reactor || subscription.name === reactor) await process(subscription)
    },
    position: () => highWaterMark(owner),
    /** Keys of rows that a rebuild would make otherwise. */
    differences: async () => {
      const differences = []
      for (const target of targets)
        differences.push(...(await verifyProjection(target, rebuildOptions)).differences)
      return differences
    },
    rebuild: async () => {
      for (const target of targets) await rebuildProjection(target, rebuildOptions)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await database.drop()
    },
  }
}
export type ServiceUnderTest<Settings, C> = Awaited<ReturnType<typeof startServiceForTest<Settings, C>>>
