import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import { createApp, errorHandler, identityHeader, signIdentity } from '@plumbline/platform/http'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { type CryptoKey, generateKeyPair } from 'jose'
import Papa from 'papaparse'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../../processes/config.ts'
import { type AttachedServices, attachServices } from '../../processes/roles/attachServices.ts'
import { loadService } from '../../processes/services.ts'
import { owners } from '../../processes/stores/schemas.ts'
import type { Context } from './command.ts'
import { erasePerson } from './erasure.ts'
import { personExport } from './person.ts'
import { exportPerson } from './personExport.ts'

const authToken = 'secret'
const publicUrl = 'https://plumbline.example'
const called = ['crm', 'scheduling', 'billing', 'messaging'] as const
let database: TestDatabase
let owner: Pool
let services: AttachedServices
let privateKey: CryptoKey
const servers = new Map<string, Server>()
const folders: string[] = []

beforeAll(async () => {
  database = await createTestDatabase(owners)
  owner = database.pool({ max: 6, longRunning: true })
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  privateKey = keys.privateKey
  const sms = { accountSid: 'AC0', authToken, from: '+19195550000' }
  const settings = { sms, publicUrl, ownerEmail: 'owner@example.test' }
  services = attachServices({ url: database.url, name: 'test', keyring, log: database.log, settings })
  for (const name of called) {
    const service = await loadService(name)
    const resources = { ...services.resourcesOf(service), identityKey: keys.publicKey, limitScale: 100 }
    const router = service.createRouter(resources)
    const server = createServer(createApp(database.log).use(router, errorHandler(database.log)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    servers.set(name, server)
  }
})
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))
afterAll(async () => {
  for (const server of servers.values()) {
    server.closeAllConnections()
    server.close()
  }
  await services.close()
  await database.drop()
})

const portOf = (name: string) => ((servers.get(name) as Server).address() as AddressInfo).port
let calls = 0
async function call(name: (typeof called)[number], method: string, path: string, body: object) {
  await services.project()
  const token = await signIdentity(privateKey, name, {
    user: { id: 1, username: 'staffname', email: 'o@x.io', role: 'business_owner' },
    addressHash: 'a',
    requestId: 'r',
  })
  const port = portOf(name)
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: {
      [identityHeader]: token,
      'content-type': 'application/json',
      'idempotency-key': `key-${++calls}`,
    },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return JSON.parse(text)
}

/** An SMS from a number, as the provider's signed webhook. */
async function receive(from: string, words: string) {
  await services.project()
  const path = '/api/webhooks/twilio/inbound'
  const form = { Body: words, From: from, MessageSid: `SM${++calls}` }
  const signed = Object.entries(form).reduce((all, [key, value]) => all + key + value, publicUrl + path)
  const port = portOf('messaging')
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
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

/** A person with records of every kind; every text of theirs has their word in it. */
async function live(word: string, digits: string) {
  const phone = `(919) 867-${digits}`
  const form = { firstName: word, lastName: 'Pym', email: `${word}@pym.example`, phone }
  await receive(`+1919867${digits}`, `${word} before`)
  const lead = await call('crm', 'POST', '/api/leads', { ...form, projectDescription: `${word} fence` })
  const { customer } = await call('crm', 'POST', `/api/leads/${lead.id}/convert`, {})
  const twin = await call('crm', 'POST', '/api/customers', { ...form, notes: `=${word}` })
  const appointment = await schedule(twin.id, word)
  await call('crm', 'POST', `/api/customers/${twin.id}/merge`, { intoCustomerId: customer.id })
  const invoice = await call('billing', 'POST', '/api/invoices', {
    customerId: customer.id,
    description: `${word} invoice`,
    amount: '100.00',
    dueDate: '2027-01-31',
  })
  const quote = await call('billing', 'POST', '/api/quotes', {
    customerId: customer.id,
    title: `${word} deck`,
    options: [{ id: 1, lines: [{ description: 'Boards', unitPrice: '10', unitCost: '7777.31' }] }],
    message: `${word} boards`,
  })
  await call('billing', 'POST', `/api/quotes/${quote.id}/withdraw`, {})
  await call('messaging', 'POST', '/api/messages', {
    customerId: customer.id,
    type: 'email',
    subject: `${word} subject`,
    content: `${word} written`,
  })
  await services.react()
  await services.project()
  await receive(`+1919867${digits}`, `${word} after`)
  await services.react()
  return {
    customerId: customer.id as number,
    twinId: twin.id as number,
    leadId: lead.id as number,
    appointment,
    invoice,
    quote,
  }
}

const schedule = (customerId: number, word: string) =>
  call('scheduling', 'POST', '/api/appointments', {
    customerId,
    title: 'Repair',
    notes: `${word} gate`,
    scheduledDate: '2027-03-01T15:00:00Z',
  })

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-person-'))
  folders.push(folder)
  return folder
}

async function run(args: string[], to: string | undefined): Promise<string> {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  try {
    const context: Context = {
      pool: owner,
      databaseUrl: database.url,
      isEmbedded: false,
      redisUrl: undefined,
      json: false,
      business: readConfig({}).business,
      backups: readConfig({}).backups,
      log: database.log,
      keyring: async () => keyring,
      fingerprint: keyring.fingerprint,
    }
    await personExport.run(context, args, to === undefined ? {} : { to })
    return log.mock.calls.join('\n')
  } finally {
    log.mockRestore()
  }
}

const textsIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))

it('a person gets everything about them from every service, and nothing about anybody else', async () => {
  const barnaby = await live('Barnaby', '5310')
  const quentin = await live('Quentin', '5311')
  // it was Quentin's at first, and became Barnaby's with other words
  const moved = await schedule(quentin.customerId, 'Quentin')
  await call('scheduling', 'PUT', `/api/appointments/${moved.id}`, {
    customerId: barnaby.customerId,
    notes: 'Barnaby moved',
  })
  await call('scheduling', 'PUT', `/api/appointments/${moved.id}`, { duration: 90 })
  await services.project()
  const crm = await services.commandsOf('crm')
  const by = { metadata: { actor: 'user-1', requestId: 'r' }, now: new Date() }
  for (const { customerId, quote } of [barnaby, quentin])
    await crm.issueLink(by, customerId, { kind: 'quote', id: quote.id })
  await services.project()

  const folder = newFolder()
  const said = await run(['customer', String(barnaby.twinId)], folder)
  expect(said).toMatch(/^Wrote what is stored about customer-\d+, customer-\d+, lead-\d+, contact-\d+ to /)
  const files = textsIn(folder)
  expect(Object.keys(files).sort()).toEqual(
    [
      'appointments',
      'contacts',
      'customers',
      'deliveries',
      'events',
      'invoices',
      'leads',
      'links',
      'messages',
      'quotes',
    ].flatMap((it) => [`${it}.csv`, `${it}.json`]),
  )
  for (const [name, text] of Object.entries(files)) {
    expect(text, name).not.toMatch(/Quentin|867-?5311|staffname|owner@example|7777\.?31/)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
  }
  const all = Object.values(files).join()
  for (const text of [
    'fence',
    'gate',
    'invoice',
    'deck',
    'boards',
    'subject',
    'written',
    'before',
    'after',
    'moved',
  ])
    expect(all, text).toContain(`Barnaby ${text}`)
  const events: { record: string; type: string }[] = JSON.parse(files['events.json'] ?? '')
  const typesOf = (record: string) => events.filter((it) => it.record === record).map(({ type }) => type)
  expect(typesOf(`appointment-${moved.id}`)).toEqual(['AppointmentReassigned', 'AppointmentRescheduled'])
  expect(typesOf(`appointment-${barnaby.appointment.id}`)).toEqual(['AppointmentScheduled'])
  expect(typesOf(`lead-${barnaby.leadId}`)).toContain('LeadConverted')
  expect(typesOf(`quote-${barnaby.quote.id}`)).toEqual(['QuoteDrafted', 'QuoteRevised', 'QuoteWithdrawn'])
  expect(JSON.parse(files['customers.json'] ?? '')).toHaveLength(2)
  const links: { id: number }[] = JSON.parse(files['links.json'] ?? '')
  expect(links).toMatchObject([{ kind: 'quote', document_id: barnaby.quote.id }])
  expect(typesOf(`customer-link-${links[0]?.id}`)).toEqual(['CustomerLinkIssued'])
  expect(events.filter(({ type }) => type === 'CustomerLinkIssued')).toHaveLength(1)

  // the other one gets what he had until then
  const { tables } = await exportPerson(owner, keyring, { kind: 'customer', id: quentin.customerId })
  expect(JSON.stringify(tables)).not.toMatch(/Barnaby|867-?5310/)
  expect(tables.events.filter(({ record }) => record === `appointment-${moved.id}`)).toMatchObject([
    { type: 'AppointmentScheduled', data: { notes: 'Quentin gate' } },
  ])
})

it('a message from a number that several customers have names none of the others', async () => {
  const form = { lastName: 'Twins', phone: '(919) 867-5320' }
  const first = await call('crm', 'POST', '/api/customers', {
    ...form,
    firstName: 'Ada',
    email: 'ada@x.example',
  })
  const second = await call('crm', 'POST', '/api/customers', {
    ...form,
    firstName: 'Eva',
    email: 'eva@x.example',
  })
  await receive('+19198675320', 'from either')
  const exported = async ({ id }: { id: number }) => {
    const { tables } = await exportPerson(owner, keyring, { kind: 'customer', id })
    return JSON.stringify(tables)
  }
  const texts = await Promise.all([exported(first), exported(second)])
  const { rows } = await owner.query(
    `SELECT shared_with FROM messaging.messages WHERE content = 'from either'`,
  )
  expect(rows).toEqual([{ shared_with: [expect.any(Number)] }, { shared_with: [expect.any(Number)] }])
  for (const text of texts) {
    expect(text).toContain('from either')
    expect(text).not.toMatch(/shared/i)
  }
  expect(texts[0]).not.toContain('Eva')
  expect(texts[1]).not.toContain('Ada')
})

it('a lead and a number that no customer has get what is theirs', async () => {
  const form = { firstName: 'Ivo', lastName: 'Reed', email: 'ivo@example.test', phone: '555 555 0109' }
  const { id } = await call('crm', 'POST', '/api/leads', form)
  const { tables } = await exportPerson(owner, keyring, { kind: 'lead', id })
  expect(tables.events.map(({ type }) => type)).toEqual(['LeadReceived'])
  expect(tables.leads).toMatchObject([{ first_name: 'Ivo' }])
  await receive('+19198675399', 'Zebulon')
  const { rows } = await owner.query(`SELECT id FROM messaging.contacts WHERE address = '+19198675399'`)
  const { tables: ofContact } = await exportPerson(owner, keyring, { kind: 'contact', id: rows[0].id })
  expect(ofContact.events.map(({ type }) => type)).toEqual(['ContactNoted', 'ContactMessageReceived'])
  expect(ofContact.messages).toMatchObject([{ content: 'Zebulon' }])
})

it('no cell is a formula for a spreadsheet', async () => {
  const notes = ['=1+1', '+1', '-cmd', '@sum', '\tx', 'a "quote", and\na line']
  const form = { firstName: 'Formula', lastName: '=HYPERLINK("x")', phone: '+19198675330' }
  const { id } = await call('crm', 'POST', '/api/customers', {
    ...form,
    email: 'f@x.example',
    notes: notes[0],
  })
  for (const text of notes.slice(1)) await call('crm', 'PATCH', `/api/customers/${id}`, { notes: text })
  for (const text of notes) await schedule(id, text)
  const folder = newFolder()
  await services.project()
  await run(['customer', String(id)], folder)
  const cells = Object.entries(textsIn(folder))
    .filter(([name]) => name.endsWith('.csv'))
    .flatMap(([, text]) => Papa.parse<string[]>(text).data.flat())
  expect(cells).toContain(`'=HYPERLINK("x")`)
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
})

it('an erased person, one that is not there and a folder with something in it are refused in words', async () => {
  const form = { firstName: 'Gone', lastName: 'Soon', email: 'gone@example.test', phone: '555 555 0110' }
  const { id } = await call('crm', 'POST', '/api/leads', form)
  const folder = newFolder()
  await run(['lead', String(id)], folder)
  await expect(run(['lead', String(id)], folder)).rejects.toThrow('is not empty. Choose another folder.')
  await erasePerson(owner, keyring, { kind: 'lead', id })
  const empty = newFolder()
  await expect(run(['lead', String(id)], empty)).rejects.toThrow(
    /^The person of lead \d+ was erased on \d{4}-\d\d-\d\d: nothing about them can be read any more\.$/,
  )
  await expect(run(['customer', '4040'], empty)).rejects.toThrow('There is no customer 4040.')
  await expect(run(['customer', '1'], undefined)).rejects.toThrow('Usage: npm run ops -- person export')
  await expect(run(['user', '1'], empty)).rejects.toThrow('Usage: npm run ops -- person export')
  expect(readdirSync(empty)).toEqual([])
})
