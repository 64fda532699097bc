import { sendDelivery } from '@plumbline/messaging/service'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { type Backing, createQueue, createWorker, migrateQueues } from '@plumbline/platform/jobs'
import { verifyProjection } from '@plumbline/platform/projections'
import { processBatch } from '@plumbline/platform/subscriptions'
import { createTestDatabase, testKeyring as keyring, type TestDatabase } from '@plumbline/platform/testing'
import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { type AttachedServices, attachServices } from '../processes/roles/attachServices.ts'
import { rebuildTargets } from '../processes/stores/rebuildTargets.ts'
import { owners } from '../processes/stores/schemas.ts'
import { hasDemonstration, recordsBesideDemonstration, removeDemonstration } from './removal.ts'
import { seedDemo } from './seed.ts'
import { demoOrigin } from './timeline.ts'

const now = new Date('2026-11-21T15:00:00Z')
const metadata = { actor: 'user-1', actorName: 'owner', requestId: 'r' }
const byOwner = { metadata, now }
const notifier = { notify: () => {} }

const invented = {
  firstName: 'Margaret',
  lastName: 'Holloway',
  email: 'margaret.holloway@example.com',
  phone: '(919) 555-0101',
  address: '14 Larkspur Lane, Cary, NC 27511',
  notes: 'Gate code 4417',
  source: 'referral',
}
const words = [
  'Margaret',
  'Holloway',
  '555-0101',
  '9195550101',
  'Larkspur',
  // four digits alone are in a time of day once in a while
  'code 4417',
  'Raman',
  '5550118',
  'Dana',
  'fence',
]
const real = {
  firstName: 'Rosa',
  lastName: 'Lindqvist',
  email: 'rosa@customer.test',
  phone: '(919) 444-0101',
  source: 'phone',
}

let database: TestDatabase
let owner: Pool
let services: AttachedServices
let redis: Redis
beforeEach(async () => {
  database = await createTestDatabase(owners)
  owner = database.pool({ max: 6, longRunning: true })
  await migrateQueues(owner)
  services = attachServices({ url: database.url, name: 'test', keyring, log: database.log })
  redis = new Redis(inject('redisUrl'))
})
afterEach(async () => {
  await services.close()
  redis.disconnect()
  await database.drop()
})

const removing = { metadata, withOwnWork: false, notifier }
// as the gateway, which may do nothing else with the log
const remove = (options = {}) =>
  removeDemonstration(database.pool({ role: 'plumbline_gateway', schema: 'gateway' }), {
    ...removing,
    ...options,
  })

/** A customer and a lead with all that can be said of them. */
async function seedSmall() {
  const crm = await services.commandsOf('crm')
  const customer = await crm.registerCustomer(demoOrigin(now), invented)
  await crm.changeCustomer(demoOrigin(now), customer.id, { status: 'active' })
  const lead = await crm.receiveLead(demoOrigin(now, 'visitor'), {
    ...{ firstName: 'Priya', lastName: 'Raman', email: 'priya.raman@example.com', phone: '(919) 555-0118' },
    ...{ serviceNeeded: 'painting', projectDescription: 'Paint the fence', source: 'website' },
  })
  await services.project()
  const scheduling = await services.commandsOf('scheduling')
  const appointment = await scheduling.scheduleAppointment(demoOrigin(now), {
    ...{ customerId: customer.id, title: 'Painting & Finishing', description: 'The fence', notes: null },
    ...{ duration: 120, estimatedPrice: '150.00', scheduledDate: '2026-12-01T15:00:00Z' },
  })
  await services.project()
  const billing = await services.commandsOf('billing')
  const invoice = await billing.draftInvoice(demoOrigin(now), {
    ...{
      customerId: customer.id,
      appointmentId: appointment.id,
      description: 'The fence',
      dueOn: '2026-12-01',
    },
    lines: [{ description: 'The fence', amountCents: 15_000, taxCents: 0 }],
  })
  await billing.issueInvoice(demoOrigin(now), invoice)
  await billing.recordPayment(demoOrigin(now), invoice, { method: 'cash', date: '2026-11-21' })
  const quote = await billing.draftQuote(demoOrigin(now), {
    ...{ customerId: customer.id, title: 'A fence for Margaret', message: 'Dear Margaret', terms: '' },
    ...{ addOns: [], discount: null, deposit: null, taxPercent: '0', validUntil: null },
    options: [
      {
        ...{ id: 1, name: '' },
        lines: [{ description: 'Boards', details: '', quantity: '1', unitPrice: '10', taxable: true }],
      },
    ],
  })
  await billing.sendQuote(demoOrigin(now), quote.details.id, 'email')
  const messaging = await services.commandsOf('messaging')
  await messaging.receiveMessage(demoOrigin(now, 'customer'), {
    ...{
      customerId: customer.id,
      channel: 'sms',
      content: 'The fence is open, Margaret',
      providerId: 'demo-1',
    },
  } as Parameters<typeof messaging.receiveMessage>[1])
  await services.project()
  return { customer, lead, appointment, invoice }
}

/** Every row of every table that says one of these words, in tables of all schemas. */
async function rowsWith(texts: readonly string[]): Promise<string[]> {
  const tables = await run<{ name: string }>(
    owner,
    sql`SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await run<{ text: string }>(owner, {
      text: `SELECT t::text AS text FROM ${name} t WHERE t::text ILIKE ANY ($1)`,
      values: [texts.map((word) => `%${word}%`)],
    })
    found.push(...rows.map(({ text }) => `${name}: ${text}`))
  }
  return found
}

const append = (stream: string, type: string, data: object, by: object) =>
  owner.query(
    `SELECT es.append($1, NULL, ARRAY[gen_random_uuid()], ARRAY[$2], ARRAY[1::smallint], ARRAY[$3::jsonb], $4::jsonb,
      NULL::text, '{}'::text[], '{}'::bytea[], NULL::int)`,
    [stream, type, JSON.stringify(data), JSON.stringify(by)],
  )
const tableNamed = async (name: string) => run(owner, { text: `SELECT * FROM ${name}`, values: [] })
const streams = async () =>
  (
    await run<{ stream: string }>(owner, sql`SELECT DISTINCT stream_id AS stream FROM es.events ORDER BY 1`)
  ).map(({ stream }) => stream)

async function expectReadModelsOfTheLog() {
  for (const target of rebuildTargets)
    expect((await verifyProjection(target, { pool: owner, keyring })).differences, target.name).toEqual([])
}

it('removes every word of the demonstration, and keeps settings, users and the counting of positions and ids', async () => {
  const { customer } = await seedSmall()
  const business = await services.commandsOf('business')
  await business.changeRates(byOwner, { hourlyRate: '90' })
  const logo = 'a'.repeat(64)
  await owner.query(
    `INSERT INTO business.pictures (hash, use, width, height, bytes) VALUES ($1, 'logo', 2, 1, '\\x89')`,
    [logo],
  )
  await business.changeBrand(byOwner, { logo })
  const billingBefore = await services.commandsOf('billing')
  const board = { details: '', unit: 'each', unitPrice: '10', taxable: true } as const
  const item = await billingBefore.definePriceItem(byOwner, { name: 'Board', ...board })
  await billingBefore.changePriceItem(byOwner, item.id, { name: 'Oak board', ...board })
  const identity = await services.commandsOf('identity')
  await identity.addUser(byOwner, {
    username: 'olga',
    email: 'olga@business.test',
    password: 'correct horse battery',
  })
  await services.project()
  expect((await rowsWith(words)).length).toBeGreaterThan(5)
  const [before] = await run<{ head: string }>(owner, sql`SELECT max(position) AS head FROM es.events`)

  const position = await remove()
  expect(position).toBeGreaterThan(BigInt(before?.head ?? 0))
  expect(await rowsWith(words)).toEqual([])
  expect(await streams()).toEqual(['business-1', 'demonstration-1', 'member-1', `price-item-${item.id}`])
  expect(await tableNamed('billing.price_items')).toMatchObject([{ name: 'Oak board' }])
  expect(await tableNamed('es.subject_keys')).toEqual([])
  expect(await tableNamed('identity.users')).toHaveLength(1)
  expect(await tableNamed('business.pictures')).toHaveLength(1)
  await services.project()
  await expectReadModelsOfTheLog()

  // a next customer does not get the id of one of before, and the first invoice is number one
  const crm = await services.commandsOf('crm')
  const rosa = await crm.registerCustomer(byOwner, real)
  expect(rosa.id).toBeGreaterThan(customer.id)
  await services.project()
  const billing = await services.commandsOf('billing')
  const invoice = await billing.draftInvoice(byOwner, {
    ...{
      customerId: rosa.id,
      description: 'Doors',
      lines: [{ description: 'Doors', amountCents: 100, taxCents: 0 }],
    },
  })
  await billing.issueInvoice(byOwner, invoice)
  const [issued] = await run(
    owner,
    sql`SELECT data->>'number' AS number FROM es.events WHERE type = 'InvoiceIssued'`,
  )
  expect(issued).toEqual({ number: '1' })
  await services.project()
  await expectReadModelsOfTheLog()
})

it('removes the whole demonstration, which is then not made again', async () => {
  await seedDemo(database.url, keyring, database.log, now)
  expect(await hasDemonstration(owner)).toBe(true)
  await remove()
  expect(await streams()).toEqual(['demonstration-1'])
  expect(await rowsWith(['@example.com', 'Dana', 'Holloway', '555-01'])).toEqual([])
  expect(await seedDemo(database.url, keyring, database.log, now)).toBe(false)
  expect(await hasDemonstration(owner)).toBe(false)
  await expectReadModelsOfTheLog()
})

it('refuses while there is a customer of the owner, says who, and changes nothing', async () => {
  await seedSmall()
  const crm = await services.commandsOf('crm')
  const { id } = await crm.registerCustomer(byOwner, real)
  const before = await streams()
  expect(await recordsBesideDemonstration(owner)).toEqual([
    { kind: 'customer', id: String(id), name: 'Rosa Lindqvist', isAboutDemonstration: false },
  ])
  for (const withOwnWork of [false, true])
    await expect(remove({ withOwnWork })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Not everything is of the demonstration.',
    })
  expect(await streams()).toEqual(before)
  expect((await rowsWith(['Holloway'])).length).toBeGreaterThan(0)
})

it('removes what was tried out with invented people only when that is asked for', async () => {
  const { customer, lead, appointment } = await seedSmall()
  const [crm, scheduling, messaging] = [
    await services.commandsOf('crm'),
    await services.commandsOf('scheduling'),
    await services.commandsOf('messaging'),
  ]
  const tried = await scheduling.scheduleAppointment(byOwner, {
    ...{
      customerId: customer.id,
      title: 'General Repairs',
      duration: 60,
      scheduledDate: '2026-12-02T15:00:00Z',
    },
  })
  // the customer is notified of it by the product, which is no work of staff
  await scheduling.cancelAppointment(byOwner, appointment.id)
  await services.react()
  const converted = await crm.convertLead(byOwner, lead.id)
  await crm.changeCustomer(byOwner, customer.id, { phone: '(919) 444-0199' })
  await services.project()
  await messaging.readConversation(byOwner, customer.id)
  expect((await tableNamed('messaging.deliveries')).length).toBeGreaterThan(0)
  expect(await recordsBesideDemonstration(owner)).toEqual([
    { kind: 'appointment', id: String(tried.id), name: null, isAboutDemonstration: true },
    { kind: 'customer', id: String(customer.id), name: 'Margaret Holloway', isAboutDemonstration: true },
  ])
  expect(converted).toBeDefined()
  await expect(remove()).rejects.toMatchObject({ code: 'conflict' })
  await remove({ withOwnWork: true })
  expect(await rowsWith([...words, '444-0199', '9194440199'])).toEqual([])
  expect(await tableNamed('messaging.deliveries')).toEqual([])
  await expectReadModelsOfTheLog()
})

it('is not held up by a sender that was set, which stays with what is secret of it', async () => {
  await seedSmall()
  const log = { actor: 'user-1', requestId: 'r' }
  const set = { from: '+19195550000', secretsSet: ['authToken'], changedAt: now.toISOString() }
  await append('senders-1', 'SmsSenderSet', set, log)
  await append('sender-test-1', 'SenderTried', { channel: 'sms', triedAt: now.toISOString() }, log)
  await owner.query(`INSERT INTO es.subject_keys (subject, wrapped) VALUES ('senders-1', '\\x01')`)
  await owner.query(`INSERT INTO messaging.sender_secrets VALUES ('authToken', 'ciphertext')`)
  expect(await recordsBesideDemonstration(owner)).toEqual([])
  await remove()
  expect(await streams()).toEqual(['demonstration-1', 'sender-test-1', 'senders-1'])
  expect(await tableNamed('messaging.sender_secrets')).toHaveLength(1)
  expect(await tableNamed('es.subject_keys')).toMatchObject([{ subject: 'senders-1' }])
})

it('is not held up by a link of an invented customer, which goes with them', async () => {
  const { customer, invoice } = await seedSmall()
  const crm = await services.commandsOf('crm')
  await crm.issueLink(byOwner, customer.id, { kind: 'invoice', id: invoice })
  await services.project()
  expect(await tableNamed('crm.customer_links')).toHaveLength(1)
  expect(await recordsBesideDemonstration(owner)).toEqual([])
  await remove()
  expect(await streams()).toEqual(['demonstration-1'])
  expect(await tableNamed('crm.customer_links')).toEqual([])
  await services.project()
  await expectReadModelsOfTheLog()
})

it('is held up by a real customer alone, and not once more by the link that they were sent', async () => {
  await seedSmall()
  const crm = await services.commandsOf('crm')
  const rosa = await crm.registerCustomer(byOwner, real)
  await crm.issueLink(byOwner, rosa.id, { kind: 'appointment', id: 99 })
  expect(await recordsBesideDemonstration(owner)).toMatchObject([{ kind: 'customer', id: String(rosa.id) }])
  await expect(remove()).rejects.toMatchObject({ code: 'conflict' })
})

it('a second run is harmless, and does not touch what came after the first', async () => {
  await seedSmall()
  await remove()
  const crm = await services.commandsOf('crm')
  await crm.registerCustomer(byOwner, real)
  const before = await streams()
  expect(await remove({ withOwnWork: true })).toBeNull()
  expect(await streams()).toEqual(before)
})

it('a projection that was behind goes on behind what was removed', async () => {
  await seedSmall()
  const crm = await services.commandsOf('crm')
  const business = await services.commandsOf('business')
  await crm.registerCustomer(demoOrigin(now), { ...invented, firstName: 'Behind' })
  await business.changeRates(byOwner, { hourlyRate: '90' })
  const behind = await services.subscriptions()
  await remove()
  const rosa = await crm.registerCustomer(byOwner, real)
  for (const { pool, subscription } of behind)
    while ((await processBatch(pool, subscription, { keyring })) === 'more');
  expect(await tableNamed('scheduling.customers')).toMatchObject([{ id: rosa.id }])
  await expectReadModelsOfTheLog()
})

it('waits for a batch of a projection that is on its way, and leaves nothing that it wrote', async () => {
  await seedSmall()
  const crm = await services.commandsOf('crm')
  await crm.registerCustomer(demoOrigin(now), { ...invented, firstName: 'Late' })
  const all = await services.subscriptions()
  await Promise.all([
    remove(),
    ...all.map(({ pool, subscription }) => processBatch(pool, subscription, { keyring })),
  ])
  await services.project()
  expect(await rowsWith([...words, 'Late'])).toEqual([])
  await expectReadModelsOfTheLog()
})

it.each(['redis', 'postgres'] as const)(
  'a job of a removed message in %s is dropped by the worker',
  async (kind) => {
    const { appointment } = await seedSmall()
    await (await services.commandsOf('scheduling')).cancelAppointment(byOwner, appointment.id)
    await services.react()
    const prefix = `removal-${database.url.split('/').at(-1)}`
    const backing: Backing =
      kind === 'redis'
        ? { kind, url: inject('redisUrl'), prefix }
        : { kind, pool: database.pool({ schema: 'bullmq', max: 4 }) }
    const queue = createQueue(sendDelivery, backing, database.log)
    const ids = (await tableNamed('messaging.deliveries')).map(({ id }) => String(id))
    expect(ids.length).toBeGreaterThan(0)
    await queue.add(ids)
    await remove()

    const handled: string[] = []
    const worker = createWorker(sendDelivery, backing, database.log, async (id) => void handled.push(id))
    await vi.waitFor(() => expect(handled).toHaveLength(ids.length), 60_000)
    await worker.close()
    await queue.clearHistory()
    await queue.close()
    const texts = await Promise.all(
      (await redis.keys(`${prefix}*`)).map(
        async (key) => `${key} ${JSON.stringify(await redis.hgetall(key).catch(() => ''))}`,
      ),
    )
    expect(texts.filter((text) => words.some((word) => text.includes(word)))).toEqual([])
    expect(await rowsWith(words)).toEqual([])
  },
)

it('refuses while a read model is being rebuilt, which would bring it back', async () => {
  await seedSmall()
  const client = await owner.connect()
  await client.query(`SELECT es.try_lock_rebuild('crm.customers')`)
  await expect(remove()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('crm.customers'),
  })
  await client.query('SELECT pg_advisory_unlock_all()')
  client.release()
  expect(await remove()).not.toBeNull()
})

it('no other role may remove anything', async () => {
  await seedSmall()
  const crm = database.pool({ role: 'plumbline_crm', schema: 'crm' })
  await expect(removeDemonstration(crm, removing)).rejects.toThrow('permission denied')
})
