import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { nextFrame, notice, type Watched } from './browser.ts'
import { receiveSms, smsProviderEnv } from './inboundSms.ts'
import { useOffice } from './office.ts'

// nothing that is sent in this file arrives
const office = useOffice({ DEMO_DATA: 'off', ...smsProviderEnv })
let watched: Watched
let page: Page

const customer = { email: 'ann@example.test', address: '1 Oak Street' }

beforeAll(async () => {
  for (const [firstName, phone] of [
    ['Ann', '919 555 0101'],
    ['Amy', '919 555 0101'],
    ['Bobby', '919 555 0102'],
  ])
    await office.client.create('/api/customers', { ...customer, firstName, lastName: 'Lee', phone })
  watched = await office.signedIn()
  page = watched.page
})

const receive = (from: string, text: string) => receiveSms(office.url, from, text)
const row = (name: string) => page.getByRole('button', { name })
const messages = () => page.getByRole('list', { name: 'Messages' })

it('an SMS from an unknown number arrives as a conversation without a customer', async () => {
  await page.goto('/messages')
  await page.getByText('No conversations found').waitFor()
  await receive('+19195550177', 'Do you mend fences?')
  // it arrives by itself
  await row('(919) 555-0177').waitFor()
  await row('(919) 555-0177').getByText('Not a customer yet').waitFor()
  await row('(919) 555-0177').click()
  await page.getByRole('heading', { name: '(919) 555-0177' }).waitFor()
  await messages().getByText('Do you mend fences?').waitFor()
  expect(new URL(page.url()).search).toMatch(/^\?contact=\d+$/)
  await page.getByText('To reply, add the sender as a customer or choose an existing one.').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

it('it is announced: as unread, as waiting for an answer, and on the other pages; opening it marks it as read', async () => {
  // what comes between the first data of a page and its change stream is not missed
  let openStream = () => {}
  const received = new Promise<void>((resolve) => {
    openStream = resolve
  })
  await page.route('**/api/stream*', async (route) => {
    await received
    await route.continue()
  })
  const firstData = page.waitForResponse('**/api/messages/counts')
  await page.goto('/dashboard')
  await firstData
  await receive('+19195550177', 'And gates?')
  openStream()
  const unread = page.getByRole('navigation', { name: 'Main' }).getByText('1 unread')
  await unread.waitFor()
  const counts = () => office.client.read('/api/messages/counts')
  expect(await counts()).toEqual({ unread: 1, waiting: 1 })
  for (const status of ['unread', 'waiting']) {
    await page.goto(`/messages?status=${status}`)
    await row('(919) 555-0177').waitFor()
  }
  await row('(919) 555-0177').click()
  await messages().getByText('And gates?').waitFor()
  await expect.poll(counts).toEqual({ unread: 0, waiting: 1 })
  await unread.waitFor({ state: 'detached' })
  await page.getByLabel('Status').selectOption('')
})

it('New customer opens the form with the number, and the new customer gets the conversation', async () => {
  await page.getByRole('link', { name: 'New customer' }).click()
  const phone = page.getByRole('textbox', { name: 'Phone' })
  await expect.poll(() => phone.inputValue()).toBe('+19195550177')
  expect(page.url().slice(office.url.length)).not.toContain('555')
  await page.getByRole('textbox', { name: 'First name' }).fill('Frieda')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Fence')
  await page.getByRole('textbox', { name: 'Email' }).fill('frieda@example.test')
  await page.getByRole('textbox', { name: 'Address' }).fill('7 Picket Lane')
  await page.getByRole('button', { name: 'Create Customer' }).click()
  await page.getByRole('heading', { name: 'Customers' }).first().waitFor()
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await row('Frieda Fence').click()
  await messages().getByText('Do you mend fences?').waitFor()
  await row('Not a customer yet').waitFor({ state: 'hidden' })
})

it('This is … gives the conversation to a customer, after a question', async () => {
  await receive('+19195550188', 'It is me, from work')
  await row('(919) 555-0188').click()
  await page.getByRole('button', { name: 'This is …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await dialog.getByText('Please select a customer').waitFor()
  await dialog.getByRole('combobox', { name: 'Customer' }).fill('Bobby')
  await page.getByRole('option', { name: /Bobby Lee/ }).click()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  const question = page.getByRole('alertdialog', { name: 'Is (919) 555-0188 the number of Bobby Lee?' })
  await question.getByText('move to the conversation of Bobby Lee, 919 555 0102.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  // nothing was assigned, and another customer can be chosen
  await row('(919) 555-0188').getByText('Not a customer yet').waitFor()
  await dialog.getByRole('button', { name: 'Assign' }).click()
  await question.getByRole('button', { name: 'Assign' }).click()
  await notice(page, 'Success!').waitFor()
  await page.getByRole('heading', { name: 'Bobby Lee', exact: true }).waitFor()
  await messages().getByText('It is me, from work').waitFor()
  await row('Not a customer yet').waitFor({ state: 'hidden' })
})

it('what was given to the wrong customer is taken out of their conversation, and can be put back', async () => {
  // Bobby's details are beside the conversation
  await page.setViewportSize({ width: 1440, height: 900 })
  const numbers = page.getByRole('region', { name: 'Other numbers' })
  const take = numbers.getByRole('button', { name: 'Not this customer: (919) 555-0188' })
  await take.click()
  await page.getByRole('button', { name: 'Undo' }).hover()
  await row('(919) 555-0188').getByText('Not a customer yet').waitFor()
  await numbers.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await messages().getByText('It is me, from work').waitFor()
  await row('Not a customer yet').waitFor({ state: 'hidden' })
  expect(await axeFindings(page)).toEqual([])
})

it('STOP from an unknown number says so, and an SMS from a shared number says with whom', async () => {
  await receive('+19195550199', 'STOP')
  await row('(919) 555-0199').click()
  await page.getByText('This number has opted out of SMS.').waitFor()
  await receive('+19195550101', 'When do you come?')
  await row('Ann Lee').click()
  await messages().getByText('From a number shared with Amy Lee').waitFor()
  await row('Amy Lee').click()
  await messages().getByText('From a number shared with Ann Lee').waitFor()
})

it('an SMS that may mean stop is a question to staff, who keep or stop SMS', async () => {
  await receive('+19195550102', 'Wrong number')
  await row('Bobby Lee').click()
  const question = page.getByText('This customer may have asked for no more SMS.')
  await question.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep SMS' }).click()
  await question.waitFor({ state: 'hidden' })
  await receive('+19195550102', 'Please leave me alone')
  await page.getByRole('button', { name: 'Stop SMS' }).click()
  await page.getByText('This customer has opted out of SMS.').waitFor()
})

it('of many conversations only those exist that are near what is seen', async () => {
  const numbers = Array.from({ length: 90 }, (_, i) => `+191955${String(52_000 + i)}`)
  for (const number of numbers) await receive(number, 'Hello?')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/messages')
  const rows = page.locator('[data-row]')
  await page.getByText(/^(9\d|1\d\d) conversations$/).waitFor()
  expect(await rows.count()).toBeLessThan(80)
  const scroller = page.locator('ul', { has: rows }).first()
  await scroller.evaluate((it) => it.scrollTo(0, it.scrollHeight))
  await expect.poll(() => rows.count()).toBeGreaterThan(90)
})

it('a conversation that is opened by a link is in view in the list', async () => {
  const [oldest] = (await office.client.read('/api/messages/unknown')).slice(-1)
  for (const search of ['customer=1', `contact=${oldest?.id}`]) {
    await page.goto(`/messages?${search}`)
    const selected = page.locator('[data-row]').filter({ has: page.locator('[aria-current]') })
    await selected.waitFor()
    const hidden = () =>
      selected.evaluate((row) => {
        const [inner, outer] = [row, row.closest('ul') as Element].map((it) => it.getBoundingClientRect())
        return inner && outer ? Math.max(0, outer.top - inner.top, inner.bottom - outer.bottom) : null
      })
    await expect.poll(hidden).toBeLessThan(1)
    expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
  }
})

it('made no browser complain', () => {
  expect(watched.complaints).toEqual([])
})

it('what comes in is announced on every page, in the title and by the browser while the window is not seen', async () => {
  const { page: desk, context } = await office.signedIn()
  await desk.addInitScript(() => {
    const shown: string[] = []
    const fake = function (this: object, title: string) {
      shown.push(title)
    }
    Object.assign(window, { shown, Notification: Object.assign(fake, { permission: 'granted' }) })
  })
  const isFollowing = desk.waitForResponse('**/api/activity?*incoming=true*')
  await desk.goto('/customers')
  await (await isFollowing).finished()
  await nextFrame(desk)
  const ask = async (firstName: string) => {
    const person = { firstName, lastName: 'Kowalski', email: 'h@example.test', phone: '919 555 0188' }
    const answer = await fetch(`${office.url}/api/leads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...person, projectDescription: 'The gate sticks' }),
    })
    expect(answer.status).toBe(201)
  }
  const announced: string[] = []
  await ask('Hannah')
  await notice(desk, 'New lead: Hannah Kowalski').waitFor()
  await notice(desk, 'The gate sticks').waitFor()
  const lead = desk.locator('[data-toasts]')
  // stays while the pointer is on it
  await lead.getByRole('button', { name: 'Call' }).hover()
  expect(await axeFindings(desk)).toEqual([])
  await lead.getByRole('button', { name: 'Open' }).click()
  await desk.getByRole('dialog', { name: 'Hannah Kowalski' }).waitFor()
  await Promise.all([ask('Ida'), ask('Ivy')])
  for (const which of ['first', 'second'] as const) {
    await notice(desk, /^New lead: I/).waitFor()
    announced.push((await notice(desk, /^New lead: I/).textContent()) ?? which)
    await lead.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => notice(desk, announced.at(-1) as string).count()).toBe(0)
  }
  expect(announced.sort()).toEqual(['New lead: Ida Kowalski', 'New lead: Ivy Kowalski'])
  const title = await desk.title()
  const shownTitles = () => desk.evaluate(() => (window as unknown as { shown: string[] }).shown)
  expect(await shownTitles()).toEqual([])

  const setHidden = (hidden: boolean) =>
    desk.evaluate((is) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => is })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await setHidden(true)
  await receive('+19195550179', 'Hello?')
  await expect.poll(() => desk.title()).toBe(`(1) ${title}`)
  await ask('Henry')
  await expect.poll(() => desk.title()).toBe(`(2) ${title}`)
  expect(await shownTitles()).toEqual(['Message from an unknown number', 'New lead: Henry Kowalski'])
  await setHidden(false)
  await expect.poll(() => desk.title()).toBe(title)
  await context.close()
})
