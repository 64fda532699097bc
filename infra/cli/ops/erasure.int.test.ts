import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Pool, run } from '@plumbline/platform/db'
import { createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { readLog } from '@plumbline/platform/subscriptions'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { type CryptoKey, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AttachedServices, attachServices } from '../../processes/roles/attachServices.ts'
import { loadService } from '../../processes/services.ts'
import { owners } from '../../processes/stores/schemas.ts'
import { erasePerson } from './erasure.ts'

let database: TestDatabase
let owner: Pool
let services: AttachedServices
let server: Server
let messagingServer: Server
let privateKey: CryptoKey
/** What the service wrote to its own log. */
const lines: string[] = []

beforeAll(async () => {
  database = await createTestDatabase(owners)
  owner = database.pool({ max: 6, longRunning: true })
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  privateKey = keys.privateKey
  services = attachServices({
    url: database.url,
    name: 'test',
    keyring,
    log: database.log,
    settings: {
      sms: { accountSid: 'AC0', authToken, from: '+19195550000' },
      publicUrl,
      ownerEmail: 'owner@example.test',
    },
  })
  const options = { identityKey: keys.publicKey, limitScale: 10 }
  const [messagingService, crmService] = [await loadService('messaging'), await loadService('crm')]
  const messaging = messagingService.createRouter({ ...services.resourcesOf(messagingService), ...options })
  messagingServer = createServer(createApp(database.log).use(messaging, errorHandler(database.log)))
  const log = createLog('crm', { write: (line) => void lines.push(line) })
  log.level = 'trace'
  const crm = crmService.createRouter({ ...services.resourcesOf(crmService), ...options })
  server = createServer(createApp(log).use(crm, errorHandler(log)))
  for (const it of [server, messagingServer])
    await new Promise<void>((resolve) => it.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const it of [server, messagingServer]) {
    it.closeAllConnections()
    it.close()
  }
  await services.close()
  await database.drop()
})

async function call(method: string, body?: object, key = '', path = '/api/leads') {
  const token = await signIdentity(privateKey, 'crm', {
    user: { id: 1, username: 'owner', email: 'o@x.io', role: 'business_owner' },
    addressHash: 'a',
    requestId: 'r',
  })
  const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    method,
    headers: {
      [identityHeader]: token,
      'content-type': 'application/json',
      ...(key && { 'idempotency-key': key }),
    },
    body: body && JSON.stringify(body),
  })
  return { status: answer.status, text: await answer.text() }
}

const authToken = 'secret'
const publicUrl = 'https://plumbline.example'
let texts = 0

/** An inbound SMS, as the provider's signed webhook. */
async function receive(from: string, words: string) {
  const path = '/api/webhooks/twilio/inbound'
  const form = { Body: words, From: from, MessageSid: `SM${++texts}` }
  const signed = Object.entries(form).reduce((all, [name, value]) => all + name + value, publicUrl + path)
  const answer = await fetch(`http://127.0.0.1:${(messagingServer.address() as AddressInfo).port}${path}`, {
    method: 'POST',
    headers: {
      [identityHeader]: await signIdentity(privateKey, 'messaging', {
        ...{ user: null, addressHash: 'a', requestId: 'r' },
      }),
      'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64'),
    },
    body: new URLSearchParams(form),
  })
  expect(answer.status).toBe(200)
}

const holding = (...names: string[]) => expect.arrayContaining(names)

/** Every table of every schema in which any row says this; a read model without its version. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await run<{ name: string }>(owner, {
    text: `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    values: [],
  })
  const matching: string[] = []
  for (const { name } of tables) {
    const rows = await run(owner, {
      text: `SELECT 1 FROM ${name} t WHERE t::text ILIKE $1`,
      values: [`%${text}%`],
    })
    if (rows.length > 0) matching.push(name.replace(/_\w+_v\d+\./, '.'))
  }
  return matching.sort()
}

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '555 555 0101' }
const wilhelmina = {
  firstName: 'Wilhelmina',
  lastName: 'Featherstonehaugh',
  email: 'mina@featherstone.example',
  phone: '(555) 867-5309',
  projectDescription: 'The porch at 12 Quagmire Lane',
}
const traces = ['Wilhelmina', 'Featherstone', '867-5309', 'Quagmire']

it('an erased person is in no table, no answer and no replay; everybody else is as before', async () => {
  const created = await call('POST', wilhelmina, 'key-1')
  expect(created.status).toBe(201)
  expect((await call('POST', ann, 'key-2')).status).toBe(201)
  await services.react()

  // the log and the ledger hold it encrypted; what serves answers holds it in the clear
  await services.project()
  for (const trace of traces) expect(await tablesWith(trace)).toEqual(holding('crm.idempotency', 'crm.leads'))
  const before = JSON.parse((await call('GET')).text)
  const { id } = JSON.parse(created.text)

  const erased = await erasePerson(owner, keyring, { kind: 'lead', id })
  expect(erased).toEqual({ subjects: [`lead-${id}`], events: 1, rebuilt: holding('crm.leads') })

  for (const trace of traces) expect(await tablesWith(trace)).toEqual([])
  const after = await call('GET')
  for (const trace of traces) expect(after.text).not.toContain(trace)
  const others = (leads: { id: number }[]) => leads.filter((lead) => lead.id !== id)
  expect(others(JSON.parse(after.text))).toEqual(others(before))
  const log = await readLog(owner, 0n, 1_000n, 100, { keyring })
  for (const trace of traces) expect(JSON.stringify(log.map((event) => event.data))).not.toContain(trace)
  // a repeat of the request that stored it neither stores it again nor answers it
  const repeated = await call('POST', wilhelmina, 'key-1')
  expect(repeated.status).toBe(409)
  for (const trace of traces) expect(repeated.text).not.toContain(trace)
  expect(JSON.parse((await call('GET')).text)).toHaveLength(2)
})

it('an erased customer goes with the records merged into theirs and the leads they came from', async () => {
  const send = async (path: string, body: object, method = 'POST') =>
    JSON.parse((await call(method, body, path.includes('convert') ? path : '', path)).text)
  const barnaby = { firstName: 'Barnaby', lastName: 'Quistgaard', email: 'b@quistgaard.example' }
  const names = ['Barnaby', 'Quistgaard', '867-5310', '8675310', 'Wisteria', 'Kristiansund']

  const other = await send('/api/customers', { ...ann, notes: 'a dog' })
  const first = await send('/api/leads', {
    ...barnaby,
    phone: '(555) 867-5310',
    projectDescription: 'Wisteria Lane',
  })
  const { customer } = await send(`/api/leads/${first.id}/convert`, {})
  const twin = await send('/api/customers', { ...barnaby, phone: '+1 555 867 5310' })
  const second = await send('/api/leads', { ...barnaby, phone: '555 8675310' })
  await send(`/api/leads/${second.id}/convert`, { customerId: twin.id })
  await send(`/api/customers/${twin.id}`, { address: '1 Wisteria Lane', notes: 'from Kristiansund' }, 'PATCH')
  await send(`/api/customers/${twin.id}/merge`, { intoCustomerId: customer.id })
  const lost = await send('/api/leads', { ...ann, projectDescription: 'a fence' })

  await services.project()
  for (const name of ['Barnaby', 'Wisteria'])
    expect(await tablesWith(name)).toEqual(holding('crm.customers', 'crm.idempotency', 'crm.leads'))
  const everyone = async () => {
    const answers = [await call('GET'), await call('GET', undefined, '', '/api/customers')]
    return answers.map(({ text }) => JSON.parse(text) as { id: number }[])
  }
  const bystanders = (lists: { id: number }[][]) =>
    lists.map((list, i) => list.filter(({ id }) => (i === 0 ? [lost.id] : [other.id]).includes(id)))
  const before = await everyone()
  expect(bystanders(before).flat()).toHaveLength(2)

  // by the number of the record that is no more: it is the same person
  const erased = await erasePerson(owner, keyring, { kind: 'customer', id: twin.id })
  expect(erased).toMatchObject({ events: 5, rebuilt: holding('crm.leads', 'crm.customers') })
  const records = [customer, twin].map((it) => `customer-${it.id}`)
  const leads = [first, second].map((it) => `lead-${it.id}`)
  expect(new Set(erased.subjects)).toEqual(new Set([...records, ...leads]))

  for (const name of names) expect(await tablesWith(name), name).toEqual([])
  const after = await everyone()
  expect(bystanders(after)).toEqual(bystanders(before))
  expect(after.map((list) => list.length)).toEqual(before.map((list) => list.length))
  const one = await call('GET', undefined, '', `/api/customers/${twin.id}`)
  expect(JSON.parse(one.text)).toMatchObject({ id: customer.id, firstName: '[erased]', phoneDialable: false })
  const log = await readLog(owner, 0n, 1_000n, 1_000, { keyring })
  const said = JSON.stringify([after, one.text, log.map((event) => event.data), lines])
  for (const name of names) expect(said, name).not.toContain(name)
  // nothing new about them can be stored, and a repeat of what stored it answers nothing
  const changed = await call('PATCH', { notes: 'Barnaby' }, '', `/api/customers/${customer.id}`)
  expect(changed.status).toBe(409)
  const path = `/api/leads/${first.id}/convert`
  const repeated = await call('POST', {}, path, path)
  expect([repeated.status, repeated.text]).toEqual([409, expect.not.stringContaining('Barnaby')])
})

it('an erased customer goes with their requests that were deleted as spam, and with no request of others', async () => {
  const send = async (method: string, path: string, body?: object) =>
    JSON.parse((await call(method, body, '', path)).text)
  const request = (projectDescription: string) =>
    send('POST', '/api/leads', { ...ann, firstName: 'Ottoline', projectDescription })
  const [deleted, restored, ofAnother] = [
    await request('a Zinnia bed'),
    await request('a Peony bed'),
    await request('a fence of another'),
  ]
  const link = (lead: { id: number }, body: object) => send('POST', `/api/leads/${lead.id}/customer`, body)
  const { customer } = await link(deleted, {})
  const twin = await send('POST', '/api/customers', { ...ann, firstName: 'Ottoline' })
  await link(restored, { customerId: twin.id })
  await send('POST', `/api/customers/${twin.id}/merge`, { intoCustomerId: customer.id })
  const other = await send('POST', '/api/customers', ann)
  await link(ofAnother, { customerId: customer.id })
  await link(ofAnother, { customerId: other.id })
  const removals = [
    await send('DELETE', `/api/leads/${deleted.id}`),
    await send('DELETE', `/api/leads/${restored.id}`),
  ].map(({ id, version }) => `/api/leads/${id}/changes/${version}/restore`)
  await send('POST', removals[1] as string)

  const { subjects } = await erasePerson(owner, keyring, { kind: 'customer', id: customer.id })
  expect(subjects).toEqual(holding(`lead-${deleted.id}`, `lead-${restored.id}`))
  expect(subjects).not.toContain(`lead-${ofAnother.id}`)
  expect(await call('POST', undefined, '', removals[0])).toEqual({
    status: 409,
    text: "This customer's data has been deleted.",
  })
  const log = JSON.stringify((await readLog(owner, 0n, 1_000n, 1_000, { keyring })).map(({ data }) => data))
  for (const name of ['Zinnia', 'Peony']) expect(log).not.toContain(name)
  expect(log).toContain('a fence of another')
})

it('a record merged into the erased customer’s goes with it', async () => {
  const post = async (path: string, body: object) => JSON.parse((await call('POST', body, '', path)).text)
  const old = await post('/api/customers', { ...ann, firstName: 'Cordelia' })
  const mergeTarget = await post('/api/customers', { ...ann, firstName: 'Delia' })
  await post(`/api/customers/${old.id}/merge`, { intoCustomerId: mergeTarget.id })
  expect(await tablesWith('Cordelia')).toContain('crm.customers')
  expect(await erasePerson(owner, keyring, { kind: 'customer', id: mergeTarget.id })).toMatchObject({
    events: 2,
  })
  expect(await tablesWith('Cordelia')).toEqual([])
})

it('an erased lead is made nobody’s customer', async () => {
  const form = { firstName: 'Ivo', lastName: 'Reed', email: 'ivo@example.test', phone: '555 555 0109' }
  const { id } = JSON.parse((await call('POST', form, 'key-ivo')).text)
  await erasePerson(owner, keyring, { kind: 'lead', id })
  const answer = await call('POST', {}, '', `/api/leads/${id}/convert`)
  expect(answer).toEqual({ status: 409, text: "This customer's data has been deleted." })
  // there are customers whose address reads the same by now
  const matches = await call('GET', undefined, '', `/api/leads/${id}/matches`)
  expect(matches).toEqual({ status: 200, text: '[]' })
})

it('a number that is no customer’s is erased with what came from it', async () => {
  await receive('+19198675311', 'Zebulon from Quagmire Lane')
  await receive('+19198675312', 'Somebody else')
  const table = await run<{ id: number; address: string }>(owner, {
    text: 'SELECT id, address FROM messaging.contacts ORDER BY id',
    values: [],
  })
  expect(table.map((it) => it.address)).toEqual(['+19198675311', '+19198675312'])
  const id = table[0]?.id as number
  expect(await erasePerson(owner, keyring, { kind: 'contact', id })).toEqual({
    subjects: [`contact-${id}`],
    events: 2,
    rebuilt: holding('messaging.contacts', 'messaging.contactMessages'),
  })
  for (const trace of ['Zebulon', 'Quagmire', '8675311']) expect(await tablesWith(trace)).toEqual([])
  expect(await tablesWith('Somebody else')).toEqual(['messaging.contact_messages'])
})

it('an erased customer goes with what their numbers and addresses sent, before and after they were a customer', async () => {
  const old = '+19198675320'
  await receive(old, 'Mordecai needs a fence')
  await receive(old, 'STOP')
  const form = { firstName: 'Mordecai', lastName: 'Pym', email: 'mordecai@pym.example' }
  const created = await call('POST', { ...form, phone: '(919) 867-5320' }, '', '/api/customers')
  const { id } = JSON.parse(created.text)
  await services.project()
  await services.react()
  expect(await tablesWith('Mordecai needs')).toEqual(['messaging.contact_messages', 'messaging.messages'])
  await call('PATCH', { phone: '(919) 867-5321' }, '', `/api/customers/${id}`)
  await services.project()
  // an opt-out of the customer's current number, and a conversation that belongs to no customer
  await receive('+19198675321', 'STOP')
  await receive('+19198675399', 'A bystander')
  await erasePerson(owner, keyring, { kind: 'customer', id })
  for (const trace of ['Mordecai', 'pym.example', '8675320', '8675321'])
    expect(await tablesWith(trace), trace).toEqual([])
  expect(await tablesWith('8675399')).toEqual(['messaging.contacts'])
})

it('an erasure that broke off before the read models were rebuilt is finished when it is repeated', async () => {
  await receive('+19198675330', 'Leopold from Juniper Lane')
  const form = {
    firstName: 'Leopold',
    lastName: 'Crane',
    email: 'leo@crane.example',
    phone: '(919) 867-5330',
  }
  const { id } = JSON.parse((await call('POST', form)).text)
  await services.project()
  const traces = ['Leopold', 'Juniper', 'crane.example', '8675330']
  for (const trace of traces) expect(await tablesWith(trace), trace).not.toEqual([])

  // as on a full disk: the keys are destroyed, and no table is made
  await owner.query(`CREATE FUNCTION refuse_tables() RETURNS event_trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'No space left on device'; END $$`)
  await owner.query(`CREATE EVENT TRIGGER full_disk ON ddl_command_start WHEN TAG IN ('CREATE TABLE')
    EXECUTE FUNCTION refuse_tables()`)
  await expect(erasePerson(owner, keyring, { kind: 'lead', id })).rejects.toThrow('No space left on device')
  await owner.query('DROP EVENT TRIGGER full_disk')
  expect(await tablesWith('8675330')).toContain('messaging.contacts')

  const erased = await erasePerson(owner, keyring, { kind: 'lead', id })
  expect(erased.rebuilt).toEqual(holding('crm.leads', 'messaging.contacts'))
  expect(erased.subjects).toEqual([`lead-${id}`, expect.stringMatching(/^contact-\d+$/)])
  for (const trace of traces) expect(await tablesWith(trace), trace).toEqual([])
})

it('nobody is erased by a number nobody has', async () => {
  await expect(erasePerson(owner, keyring, { kind: 'lead', id: 404 })).rejects.toThrow(
    'There is no lead 404.',
  )
  await expect(erasePerson(owner, keyring, { kind: 'customer', id: 404 })).rejects.toThrow(
    'There is no customer 404.',
  )
})
