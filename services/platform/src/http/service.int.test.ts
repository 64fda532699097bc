import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Request } from 'express'
import fc from 'fast-check'
import { type CryptoKey, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { run, sql } from '../db.ts'
import { rejection } from '../errors.ts'
import { type CommandContext, type EventStore, execute } from '../event-store/index.ts'
import { createInProcessNotifier } from '../subscriptions/index.ts'
import { createTestDatabase, type TestDatabase, testKeyring } from '../testing/index.ts'
import { type NoteCommand, noteAggregate, noteOwners, noteRole, notes } from '../testing/note.ts'
import {
  type Caller,
  createApp,
  createServiceRouter,
  errorHandler,
  identityHeader,
  redactStoredAnswers,
  route,
  signIdentity,
  verifyIdentity,
} from './index.ts'
import { createLimits } from './limits.ts'

const Note = z.object({ id: z.int(), text: z.string() })
const writeNote = {
  method: 'POST',
  path: '/api/notes',
  summary: 'Write',
  needs: 'public',
  creates: true,
  limits: [{ per: 'address', max: 40, seconds: 3600 }],
  body: z.object({
    id: z.int(),
    text: z.string().check(z.minLength(1, 'Text is required'), z.maxLength(50)),
  }),
  response: Note,
} as const
const closeNote = {
  method: 'PATCH',
  path: '/api/notes/:id/close',
  summary: 'Close',
  needs: 'self',
  params: z.object({ id: z.string().check(z.regex(/^\d{1,9}$/)) }),
  response: Note,
} as const
const listNotes = {
  method: 'GET',
  path: '/api/notes',
  summary: 'List',
  needs: 'self',
  response: z.array(Note),
} as const

const notYetProcessed = 99n
const lagging = { minPosition: String(notYetProcessed) }

let database: TestDatabase
let store: EventStore
let server: Server
let base: string
let keys: { publicKey: CryptoKey; privateKey: CryptoKey }
const boss: Caller = {
  user: { id: 1, username: 'o', email: 'o@x.io', role: 'business_owner' },
  addressHash: 'a1',
  requestId: 'r-1234567',
}

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const pool = database.pool({ role: noteRole, schema: 'notes' })
  store = { pool, projections: [notes], notifier: createInProcessNotifier() }
  const perform = (ctx: CommandContext, noteId: number, command: NoteCommand) =>
    execute(ctx, noteAggregate, noteId, command)
  const routes = [
    route(writeNote, async ({ body, ...ctx }) => {
      if (body.text === 'forbidden') throw rejection('conflict', 'Not this text.')
      if (body.text === 'newcomer')
        throw rejection('invalid', 'There is no such customer.', { mayArriveLater: true })
      await perform(ctx, body.id, { type: 'WriteNote', text: body.text })
      return { ...body, secret: 'never shown' }
    }),
    route(closeNote, async ({ params, ...ctx }) => {
      await perform(ctx, Number(params.id), { type: 'CloseNote' })
      return { id: Number(params.id), text: '' }
    }),
    route(listNotes, ({ db }) =>
      run<{ id: number; text: string }>(db, sql`SELECT id, text FROM notes ORDER BY id`),
    ),
  ]
  const app = createApp(database.log)
  // the only position that these tables have not processed
  const waitForPosition = async (position: bigint) => position !== notYetProcessed
  app.use(
    createServiceRouter({
      name: 'notes',
      store,
      routes,
      identityKey: keys.publicKey,
      limitScale: 1,
      environment: {
        settings: undefined,
        keyring: testKeyring,
        log: database.log,
        waitForPosition,
        waitForOwnPosition: waitForPosition,
      },
    }),
  )
  app.use(errorHandler(database.log))
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.drop()
})

const sign = (caller: Partial<Caller> = {}, audience = 'notes') =>
  signIdentity(keys.privateKey, audience, { ...boss, ...caller })
const requestWith = (token: string) => ({ get: () => token }) as unknown as Request
/** Everybody has an address of their own, so that one test's limit is not another's. */
const visitor = (): Partial<Caller> => ({ user: null, addressHash: randomUUID() })

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  caller: Partial<Caller> = {},
) {
  const answer = await fetch(base + path, {
    method,
    headers: {
      [identityHeader]: await sign(caller),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

describe('identity', () => {
  it('is accepted with the previous key while both keys are configured', async () => {
    const next = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    const token = await sign()
    expect(await verifyIdentity([next.publicKey, keys.publicKey], 'notes', requestWith(token))).toEqual(boss)
    await expect(verifyIdentity([next.publicKey], 'notes', requestWith(token))).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  it.each([
    ['no identity', async () => undefined],
    [
      'a token of another key',
      async () =>
        signIdentity((await generateKeyPair('EdDSA', { crv: 'Ed25519' })).privateKey, 'notes', boss),
    ],
    ['a token for another service', () => sign({}, 'billing')],
    [
      'an expired token',
      () =>
        new SignJWT({ caller: boss })
          .setProtectedHeader({ alg: 'EdDSA' })
          .setIssuer('plumbline-gateway')
          .setAudience('notes')
          .setExpirationTime('-1s')
          .sign(keys.privateKey),
    ],
    ['something made up', async () => 'eyJhbGciOiJub25lIn0.e30.'],
  ])('answers 401 to %s', async (_name, token) => {
    const value = await token()
    const answer = await fetch(`${base}/api/notes`, { headers: value ? { [identityHeader]: value } : {} })
    expect(answer.status).toBe(401)
  })

  it('a visitor may use public endpoints only', async () => {
    expect((await send('POST', '/api/notes', { id: 1, text: 'x' }, {}, visitor())).status).toBe(201)
    expect((await send('GET', '/api/notes', undefined, {}, visitor())).status).toBe(401)
    expect((await send('GET', '/api/notes')).status).toBe(200)
  })
})

describe('answers', () => {
  it('answers contain only the declared fields', async () => {
    expect(JSON.parse((await send('POST', '/api/notes', { id: 2, text: 'x' })).text)).toEqual({
      id: 2,
      text: 'x',
    })
  })

  it('errors are one plain sentence', async () => {
    const answer = await send('POST', '/api/notes', { id: 3, text: '' })
    expect(answer).toMatchObject({ status: 400, text: 'Text is required' })
    expect(answer.headers.get('content-type')).toMatch('text/plain')
  })

  it('errors are problem details for clients that accept them', async () => {
    const answer = await send(
      'POST',
      '/api/notes',
      { id: 3, text: '' },
      { accept: 'application/problem+json' },
    )
    expect(answer.headers.get('content-type')).toMatch('application/problem+json')
    expect(JSON.parse(answer.text)).toMatchObject({
      status: 400,
      detail: 'Text is required',
      code: 'invalid',
      errors: { text: 'Text is required' },
    })
  })

  it('a rejection by a rule is 409, an invalid id is 404', async () => {
    expect(await send('PATCH', '/api/notes/77/close')).toMatchObject({
      status: 409,
      text: 'Only an open note can be closed.',
    })
    expect((await send('PATCH', '/api/notes/seventy/close')).status).toBe(404)
  })

  it('an unchanged list is answered with 304', async () => {
    // with if-none-match fetch adds cache-control: no-cache, and the origin compares all the same
    const etag = (await send('GET', '/api/notes')).headers.get('etag') as string
    expect((await send('GET', '/api/notes', undefined, { 'if-none-match': etag })).status).toBe(304)
  })
})

describe('an idempotency key', () => {
  const post = (key: string, body: object) => send('POST', '/api/notes', body, { 'idempotency-key': key })
  const eventsOf = async (id: number) =>
    (await run(database.pool({ max: 1 }), sql`SELECT 1 FROM es.events WHERE stream_id = ${`note-${id}`}`))
      .length

  it('a repeat gets the same answer and changes nothing', async () => {
    const first = await post('k-10', { id: 10, text: 'a' })
    expect(await post('k-10', { id: 10, text: 'a' })).toMatchObject({ status: 201, text: first.text })
    expect(await eventsOf(10)).toBe(1)
  })

  it('a repeat names a position of the log that holds what was done, too', async () => {
    const positionOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-log-position'))
    const first = await post('k-18', { id: 18, text: 'a' })
    expect(positionOf(first)).toBeGreaterThan(0)
    expect(positionOf(await post('k-18', { id: 18, text: 'a' }))).toBeGreaterThanOrEqual(positionOf(first))
    const duplicates = await Promise.all(Array.from({ length: 4 }, () => post('k-19', { id: 19, text: 'a' })))
    expect(Math.min(...duplicates.map(positionOf))).toBeGreaterThan(positionOf(first))
  })

  it('eight concurrent duplicates are executed once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('k-11', { id: 11, text: 'a' })))
    expect(new Set(answers.map((it) => `${it.status} ${it.text}`)).size).toBe(1)
    expect(await eventsOf(11)).toBe(1)
  })

  it('an idempotency key with another body is rejected', async () => {
    await post('k-12', { id: 12, text: 'a' })
    expect((await post('k-12', { id: 12, text: 'b' })).status).toBe(422)
  })

  it('an idempotency key stays free when the body was rejected', async () => {
    expect((await post('k-13', { id: 13, text: 'forbidden' })).status).toBe(409)
    expect((await post('k-13', { id: 13, text: 'allowed' })).status).toBe(201)
  })

  it('is not inferred from the content', async () => {
    await send('POST', '/api/notes', { id: 14, text: 'a' })
    await send('POST', '/api/notes', { id: 14, text: 'a' })
    expect(await eventsOf(14)).toBe(2)
  })

  it('a key whose answer was erased stays used, and nothing of the answer is left', async () => {
    await post('k-17', { id: 17, text: 'Margaret' })
    const owner = database.pool({ max: 1 })
    await redactStoredAnswers(owner, 'notes')
    expect(await post('k-17', { id: 17, text: 'Margaret' })).toMatchObject({ status: 409 })
    expect(await eventsOf(17)).toBe(1)
    const stored = await run<{ row: string }>(owner, sql`SELECT i::text AS row FROM notes.idempotency i`)
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.map(({ row }) => row).join()).not.toContain('Margaret')
  })

  it('an idempotency key belongs to its caller', async () => {
    const guest = visitor()
    expect(
      (await send('POST', '/api/notes', { id: 15, text: 'a' }, { 'idempotency-key': 'k-15' }, guest)).status,
    ).toBe(201)
    expect((await post('k-15', { id: 16, text: 'b' })).status).toBe(201)
  })
})

describe('limits', () => {
  it('are refused for a call that only reads, where they would not count', () => {
    const limited = { ...listNotes, limits: writeNote.limits }
    const options = {
      ...{ name: 'notes', store, identityKey: keys.publicKey, limitScale: 1 },
      environment: {
        settings: undefined,
        keyring: testKeyring,
        log: database.log,
        waitForPosition: async () => true,
        waitForOwnPosition: async () => true,
      },
    }
    const router = (endpoint: typeof listNotes) =>
      createServiceRouter({ ...options, routes: [route(endpoint, async () => [])] })
    expect(() => router(limited)).toThrow('GET /api/notes is read: its limits would not count')
    expect(() => router(listNotes)).not.toThrow()
  })

  it('calls over the declared limit of an address are 429 with Retry-After', async () => {
    const guest = visitor()
    const statuses = new Map<number, number>()
    for (let n = 0; n < 43; n++) {
      const { status, headers } = await send('POST', '/api/notes', { id: 500 + n, text: 'x' }, {}, guest)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 201: 40, 429: 3 })
    expect((await send('POST', '/api/notes', { id: 600, text: 'x' }, {}, visitor())).status).toBe(201)
  })

  it('rejected and repeated calls do not count towards a limit', async () => {
    const guest = visitor()
    for (let n = 0; n < 45; n++) await send('POST', '/api/notes', { id: 700, text: '' }, {}, guest)
    const key = { 'idempotency-key': randomUUID() }
    for (let n = 0; n < 45; n++)
      expect((await send('POST', '/api/notes', { id: 700, text: 'x' }, key, guest)).status).toBe(201)
  })
})

it('a call that the limit of all refuses does not count towards that of its address', async () => {
  const crowded = {
    ...{ ...writeNote, path: '/api/crowded' },
    limits: [
      { per: 'address', max: 5, seconds: 3600 },
      { per: 'everyone', max: 2, seconds: 3600, except: (body: { text: string }) => body.text === 'bot' },
    ],
  } as const
  const limits = createLimits(crowded, 'notes', store.pool, 1)
  const call = (addressHash: string, text = 'x') => ({ caller: { addressHash }, body: { id: 1, text } })
  for (const other of [randomUUID(), randomUUID()]) await limits.consume(call(other))
  const address = randomUUID()
  for (let n = 0; n < 6; n++) await expect(limits.consume(call(address))).rejects.toThrow('Too many requests')
  for (let n = 0; n < 5; n++) await limits.consume(call(address, 'bot'))
  await expect(limits.consume(call(address, 'bot'))).rejects.toThrow('Too many requests')
})

it('twenty duplicates at once count once towards the limit and get the same answer', async () => {
  const guest = visitor()
  for (let n = 0; n < 38; n++) await send('POST', '/api/notes', { id: 800 + n, text: 'x' }, {}, guest)
  const key = { 'idempotency-key': randomUUID() }
  const duplicates = await Promise.all(
    Array.from({ length: 20 }, () => send('POST', '/api/notes', { id: 850, text: 'x' }, key, guest)),
  )
  expect(new Set(duplicates.map((it) => `${it.status} ${it.text}`))).toEqual(
    new Set(['201 {"id":850,"text":"x"}']),
  )
  expect((await send('POST', '/api/notes', { id: 851, text: 'x' }, {}, guest)).status).toBe(201)
  expect((await send('POST', '/api/notes', { id: 852, text: 'x' }, {}, guest)).status).toBe(429)
})

it('a call that the decider rejects does not count towards a limit', async () => {
  const guest = visitor()
  for (let n = 0; n < 45; n++)
    expect((await send('POST', '/api/notes', { id: 860, text: 'forbidden' }, {}, guest)).status).toBe(409)
})

describe('hostile bodies', () => {
  const deep = `${'['.repeat(14)}${']'.repeat(14)}`
  it.each([
    ['broken JSON', '{"id":', 400],
    ['a bare value', '"text"', 400],
    ['a NUL', '{"id":1,"text":"a\\u0000b"}', 400],
    ['a lone surrogate', '{"id":1,"text":"\\ud800"}', 400],
    ['__proto__', '{"id":1,"text":"x","__proto__":{"admin":true}}', 400],
    ['constructor', '{"id":1,"text":"x","a":{"constructor":1}}', 400],
    ['too deep nesting', `{"id":1,"text":"x","a":${deep}}`, 400],
    ['over 64 kB', JSON.stringify({ id: 1, text: 'x'.repeat(70_000) }), 413],
  ])('with %s are refused', async (_name, body, status) => {
    expect((await send('POST', '/api/notes', body)).status).toBe(status)
  })

  it('bodies of another type are 415', async () => {
    const answer = await send('POST', '/api/notes', 'id=1', {
      'content-type': 'application/x-www-form-urlencoded',
    })
    expect(answer.status).toBe(415)
  })

  it('bodies may contain emoji, right-to-left text and combining marks', async () => {
    const text = '👩🏽‍🔧 שלום é'
    expect(JSON.parse((await send('POST', '/api/notes', { id: 900, text })).text).text).toBe(text)
  })

  it('arbitrary bodies never cause a 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 3 }), async (body) => {
        expect((await send('POST', '/api/notes', body, {}, visitor())).status).toBeLessThan(500)
      }),
      { numRuns: 150 },
    )
  })
})

describe("a service whose read models are behind the caller's consistency token", () => {
  it('answers a read with stale data, marked as such', async () => {
    const stale = await send('GET', '/api/notes', undefined, {}, lagging)
    expect([stale.status, stale.headers.get('x-stale-data')]).toEqual([200, 'true'])
    const current = await send('GET', '/api/notes', undefined, {}, { minPosition: '98' })
    expect([current.status, current.headers.get('x-stale-data')]).toEqual([200, null])
  })

  it('executes a command that does not depend on the stale read model', async () => {
    const { status } = await send('POST', '/api/notes', { id: 901, text: 'done' }, {}, lagging)
    expect(status).toBe(201)
  })

  it('answers 503 when a missing record may still arrive, and only then', async () => {
    const write = (caller: Partial<Caller>, text = 'newcomer') =>
      send('POST', '/api/notes', { id: 902, text }, {}, caller)
    const late = await write(lagging)
    expect([late.status, late.headers.get('retry-after')]).toEqual([503, '2'])
    expect(late.text).toBe(
      'There is no such customer. Newer changes are still being processed. Please try again in a moment.',
    )
    expect((await write({ minPosition: '98' })).status).toBe(400)
    expect((await write(lagging, 'forbidden')).status).toBe(409)
  })
})
