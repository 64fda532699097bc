import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

const dataDir = throwawayDataDir()
let product: Product
beforeAll(async () => {
  product = await startProduct(dataDir, { OWNER_PASSWORD: 'correct horse', RATE_LIMIT_SCALE: '10000' })
})
afterAll(async () => {
  await product.stop()
  await removeDataDir(dataDir)
})

const main = resolve(import.meta.dirname, '../../cli/ops/main.ts')

/** Without blocking this process, so that its own requests go on meanwhile. */
const ops = (...args: string[]) => opsOn(dataDir, ...args)
const opsOn = (folder: string, ...args: string[]) =>
  new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder }
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
      done({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })

it('says what it can do, and refuses what it cannot with a sentence and an exit code', async () => {
  expect(await ops('--help')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('e.g. npm run ops -- projections rebuild crm.leads'),
  })
  expect((await ops('nonsense')).status).toBe(2)
  expect(await ops('projections', 'rebuild', 'nope')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no projection nope\. There are: crm\.leads, /),
  })
})

it('adds a user who can sign in at once', async () => {
  const added = JSON.parse((await ops('users', 'add', 'maria', 'maria@example.test', '--json')).stdout)
  expect((await createClient(product.url).signIn('maria', added.password)).status).toBe(200)
  expect((await ops('users', 'list')).stdout).toMatch(/owner[\s\S]*maria/)
  expect(await ops('users', 'add', 'maria', 'other@example.test')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('already a user'),
  })
})

it('gives a user another role, which counts for the session that is open', async () => {
  const added = JSON.parse((await ops('users', 'add', 'rosa', 'rosa@example.test', '--json')).stdout)
  const client = createClient(product.url)
  await client.signIn('rosa', added.password)
  const rights = async () => (await client.read('/api/team/me')).rights
  expect(await rights()).toContain('team')
  expect((await ops('users', 'role', 'rosa', 'worker')).stdout).toContain(
    'rosa is worker from the next request on',
  )
  expect(await rights()).not.toContain('invoices.view')
  expect((await client.send('GET', '/api/team/members')).text).not.toContain('@')
  expect(await ops('users', 'role', 'rosa', 'king')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The roles are business_owner, manager'),
  })
})

it('rebuilds and verifies read models while requests go on', async () => {
  const client = createClient(product.url)
  await client.signIn('owner', 'correct horse')
  let going = true
  const statuses = new Set<number>()
  const requests = (async () => {
    for (let n = 0; going; n++) {
      statuses.add((await client.requestEstimate(`Load-${n}`)).status)
      statuses.add((await client.send('GET', '/api/leads')).status)
    }
  })()
  await new Promise((done) => setTimeout(done, 200))
  const child = await ops('projections', 'rebuild', '--all', '--json')
  const verified = JSON.parse((await ops('projections', 'verify', 'crm.leads', '--json')).stdout)
  going = false
  await requests
  const rebuilt = child.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).name)
  expect(rebuilt).toEqual(expect.arrayContaining(['crm.leads', 'scheduling.customers', 'insights.subjects']))
  expect(verified.differences).toEqual([])
  expect([...statuses].sort()).toEqual([200, 201])
  expect(JSON.parse((await ops('projections', 'status', '--json')).stdout)).toContainEqual(
    expect.objectContaining({ name: 'crm.leads', status: 'live', lag: 0 }),
  )
})

it('shows what a reader had to park and applies it again', async () => {
  expect(await ops('projections', 'retry', 'nobody')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Name a subscription: .*notifyOwner, /),
  })
  expect(JSON.parse((await ops('projections', 'retry', 'notifyOwner', '--json')).stdout)).toEqual({
    name: 'notifyOwner',
    applied: 0,
    stillDeadLettered: [],
  })
  const status = JSON.parse((await ops('projections', 'status', '--json')).stdout)
  expect(status).toContainEqual(
    expect.objectContaining({ name: 'notifyOwner', kind: 'reactor', deadLettered: 0 }),
  )
})

it('shows the log and the history of a stream', async () => {
  const answer = JSON.parse((await createClient(product.url).requestEstimate('Shown')).text)
  const tail = (await ops('events', 'tail', '--last', '1', '--json')).stdout.trim().split('\n')
  expect(tail).toHaveLength(1)
  expect(JSON.parse(tail[0] as string)).toMatchObject({
    type: 'LeadReceived',
    stream: `lead-${answer.id}`,
    data: { lastName: 'Shown' },
  })
  expect((await ops('events', 'show', `lead-${answer.id}`)).stdout).toMatch(
    /LeadReceived {2}by visitor\n[\s\S]*leadId: /,
  )
  expect((await ops('events', 'show', 'lead-999999')).stderr).toBe('There is no stream lead-999999.\n')
})

it('backs up while the product runs; restored elsewhere, the same people sign in and see the same', async () => {
  const folder = join(dataDir, 'backup')
  expect(await ops('backup', folder)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('es.events'),
  })
  const otherDataDir = throwawayDataDir()
  expect(await opsOn(otherDataDir, 'restore', folder)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('encrypted with a master key that is not here'),
  })
  copyFileSync(join(dataDir, 'master.key'), join(otherDataDir, 'master.key'))
  expect(await opsOn(otherDataDir, 'restore', folder)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('read models rebuilt'),
  })
  const second = await startProduct(otherDataDir, {
    OWNER_PASSWORD: 'another one',
    RATE_LIMIT_SCALE: '10000',
  })
  const [here, there] = [createClient(product.url), createClient(second.url)]
  await here.signIn('owner', 'correct horse')
  expect((await there.signIn('owner', 'correct horse')).status).toBe(200)
  expect(await there.leads()).toEqual(await here.leads())
  expect((await there.requestEstimate('After')).status).toBe(201)
  await second.stop()
  await removeDataDir(otherDataDir)
})
