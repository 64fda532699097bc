import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { settled, type Watched } from './browser.ts'
import { createClient } from './client.ts'
import { receiveSms, smsProviderEnv } from './inboundSms.ts'
import { useOffice } from './office.ts'

// nothing that is sent in this file arrives, and failures are in the logs
const office = useOffice({
  ...{ DEMO_DATA: 'off', SMTP_URL: 'smtp://127.0.0.1:9', LOG_LEVEL: 'debug' },
  ...smsProviderEnv,
})
const staff = office.client
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
  await staff.create('/api/customers', customer)
  watched = await office.signedIn()
  page = watched.page
})

const harm = () =>
  page.evaluate(() => ({
    hit: 'hit' in window,
    made: document.querySelectorAll(
      'main img[src="x"], main script, main svg[onload], main a[href^="javascript"]',
    ).length,
  }))
const none = { hit: false, made: 0 }

it('an SMS with markup in it is text in its conversation', async () => {
  for (const text of payloads) await receiveSms(office.url, '+19195550187', text)
  await page.goto('/messages?customer=1')
  for (const text of payloads) await page.getByText(text, { exact: true }).first().waitFor()
  expect(await harm()).toEqual(none)
})

it('what a visitor writes into the estimate form is text among the leads', async () => {
  const [first = '', second = '', third = ''] = payloads
  const lead = { firstName: first, lastName: second, email: 'a@example.test', phone: '555 555 0101' }
  const more = { serviceNeeded: 'painting', projectDescription: third }
  expect((await createClient(office.url).send('POST', '/api/leads', { ...lead, ...more })).status).toBe(201)
  await page.goto('/crm?tab=leads')
  await page.getByText(first).first().waitFor()
  expect(await harm()).toEqual(none)
  await page.goto('/dashboard')
  await page.getByText(first).first().waitFor()
  expect(await harm()).toEqual(none)
})

it('one long word in every field makes no page wider than the screen', async () => {
  const word = (letter: string) => letter.repeat(90)
  const person = { firstName: word('a').slice(0, 42), lastName: word('b').slice(0, 42) }
  const { id } = await staff.create('/api/customers', {
    ...person,
    ...{ email: `${'e'.repeat(60)}@example.test`, phone: '(919) 555-0188' },
    ...{ address: word('c'), notes: word('d'), source: 's'.repeat(30) },
  })
  const texts = { description: word('f'), notes: word('g') }
  const time = { scheduledDate: new Date(Date.now() + 3_600_000).toISOString(), duration: 60 }
  const job = await staff.create('/api/appointments', {
    ...{ customerId: id, title: word('h'), address: word('i'), ...texts, ...time },
  })
  const invoice = await staff.create('/api/invoices', {
    ...{ customerId: id, appointmentId: job.id, amount: '10', description: word('j') },
  })
  const line = { description: word('q'), details: word('r'), unitPrice: '99999999.99' }
  const options = [1, 2].map((option) => ({ id: option, name: word('s'), lines: [line] }))
  const quote = await staff.create('/api/quotes', {
    ...{ customerId: id, title: word('t'), options, addOns: [{ id: 1, ...line, unitPrice: '0' }] },
    ...{ message: word('u'), terms: word('v') },
  })
  await staff.create('/api/price-items', { name: word('w'), details: word('x'), unitPrice: '99999999.99' })
  const lead = await staff.create('/api/leads', {
    ...person,
    ...{ email: `${'l'.repeat(60)}@example.test`, phone: '(919) 555-0189', projectDescription: word('k') },
  })
  await receiveSms(office.url, '+19195550188', `https://maps.example.test/${word('m')}`)
  await receiveSms(office.url, '+19195550190', `https://maps.example.test/${word('n')}`)
  await staff.create('/api/messages', {
    customerId: id,
    type: 'email',
    content: word('o'),
    subject: word('p'),
  })
  const wide = await office.open('/dashboard')
  const overflowing: string[] = []
  // the change stream never ends
  const isCounted = (request: Request) => !request.url().includes('/api/stream')
  const underway = new Set<Request>()
  wide.on('request', (request) => isCounted(request) && underway.add(request))
  for (const event of ['requestfinished', 'requestfailed'] as const)
    wide.on(event as 'requestfinished', (request) => underway.delete(request))
  const loaded = async () => {
    for (let idle = 0; idle < 4; idle = underway.size === 0 ? idle + 1 : 0) await sleep(50)
  }
  for (const path of [
    ...['/dashboard', '/customers', `/customers?customer=${id}`, '/crm', '/crm?tab=leads'],
    ...[`/crm?tab=leads&lead=${lead.id}`, `/crm?tab=leads&convert=${lead.id}`],
    ...['/appointments', '/appointments?sort=latest', '/scheduler', '/scheduler?view=calendar'],
    ...[`/appointments/${job.id}`, `/appointments/${job.id}/edit`, `/customers/${id}/appointments`],
    ...['/invoices', `/invoices?invoice=${invoice.id}`, `/customers/${id}/invoices`],
    ...['/quotes', `/quotes/${quote.id}`, `/quotes/${quote.id}/edit`, '/quotes/price-book'],
    ...[`/quotes/${quote.id}?send=1`, `/quotes/new?customerId=${id}`],
    ...[`/invoices/new?customerId=${id}`, '/messages', `/messages?customer=${id}`],
    ...[`/messages?customer=${id}&panel=customer`, '/messages?panel=reminders'],
    ...['/account', '/settings/business', '/settings/rates', '/settings/payment'],
  ]) {
    await wide.goto(path)
    await settled(wide)
    await loaded()
    for (const width of [320, 375, 560, 700, 720, 768, 1280]) {
      await wide.setViewportSize({ width, height: 900 })
      await settled(wide)
      const tooWide = await wide.evaluate(() => {
        const boxes = [document.documentElement, ...document.querySelectorAll('[data-layer] [data-body]')]
        if (boxes.every((it) => it.scrollWidth <= it.clientWidth)) return []
        const isOutside = (it: Element) => it.getBoundingClientRect().right > window.innerWidth + 1
        return [...document.querySelectorAll('main *, [data-layer] *')]
          .filter((it) => isOutside(it) && ![...it.children].some(isOutside))
          .map((it) => `${it.parentElement?.outerHTML.slice(0, 60)} > ${it.textContent?.slice(0, 30)}`)
      })
      if (tooWide.length > 0) overflowing.push(`${path} at ${width}: ${tooWide.slice(0, 3).join(' | ')}`)
    }
  }
  expect(overflowing).toEqual([])
  // every page at every width
}, 300_000)

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
    await page.goto(path)
    await page.getByText('Quillworthy').first().waitFor()
  }
  await visit('/customers')
  await page.getByText('Zacharine Quillworthy').first().click()
  await visit('/customers?customer=1')
  await visit('/messages?customer=1')
  await page.goto('/customers/new')
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
  await page.goto('/account')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(addresses.length).toBeGreaterThan(5)
  expect(addresses.join(' ')).not.toMatch(personal)
  expect(await leftBehind()).not.toMatch(personal)
  // and would be seen if it did
  await page.evaluate((name) => sessionStorage.setItem('draft', name), customer.lastName)
  expect(await leftBehind()).toMatch(personal)
})

it('nothing of them is in the logs of any process, whatever is refused or fails', async () => {
  const { id } = await staff.create('/api/customers', customer)
  const message = { customerId: id, content: `${customer.firstName}, the gate code is 4412?` }
  for (const type of ['sms', 'email']) await staff.create('/api/messages', { ...message, type })
  await receiveSms(office.url, '+19195550187', 'Zacharine here, 77 Secret Lane')
  const refused = [
    staff.send('PATCH', `/api/customers/${id}`, { ...customer, status: 'completed' }),
    staff.send('POST', '/api/customers', { ...customer, email: 'zacharine pii.test' }),
    staff.send('GET', `/api/customers?q=${customer.lastName}&limit=none`),
    createClient(office.url).send('POST', '/api/login', { username: customer.email, password: 'gate code' }),
  ]
  for (const answer of await Promise.all(refused)) expect(answer.status).toBeGreaterThanOrEqual(400)
  await expect.poll(office.product.output, { timeout: 60_000 }).toMatch(/ECONNREFUSED/)
  expect(office.product.output()).not.toMatch(personal)
})
