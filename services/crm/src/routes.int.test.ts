import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { run, sql } from '@plumbline/platform/db'
import { createLocalWake, eventStoreMigrations } from '@plumbline/platform/event-store'
import { type Caller, createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Lead } from './api.ts'
import { createCrm, crmSchema } from './service.ts'

let database: TestDatabase
let server: Server
let base: string
let privateKey: CryptoKey
let now = new Date('2026-11-21T15:00:00Z')
let address = 0

beforeAll(async () => {
  database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, crmSchema])
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  privateKey = keys.privateKey
  const pool = database.pool({ role: 'plumbline_crm', schema: 'crm' })
  const crm = createCrm({
    pool,
    wake: createLocalWake(),
    identityKey: keys.publicKey,
    limitScale: 1,
    clock: () => now,
  })
  const app = createApp(database.log).use(crm.router, errorHandler(database.log))
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await database.drop()
})
beforeEach(() => {
  address += 1
})

const form = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '555 555 0101' }
const user = { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' }

async function call(method: string, body?: object, caller: Partial<Caller> = {}) {
  const token = await signIdentity(privateKey, 'crm', {
    user: null,
    addressHash: `address-${address}`,
    requestId: 'r',
    ...caller,
  })
  const answer = await fetch(`${base}/api/leads`, {
    method,
    headers: { [identityHeader]: token, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, text, lead: () => JSON.parse(text) as Lead }
}
const list = async () => JSON.parse((await call('GET', undefined, { user })).text) as Lead[]

describe('POST /api/leads', () => {
  it('answers the whole record, and the list shows it first', async () => {
    await call('POST', form)
    now = new Date('2026-11-21T16:00:00Z')
    const body = {
      ...form,
      firstName: ' Bea ',
      serviceNeeded: 'painting',
      projectDescription: 'Porch',
      source: 'website',
      status: 'new',
    }
    const { status, lead } = await call('POST', body)
    expect(status).toBe(201)
    expect(lead()).toEqual({
      id: lead().id,
      ...form,
      firstName: 'Bea',
      serviceNeeded: 'painting',
      projectDescription: 'Porch',
      status: 'new',
      source: 'website',
      estimatedValue: null,
      createdAt: '2026-11-21T16:00:00.000Z',
      updatedAt: '2026-11-21T16:00:00.000Z',
    })
    expect((await list())[0]).toEqual(lead())
  })

  it.each([
    [{ firstName: ' ' }, 'First name is required'],
    [{ lastName: undefined }, 'Last name is required'],
    [{ email: 'ann@' }, 'Please enter a valid email'],
    [{ email: 'a@x.io, evil@x.io' }, 'Please enter a valid email'],
    [{ email: 'a@x.io\r\nBcc: b@x.io' }, 'Please enter a valid email'],
    [{ phone: '555 0101' }, 'Please enter a valid phone number'],
    [{ projectDescription: 'x'.repeat(5_001) }, 'At most 5000 characters'],
  ])('refuses %j in words for people', async (change, message) => {
    expect(await call('POST', { ...form, ...change })).toMatchObject({ status: 400, text: message })
  })

  it('sets status and source itself', async () => {
    const { lead } = await call('POST', {
      ...form,
      status: 'converted',
      source: 'mars',
      id: 9_999,
      estimatedValue: '5',
    })
    expect(lead()).toMatchObject({ status: 'new', source: 'website', estimatedValue: null })
    expect(lead().id).not.toBe(9_999)
    expect((await call('POST', { ...form, source: 'referral' })).lead().source).toBe('referral')
  })

  it('stores nothing for a bot that fills in the hidden field, and does not tell it', async () => {
    const before = (await list()).length
    const { status, lead } = await call('POST', { ...form, website: 'https://spam.example' })
    expect([status, lead().firstName]).toEqual([201, 'Ann'])
    expect(await list()).toHaveLength(before)
    const [events] = await run<{ n: number }>(
      database.pool({ max: 1 }),
      sql`SELECT count(*)::int AS n FROM es.events`,
    )
    expect(events?.n).toBe(before)
  })

  it('asks whoever sends within two seconds to send it again', async () => {
    expect((await call('POST', { ...form, openForMs: 1_200 })).status).toBe(429)
    expect((await call('POST', { ...form, openForMs: 2_100 })).status).toBe(201)
  })

  it('takes five an hour from one address', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 9; n++) statuses.push((await call('POST', form)).status)
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429, 429, 429])
  })
})

it('GET /api/leads is for staff', async () => {
  expect((await call('GET')).status).toBe(401)
})
