import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openPage } from './browser.ts'
import { type Client, createClient, eventually } from './client.ts'
import { type Product, processesOf, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

const password = 'correct horse'
const dataDir = throwawayDataDir()
let product: Product
let browser: Browser
let staff: Client

beforeAll(async () => {
  const env = { OWNER_PASSWORD: password, RATE_LIMIT_SCALE: '100', DEMO_DATA: 'off' }
  const started = await Promise.all([launchBrowser(), startProduct(dataDir, env)])
  browser = started[0]
  product = started[1]
  staff = createClient(product.url)
  expect((await staff.signIn('owner', password)).status).toBe(200)
})
afterAll(async () => {
  await browser.close()
  await product.stop()
  await removeDataDir(dataDir)
})

const worker = () => processesOf(product.supervisor, 'worker')[0]
const addCustomer = async (lastName: string) => {
  const answer = await staff.send('POST', '/api/customers', {
    firstName: 'Ann',
    lastName,
    email: `${lastName}@example.test`,
    phone: '919 555 0101',
  })
  expect(answer.status, answer.text).toBe(201)
  return JSON.parse(answer.text) as { id: number }
}
const book = (customerId: number) =>
  staff.send('POST', '/api/appointments', {
    customerId,
    title: 'Painting',
    serviceType: 'Interior & Exterior Painting',
    scheduledDate: '2030-01-07T15:00:00.000Z',
  })

it('a frozen worker makes reports old, refuses no command, is said on the screen, and is replaced', async () => {
  const customer = await addCustomer('Before')
  expect((await book(customer.id)).status).toBe(201)
  const { page, context } = await openPage(browser)
  await page.goto(`${product.url}/login`)
  await page.getByLabel('Username').fill('owner')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

  const frozen = worker() as number
  process.kill(frozen, 'SIGSTOP')
  const late = await addCustomer('Meanwhile')
  const booked = await book(customer.id)
  expect(booked.status, booked.text).toBe(201)
  for (const path of ['/api/appointments', '/api/invoices', '/api/messages', '/api/dashboard/stats']) {
    const answer = await staff.send('GET', path)
    expect([path, answer.status, answer.headers.get('x-stale-data')]).toEqual([path, 200, 'true'])
  }
  const tooEarly = await book(late.id)
  expect([tooEarly.status, tooEarly.headers.get('retry-after')]).toEqual([503, '2'])
  const line = page.getByText('Some figures may be a few minutes old.')
  // the change stream sends the new customer to this window, before the figures include them
  await page.reload()
  await line.waitFor()

  await eventually(async () => worker() !== undefined && worker() !== frozen, 30_000)
  expect(product.output()).toContain('The worker process is frozen')
  await eventually(async () => (await book(late.id)).status === 201)
  const current = await staff.send('GET', '/api/appointments')
  expect(current.headers.get('x-stale-data')).toBeNull()
  await line.waitFor({ state: 'detached', timeout: 30_000 })
  await context.close()
}, 120_000)
