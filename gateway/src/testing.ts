import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Pool, sql } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { jsonBody, type Listening, listenHttp, verifyIdentity } from '@plumbline/platform/http'
import { roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { Router } from 'express'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, beforeAll } from 'vitest'
import type { User } from './api.ts'
import { createGateway, type GatewayOptions, type Identity, type Upstream } from './gateway.ts'
import { gatewaySchema } from './sessions/tables.ts'
import type { Changes } from './upstreams/changeStream.ts'

const business = {
  product: 'Plumbline',
  name: 'Ann & Bob <Repairs>',
  tagline: 'Square work',
  phone: '(555) 555-0142',
  email: 'hello@plumbline.example',
  area: 'Raleigh',
  founded: '2011',
  rating: '4.9/5',
  customers: '500+ happy customers',
}
export const content = { business, texts: { calendar: { timeZone: 'Pacific/Auckland' } }, lists: {} }
export const noDemonstration: GatewayOptions['demonstration'] = {
  isPresent: async () => false,
  recordsBeside: async () => [],
  remove: async () => null,
}
export const user = { id: 1, username: 'owner', email: 'owner@example.test', role: 'business_owner' }

const testIdentity: Identity = {
  signIn: async ({ password }) => (password === 'right' ? user : null),
  changePassword: async () => null,
  revokeAccess: async () => {},
  openLink: async () => null,
  redeemLink: async () => null,
}

/** What identity publishes of its users: those who signed in. */
const membersSchema: SchemaDefinition = {
  schema: 'identity',
  role: roleOf('gateway'),
  migrations: [
    {
      id: 'members',
      sql: `CREATE TABLE members (user_id int PRIMARY KEY, username text, email text, role text, granted text[] DEFAULT '{}',
        denied text[] DEFAULT '{}', is_active boolean DEFAULT true, access_from timestamptz DEFAULT '-infinity')`,
    },
  ],
}

const noLinks: GatewayOptions['customerLinks'] = {
  resolve: async () => ({ is: 'unknown' }),
  findCustomer: async () => {
    throw rejection('not-found', 'Customer not found')
  },
  recordOpening: async () => {},
  sendCode: async () => {},
  enterCode: async () => ({ is: 'wrong', triesLeft: 0 }),
}

type TestGatewayOptions = Partial<Omit<GatewayOptions, 'identity'>> & { identity?: Partial<Identity> }

/** A log of changes that a test writes by hand. */
export function fakeChanges() {
  let listeners: ((changes: Parameters<Parameters<Changes['subscribe']>[0]>[0]) => void)[] = []
  const log: { position: bigint; kind: string; id: string }[] = []
  let tooMuch = false
  const changes: Changes = {
    position: async () => BigInt(log.length),
    since: async (position) =>
      tooMuch ? null : { changes: log.filter((it) => it.position > position), upTo: BigInt(log.length) },
    subscribe: (listener) => {
      listeners.push(listener)
      return () => {
        listeners = listeners.filter((it) => it !== listener)
      }
    },
  }
  return {
    changes,
    listening: () => listeners.length,
    forget: () => {
      tooMuch = true
    },
    add: (kind: string, id: string) => {
      const change = { position: BigInt(log.length + 1), kind, id }
      log.push(change)
      for (const listener of listeners) listener([change])
    },
  }
}

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; text: string }

/** A gateway on a database of its own, with made-up front-ends and one upstream, for the tests of a file. */
export function useTestGateway() {
  let database: TestDatabase
  let pool: Pool
  let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
  let root: string
  let listening: Listening
  const started: Listening[] = []
  let leaveSlow: (() => void) | undefined
  const feed = fakeChanges()

  async function buildFrontEnds() {
    root = mkdtempSync(join(tmpdir(), 'plumbline-gateway-'))
    const write = async (file: string, text: string) => {
      await mkdir(join(root, file, '..'), { recursive: true })
      await writeFile(join(root, file), text)
    }
    await write(
      'shell/dist/app/index.html',
      '<html data-time-zone="{{calendar.timeZone}}"><head><title>{{business.product}}</title><!--boot--></head>',
    )
    await write('shell/dist/app/a.12.js', 'plain')
    await write('shell/dist/app/a.12.js.br', 'brotli')
    await write(
      'shell/dist/landing/index.html',
      '<head><style>p{color:red}</style></head><h1>{{business.name}}</h1><p>{{form.notice}}{{form.receipt}}</p>',
    )
    await write(
      'shell/dist/landing/customer.html',
      '<head><title>{{page.title}}</title><style>p{margin:0}</style></head><main>{{page.body}}</main>',
    )
    await write(
      'mfe-crm/mfe.json',
      JSON.stringify({ name: 'crm', title: 'CRM', contract: 2, paths: ['/crm'], nav: [], widgets: [] }),
    )
    await write(
      'mfe-crm/dist/release.json',
      JSON.stringify({ build: 'b1', entry: 'mf-manifest.json', integrity: {}, preload: ['remoteEntry.js'] }),
    )
    await write('mfe-crm/dist/b1/mf-manifest.json', '{"remote":true}')
    await write(
      'mfe-billing/mfe.json',
      JSON.stringify({
        name: 'billing',
        title: 'Billing',
        contract: 2,
        paths: ['/invoices'],
        nav: [],
        widgets: [],
      }),
    )
  }

  const upstream: Upstream = {
    name: 'notes',
    endpoints: [
      { method: 'POST', path: '/api/notes', needs: 'public' },
      { method: 'GET', path: '/api/notes', needs: 'self' },
      { method: 'DELETE', path: '/api/notes/:id', needs: 'self' },
      { method: 'GET', path: '/api/notes/slow', needs: 'self' },
      { method: 'POST', path: '/api/notes/hook', needs: 'public', signed: true },
      { method: 'POST', path: '/api/leads', needs: 'public' },
    ],
    router: Router()
      .get('/api/notes/slow', (_req, res) => {
        leaveSlow = () => res.json({})
      })
      .post('/api/leads', ...jsonBody(), (req, res) => {
        res.status(201).json({ ...req.body, key: req.get('idempotency-key') })
      })
      .post('/api/notes/hook', (req, res) => {
        if (req.get('x-signature') !== 'good') throw rejection('forbidden', 'This is not signed.')
        res.status(204).end()
      })
      .use('/api/notes', async (req, res) => {
        const { authorization, traceparent, 'x-user-id': forged } = req.headers
        if (req.method === 'DELETE') res.set('x-log-position', '4711')
        res.json({
          caller: await verifyIdentity(keys.publicKey, 'notes', req),
          authorization,
          traceparent,
          forged,
        })
      }),
  }

  async function keepMember({ id, username, email, role }: User): Promise<void> {
    await pool.query(
      sql`INSERT INTO identity.members (user_id, username, email, role) VALUES (${id}, ${username}, ${email}, ${role})
          ON CONFLICT (user_id) DO UPDATE SET username = excluded.username, email = excluded.email, role = excluded.role`,
    )
  }

  async function start({ identity, ...more }: TestGatewayOptions = {}) {
    const known = { ...testIdentity, ...identity }
    const signIn: Identity['signIn'] = async (credentials) => {
      const found = await known.signIn(credentials)
      if (found) await keepMember(found)
      return found
    }
    const { app, shutdown } = await createGateway({
      pool,
      log: database.log,
      upstreams: [upstream],
      identity: { ...known, signIn },
      customerLinks: noLinks,
      signingKey: keys.privateKey,
      page: { defaults: content, read: async () => content },
      demonstration: noDemonstration,
      root,
      limitScale: 100,
      changes: feed.changes,
      ...more,
    })
    const up = await listenHttp(app, 0, '127.0.0.1', shutdown)
    started.push(up)
    return up
  }

  beforeAll(async () => {
    database = await createTestDatabase([membersSchema, gatewaySchema])
    pool = database.pool({ role: 'plumbline_gateway', schema: 'gateway' })
    keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    await buildFrontEnds()
    listening = await start()
  })
  afterAll(async () => {
    for (const up of started) up.server.closeAllConnections()
    await Promise.all(started.map((up) => up.stop()))
    await rm(root, { recursive: true })
    await database.drop()
  })

  /** Node's own client: fetch forbids the very headers that are tested here. */
  const send = (
    method: string,
    path: string,
    {
      body,
      headers = {},
      up = listening,
    }: { body?: unknown; headers?: Record<string, string>; up?: Listening } = {},
  ) =>
    new Promise<Answer>((resolve, no) => {
      const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
      const type =
        text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
      const call = request(
        { port: up.port, host: '127.0.0.1', method, path, headers: { ...type, ...headers } },
        (res) => {
          const chunks: Buffer[] = []
          res.on('data', (chunk) => chunks.push(chunk))
          res.on('end', () =>
            resolve({
              status: res.statusCode ?? 0,
              headers: res.headers,
              text: Buffer.concat(chunks).toString(),
            }),
          )
        },
      )
      call.on('error', no)
      call.end(text)
    })

  const cookieOf = (answer: Answer) => String(answer.headers['set-cookie']?.[0]).split(';')[0] as string
  const signIn = async (up = listening, headers = {}) => {
    const answer = await send('POST', '/api/login', {
      body: { username: 'owner', password: 'right' },
      up,
      headers,
    })
    return { answer, cookie: cookieOf(answer) }
  }
  const signedIn = async (cookie: string, up = listening) =>
    (await send('GET', '/api/auth/user', { headers: { cookie }, up })).status === 200

  return {
    start,
    send,
    signIn,
    signedIn,
    pool: () => pool,
    root: () => root,
    port: () => listening.port,
    /** Whether a slow request is in its handler, which `leaveSlow` lets answer. */
    isSlowThere: () => leaveSlow !== undefined,
    leaveSlow: () => {
      leaveSlow?.()
      leaveSlow = undefined
    },
    feed,
  }
}
