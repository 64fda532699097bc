import { createHmac } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openPage, type Watched } from './browser.ts'
import { type Client, createClient } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

const dataDir = throwawayDataDir()
const password = 'correct horse'
const authToken = 'for the tests alone'
let browser: Browser
let product: Product
let staff: Client
let watched: Watched
let page: Page

/** What a stranger writes, each of which would call `hit` were it more than text. */
const payloads = [
  '<img src=x onerror="window.hit=1">',
  '<script>window.hit=1</script>',
  '"><svg onload=window.hit=1>',
  '<a href="javascript:window.hit=1">here</a>',
  '{{constructor.constructor("window.hit=1")()}}',
]
const customer = {
  ...{ firstName: 'Zacharine', lastName: 'Quillworthy', email: 'zacharine@pii.test' },
  ...{ phone: '(919) 555-0187', address: '77 Secret Lane', notes: 'The gate code is 4412' },
}

beforeAll(async () => {
  const env = {
    ...{ OWNER_PASSWORD: password, RATE_LIMIT_SCALE: '100', DEMO_DATA: 'off' },
    ...{
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: '+19195550000',
    },
    // nothing that is sent in this file arrives, and failures are in the logs
    ...{ TWILIO_BASE_URL: 'http://127.0.0.1:9', SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'debug' },
  }
  ;[browser, product] = await Promise.all([launchBrowser(), startProduct(dataDir, env)])
  staff = createClient(product.url)
  await staff.signIn('owner', password)
  expect((await staff.send('POST', '/api/customers', customer)).status).toBe(201)
  watched = await openPage(browser)
  page = watched.page
  await watched.context.request.post(`${product.url}/api/login`, { data: { username: 'owner', password } })
})
afterAll(async () => {
  await browser.close()
  await product.stop()
  await removeDataDir(dataDir)
})

/** An SMS as the provider reports it, signed over address and words. */
function inbound(text: string, number: number) {
  const path = '/api/webhooks/twilio/inbound'
  const form = { Body: text, From: '+19195550187', MessageSid: `SM${String(number).padStart(32, '0')}` }
  const signed = Object.entries(form).reduce((all, [name, value]) => all + name + value, product.url + path)
  return fetch(product.url + path, {
    method: 'POST',
    headers: { 'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64') },
    body: new URLSearchParams(form),
  })
}

const harm = () =>
  page.evaluate(() => ({
    hit: 'hit' in window,
    made: document.querySelectorAll(
      'main img[src="x"], main script, main svg[onload], main a[href^="javascript"]',
    ).length,
  }))
const none = { hit: false, made: 0 }

it('an SMS with markup in it is text in its conversation', async () => {
  for (const [number, text] of payloads.entries()) expect((await inbound(text, number)).status).toBe(200)
  await page.goto(`${product.url}/messages?customer=1`)
  for (const text of payloads) await page.getByText(text, { exact: true }).first().waitFor()
  expect(await harm()).toEqual(none)
})

it('what a visitor writes into the estimate form is text among the leads', async () => {
  const [first = '', second = '', third = ''] = payloads
  const lead = { firstName: first, lastName: second, email: 'a@example.test', phone: '555 555 0101' }
  const more = { serviceNeeded: 'painting', projectDescription: third }
  expect((await createClient(product.url).send('POST', '/api/leads', { ...lead, ...more })).status).toBe(201)
  await page.goto(`${product.url}/crm?tab=leads`)
  await page.getByText(first).first().waitFor()
  expect(await harm()).toEqual(none)
  await page.goto(`${product.url}/dashboard`)
  await page.getByText(first).first().waitFor()
  expect(await harm()).toEqual(none)
})

it('made a browser complain of nothing', () => {
  expect(watched.complaints).toEqual([])
})

it('markup that is more than text would be noticed', async () => {
  await page.evaluate((html) => {
    const place = document.createElement('p')
    place.innerHTML = html
    document.querySelector('main')?.append(place)
  }, payloads[0] as string)
  expect((await harm()).made).toBe(1)
})

const personal = /zacharine|quillworthy|pii\.test|5550187|555-0187|secret lane|gate code|correct horse/i

/** All that a page leaves behind in a browser, as one text. */
const leftBehind = () =>
  page.evaluate(async () =>
    JSON.stringify([
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      await caches.keys(),
      (await indexedDB.databases()).map(({ name }) => name),
    ]),
  )

it('a day with a customer puts nothing of them into an address or what the browser keeps', async () => {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  const visit = async (path: string) => {
    await page.goto(product.url + path)
    await page.getByText('Quillworthy').first().waitFor()
  }
  await visit('/customers')
  await page.getByText('Zacharine Quillworthy').first().click()
  await visit('/customers?customer=1')
  await visit('/messages?customer=1')
  await page.goto(`${product.url}/customers/new`)
  for (const [label, value] of [
    ['First name', customer.firstName],
    ['Last name', customer.lastName],
    ['Phone', customer.phone],
    ['Email', customer.email],
    ['Address', customer.address],
  ] as const)
    await page.getByLabel(label).fill(value)
  expect(await leftBehind()).not.toMatch(personal)
  await page.getByRole('button', { name: 'Create Customer' }).click()
  await page.waitForURL('**/customers')
  await page.goto(`${product.url}/account`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.join(' ')).not.toMatch(personal)
  expect(await leftBehind()).not.toMatch(personal)
  // and would be seen if it did
  await page.evaluate((name) => sessionStorage.setItem('draft', name), customer.lastName)
  expect(await leftBehind()).toMatch(personal)
})

it('nothing of them is in the logs of any process, whatever is refused or fails', async () => {
  const { id } = JSON.parse((await staff.send('POST', '/api/customers', customer)).text) as { id: number }
  const message = { customerId: id, content: `${customer.firstName}, the gate code is 4412?` }
  for (const type of ['sms', 'email'])
    expect((await staff.send('POST', '/api/messages', { ...message, type })).status).toBe(201)
  expect((await inbound('Zacharine here, 77 Secret Lane', 99)).status).toBe(200)
  const refused = [
    staff.send('PATCH', `/api/customers/${id}`, { ...customer, status: 'completed' }),
    staff.send('POST', '/api/customers', { ...customer, email: 'zacharine pii.test' }),
    staff.send('GET', `/api/customers?q=${customer.lastName}&limit=none`),
    createClient(product.url).send('POST', '/api/login', { username: customer.email, password: 'gate code' }),
  ]
  for (const answer of await Promise.all(refused)) expect(answer.status).toBeGreaterThanOrEqual(400)
  await expect.poll(product.output, { timeout: 30_000 }).toMatch(/ECONNREFUSED/)
  expect(product.output()).not.toMatch(personal)
})
