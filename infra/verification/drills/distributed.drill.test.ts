import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { identityHeader, signIdentity } from '@plumbline/platform/http'
import { createTestDatabase } from '@plumbline/platform/testing'
import { generateKeyPair, SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { readSigningKey } from '../../processes/keys/keys.ts'
import { newGatewayKeys } from '../../processes/keys/newGatewayKeys.ts'
import { createClient, eventually } from '../e2e/client.ts'
import { password, useOffice } from '../e2e/office.ts'
import { environmentOf, processesOf } from '../e2e/product.ts'

const office = useOffice({ DEMO_DATA: 'off' }, ['--distributed'])
const staff = office.client

/** Kills a service as often as it comes back, until the returned function is called. */
function keepDown(name: string): () => void {
  const kill = () => {
    for (const pid of processesOf(office.product.supervisor, `service ${name}`))
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // it has just ended
      }
  }
  kill()
  const timer = setInterval(kill, 50)
  return () => clearInterval(timer)
}

it('a request becomes a customer, a visit, an invoice and a figure, each in another process', async () => {
  expect((await createClient(office.url).requestEstimate('Apart')).status).toBe(201)
  const [lead] = await staff.leads()
  const { customer } = await staff.create(`/api/leads/${lead?.id}/convert`)
  const appointment = await staff.create('/api/appointments', {
    customerId: customer.id,
    title: 'Painting',
    serviceType: 'Interior & Exterior Painting',
    scheduledDate: '2030-01-07T15:00:00.000Z',
  })
  expect(appointment.customerName).toBe('Ann Apart')
  const invoice = await staff.create('/api/invoices', {
    customerId: customer.id,
    amount: '120.00',
    description: 'Painting',
  })
  await staff.create('/api/messages', { customerId: customer.id, content: 'Hello', type: 'sms' })
  expect(invoice.customerId).toBe(customer.id)
  await expect.poll(() => staff.read('/api/dashboard/stats')).toMatchObject({ activeJobs: 1 })
})

it('wrong credentials are refused by a service that nobody else reaches', async () => {
  const visitor = createClient(office.url)
  expect(await visitor.signIn('owner', 'wrong')).toMatchObject({ status: 401, text: 'Invalid credentials' })
  expect((await visitor.send('POST', '/sign-in', { username: 'owner', password })).status).toBe(404)
})

it('a service that is down takes only its own paths down, says when to come back, and comes back', async () => {
  const release = keepDown('crm')
  try {
    const away = await eventually(async () => {
      const answer = await staff.send('GET', '/api/customers')
      return answer.status === 503 && answer
    })
    expect(away.text).toBe('This part is unavailable for a moment. Please try again.')
    expect(away.headers.get('retry-after')).toBe('1')
    for (const path of ['/api/appointments', '/api/invoices', '/api/messages', '/api/dashboard/stats'])
      expect((await staff.send('GET', path)).status, path).toBe(200)
  } finally {
    release()
  }
  await eventually(async () => (await staff.send('GET', '/api/customers')).status === 200)
})

it('the landing page shows what it showed last while the settings are away', async () => {
  const landing = async () => (await createClient(office.url).send('GET', '/')).text
  expect((await staff.send('PATCH', '/api/business/description', { name: 'Ann & Sons' })).status).toBe(200)
  expect(await landing()).toContain('Ann &amp; Sons')
  const release = keepDown('business')
  try {
    await eventually(async () => (await staff.send('GET', '/api/business')).status === 503)
    expect(await landing()).toContain('Ann &amp; Sons')
  } finally {
    release()
  }
  await eventually(async () => (await staff.send('GET', '/api/business')).status === 200)
})

it('the back-office says in place what is away, goes on elsewhere, and tries again', async () => {
  const { page, context } = await office.signedInByForm()
  const release = keepDown('crm')
  try {
    await page.goto('/customers')
    await page.getByText('This part is unavailable for a moment').first().waitFor()
    await page.getByRole('link', { name: 'Invoices' }).first().click()
    await page.getByText('Ann Apart').first().waitFor()
    await page.goBack()
    await page.getByText('This part is unavailable for a moment').first().waitFor()
  } finally {
    release()
  }
  await eventually(async () => (await staff.send('GET', '/api/customers')).status === 200)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.getByText('Ann Apart').first().waitFor()
  await context.close()
})

it('a service answers the gateway and nobody else', async () => {
  const [gateway] = processesOf(office.product.supervisor, 'gateway')
  const { GATEWAY_SIGNING_KEY, CRM_URL, IDENTITY_URL } = environmentOf(gateway as number)
  const key = await readSigningKey(GATEWAY_SIGNING_KEY)
  const user = { id: 1, username: 'owner', email: 'owner@example.test', role: 'business_owner' }
  const caller = { user, addressHash: 'x', requestId: 'request-1' }
  const statusFor = async (token?: string) => {
    const headers: Record<string, string> = token ? { [identityHeader]: token } : {}
    return (await fetch(`${CRM_URL}/api/customers`, { headers })).status
  }
  const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const old = await new SignJWT({ caller })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer('plumbline-gateway')
    .setAudience('crm')
    .setExpirationTime(Math.floor(Date.now() / 1_000) - 1)
    .sign(key)
  expect(await statusFor(await signIdentity(key, 'crm', caller))).toBe(200)
  expect(await statusFor()).toBe(401)
  expect(await statusFor(await signIdentity(key, 'billing', caller))).toBe(401)
  expect(await statusFor(await signIdentity(stranger.privateKey, 'crm', caller))).toBe(401)
  expect(await statusFor(old)).toBe(401)
  const bare = await fetch(`${IDENTITY_URL}/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'owner', password }),
  })
  expect(bare.status).toBe(401)
})

it('no service is given the key that signs', () => {
  for (const name of ['identity', 'business', 'crm', 'scheduling', 'billing', 'messaging', 'insights']) {
    const [pid] = processesOf(office.product.supervisor, `service ${name}`)
    expect(environmentOf(pid as number)).not.toHaveProperty('GATEWAY_SIGNING_KEY')
  }
})

const run = promisify(execFile)
const role = async (name: string, env: Record<string, string>) => {
  const file = join(import.meta.dirname, '../../processes/role.ts')
  const environment = { PATH: process.env.PATH ?? '', DATA_DIR: join(office.dataDir, 'roles'), ...env }
  return run(process.execPath, [file, name], { env: environment }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error) => ({ code: error.code as number, text: error.stderr as string }),
  )
}

it('an image runs any role by argument: one prepares the stores, the others say what they miss', async () => {
  const database = await createTestDatabase()
  const stores = { DATABASE_URL: database.url, MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }
  const prepared = await role('prepare', { ...stores, OWNER_PASSWORD: password })
  expect(prepared).toMatchObject({ code: 0, text: expect.stringContaining('The first user is owner.') })
  // again is no harm
  expect(await role('prepare', stores)).toMatchObject({ code: 0, text: expect.stringContaining('Prepared') })
  expect(await role('prepare', {})).toMatchObject({ code: 1, text: expect.stringContaining('DATABASE_URL') })
  expect(await role('prepare', { DATABASE_URL: database.url })).toMatchObject({
    code: 1,
    text: expect.stringContaining('MASTER_KEY is missing'),
  })
  const { GATEWAY_SIGNING_KEY } = newGatewayKeys()
  for (const [name, env, missing] of [
    ['gateway', {}, 'GATEWAY_SIGNING_KEY is missing'],
    ['gateway', { GATEWAY_SIGNING_KEY }, 'IDENTITY_URL is missing'],
    ['gateway', { GATEWAY_SIGNING_KEY: 'AAAA' }, 'GATEWAY_SIGNING_KEY is no Ed25519 key'],
    ['crm', {}, 'GATEWAY_PUBLIC_KEYS is missing'],
    ['nobody', {}, 'There is no role nobody. Known roles: prepare, web, gateway'],
  ] as const)
    expect(await role(name, { ...stores, PORT: '0', ...env })).toMatchObject({
      code: 1,
      text: expect.stringContaining(missing),
    })
  await database.drop()
})

it('Ctrl-C stops every process', async () => {
  const pids = ['worker', 'gateway', 'service'].flatMap((name) =>
    processesOf(office.product.supervisor, name),
  )
  expect(pids).toHaveLength(9)
  expect(await office.product.stop()).toBe(0)
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
})
