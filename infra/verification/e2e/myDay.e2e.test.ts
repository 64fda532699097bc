import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice, phoneSize, settled } from './browser.ts'
import { moveToNoon } from './noon.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client } = office
const desk = { viewport: { width: 1440, height: 900 } }
const secret = 'four words about gutters'
let customerId: number
let zone: string
let repairs: number
const urls = new Map<string, string>()

/** Invited by the owner; the link is kept. */
async function invite(username: string, role: string): Promise<number> {
  const email = `${username}@example.test`
  const { id } = await client.create('/api/team/invitations', { username, email, role })
  const { text } = await client.send('POST', `/api/team/members/${id}/link`)
  urls.set(username, `/join#${JSON.parse(text).token}`)
  return id
}

/** A browser of their own, after the link was followed and a password chosen. */
async function join(username: string, options = {}) {
  const watched = await office.visitor(options)
  await watched.page.goto(urls.get(username) as string)
  await watched.page.getByLabel('New password', { exact: true }).fill(secret)
  await watched.page.getByRole('button', { name: 'Join and sign in' }).click()
  return watched
}

/** The beginning of an hour of today at the business, or of another day, as a form sends it. */
function at(hour: number, daysAhead = 0): string {
  const day = new Date(Date.now() + daysAhead * 86_400_000).toLocaleDateString('en-CA', { timeZone: zone })
  return `${day}T${String(hour).padStart(2, '0')}:00`
}

const schedule = (form: object) =>
  client.create('/api/appointments', {
    ...{ customerId, duration: 30, estimatedPrice: '175.00', address: '9 Sycamore Ct, Durham' },
    ...form,
  })

const swipes = { left: [-120, 10], right: [120, -10], up: [-40, -120] } as const
/** Over the first of the jobs, which a swipe does not open. */
async function swipe(page: Page, direction: keyof typeof swipes) {
  const box = await page.getByRole('main').getByRole('listitem').first().boundingBox()
  if (!box) throw new Error('no job is shown')
  const [x, y] = [box.x + box.width / 2, box.y + 30]
  const [dx, dy] = swipes[direction]
  const touch = await page.context().newCDPSession(page)
  // as fast as a thumb is, however busy the machine
  const began = Date.now() / 1_000
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    touch.send('Input.dispatchTouchEvent', {
      ...{ type, touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part }] },
      timestamp: began + part / 10,
    })
  await send('touchStart', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', part)
  await send('touchEnd', 1.25)
  await touch.detach()
}

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const refused = (page: Page) => page.getByText('Your role does not allow this')

beforeAll(async () => {
  zone = await moveToNoon(client)
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  customerId = (await client.create('/api/customers', { ...carla, address: '9 Sycamore Ct, Durham' })).id
  const rosa = await invite('rosa', 'limited_worker')
  const wes = await invite('wes', 'worker')
  await invite('dora', 'dispatcher')
  await invite('bo', 'bookkeeper')
  repairs = (await schedule({ title: 'General Repairs', scheduledDate: at(23), assigneeIds: [rosa] })).id
  await schedule({ title: 'Painting & Finishing', scheduledDate: at(0), assigneeIds: [rosa] })
  await schedule({ title: 'Carpentry', scheduledDate: at(10, 1), assigneeIds: [rosa] })
  await schedule({ title: 'Electrical', scheduledDate: at(23), assigneeIds: [wes] })
})

it('a limited worker works a day on a phone, and sees no money', async () => {
  const { page, context, complaints } = await join('rosa', phoneSize)
  const refusals: string[] = []
  page.on('response', (answer) => {
    if (answer.status() === 403) refusals.push(answer.url())
  })
  await heading(page, 'My Day').waitFor()
  expect(new URL(page.url()).pathname).toBe('/my-day')
  await page.getByText('0 of 2 done').waitFor()
  expect(await nav(page).allInnerTexts()).toEqual(['My Day', 'Customers', 'Scheduler'])
  await settled(page)
  expect(await axeFindings(page)).toEqual([])
  const row = (title: string) => page.getByRole('main').getByRole('listitem').filter({ hasText: title })
  // a job of another member is not shown
  expect(await row('Electrical').count()).toBe(0)
  expect(
    await row('General Repairs').getByRole('link', { name: 'Call Carla Mendes' }).getAttribute('href'),
  ).toBe('tel:9195550103')
  expect(
    await row('General Repairs').getByRole('link', { name: 'Navigate to Carla Mendes' }).getAttribute('href'),
  ).toContain('Sycamore')
  for (const control of await page.getByRole('main').locator('button, [data-actions] a').all())
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)

  // the phone's own messages open, which a test does not have
  await page.evaluate(() =>
    document.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a[href^="sms:"]')) event.preventDefault()
    }),
  )
  const onMyWay = row('General Repairs').getByRole('link', { name: /^On my way/ })
  expect(await onMyWay.getAttribute('href')).toMatch(/^sms:9195550103\?&body=.*on%20my%20way/)
  await onMyWay.click()
  // what one device says, another shows
  await row('General Repairs').getByText('On the way', { exact: true }).waitFor()
  const owner = await office.open(`/appointments/${repairs}`, desk)
  await owner.getByText('On the way', { exact: true }).waitFor()
  await row('General Repairs')
    .getByRole('button', { name: /^Start job/ })
    .click()
  await notice(page, 'Job started.').waitFor()
  // the version of before would be refused
  await row('General Repairs').getByText('In Progress', { exact: true }).waitFor()
  await row('General Repairs').getByRole('button', { name: /^Note/ }).click()
  await page.getByRole('dialog').getByLabel('Note').fill('Key is under the mat')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save note' }).click()
  await notice(page, 'Note saved.').waitFor()
  await row('General Repairs').getByRole('button', { name: /^Note/ }).click()
  const note = page.getByRole('dialog').getByLabel('Note')
  await expect.poll(() => note.inputValue()).toBe('Key is under the mat')
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'hidden' })
  await row('General Repairs')
    .getByRole('button', { name: /^Complete job/ })
    .click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Actual price').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Complete job' }).click()
  await notice(page, 'Job completed.').waitFor()
  await page.getByText('1 of 2 done').waitFor()
  const [done] = (await client.read('/api/appointments?status=completed')) as Record<string, unknown>[]
  // the price that was agreed is still there
  expect(done).toMatchObject({ notes: 'Key is under the mat', estimatedPrice: '175.00', actualPrice: null })

  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await row('Carpentry').waitFor()
  expect(new URL(page.url()).searchParams.get('day')).toBe(at(10, 1).slice(0, 10))
  await swipe(page, 'right')
  await page.getByText('1 of 2 done').waitFor()
  expect(new URL(page.url()).searchParams.get('day')).toBeNull()
  await swipe(page, 'left')
  await row('Carpentry').waitFor()
  // a finger that scrolls turns no page
  await swipe(page, 'up')
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByText('1 of 2 done').waitFor()

  const bodies: string[] = []
  const look = async () => {
    await settled(page)
    bodies.push(await page.locator('body').innerText())
  }
  await look()
  for (const place of ['Customers', 'Scheduler']) {
    await nav(page).filter({ hasText: place }).click()
    await heading(page, place).waitFor({ state: 'attached' })
    await look()
  }
  await page.goto('/appointments')
  await page.getByText('General Repairs').first().waitFor()
  await look()
  await page.goto('/scheduler?view=calendar')
  await look()
  await page.goto(`/customers?customer=${customerId}`)
  await page.getByRole('dialog').getByText('919').first().waitFor()
  await look()
  await page.goto(`/customers/${customerId}/appointments`)
  await page.getByText('General Repairs').first().waitFor()
  await look()
  await page.goto(`/appointments/${done?.id}`)
  await heading(page, 'Carla Mendes').waitFor()
  await look()
  for (const button of ['Delete', 'Cancel Appointment'])
    expect(await page.getByRole('button', { name: button }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(bodies.filter((text) => /\$|175|NaN|undefined/.test(text))).toEqual([])
  expect(refusals).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

it('a page that needs a right the member lacks says so, also by its address', async () => {
  const { page, context, complaints } = await office.visitor(phoneSize)
  const data = { username: 'rosa', password: secret }
  expect((await context.request.post('/api/login', { data })).status()).toBe(200)
  for (const path of [
    '/invoices',
    '/crm',
    '/messages',
    '/appointments/new',
    `/customers/${customerId}/invoices`,
  ]) {
    await page.goto(path)
    await refused(page).waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  }
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('link', { name: 'Go to your first page' }).click()
  await heading(page, 'My Day').waitFor()
  await page.goto('/dashboard')
  await heading(page, 'My Day').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it.each([
  ['wes', 'My Day', ['My Day', 'Customers', 'Scheduler', 'Messages']],
  ['dora', 'Business Dashboard', ['Dashboard', 'Customers', 'Scheduler', 'Invoices', 'Messages', 'CRM']],
  ['bo', 'Business Dashboard', ['Dashboard', 'Customers', 'Scheduler', 'Invoices']],
])('%s begins on %s, and is offered and asks for nothing else', async (name, title, entries) => {
  const { page, context, complaints } = await join(name, desk)
  await heading(page, title).waitFor()
  await settled(page)
  await expect.poll(() => nav(page).count()).toBe(entries.length)
  expect((await nav(page).allInnerTexts()).map((it) => it.split('\n')[0])).toEqual(entries)
  expect(await axeFindings(page)).toEqual([])
  expect(complaints).toEqual([])
  for (const entry of entries) {
    await nav(page).filter({ hasText: entry }).first().click()
    await settled(page)
    expect(await refused(page).count()).toBe(0)
    expect({ entry, complaints }).toEqual({ entry, complaints: [] })
  }
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search everything').fill('business settings')
  await page.getByText('No records match').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

it('who may see everything begins on the dashboard, and finds My Day in the palette', async () => {
  const page = await office.open('/dashboard', desk)
  await heading(page, 'Business Dashboard').waitFor()
  expect(await nav(page).allInnerTexts()).toEqual([
    'Dashboard',
    'Customers',
    'Scheduler',
    'Invoices',
    'Messages',
    'CRM',
  ])
  await page.keyboard.press('Control+k')
  await page.getByLabel('Search everything').fill('my day')
  await page.getByRole('option', { name: 'My Day' }).click()
  await heading(page, 'My Day').waitFor()
  await page.getByText('No jobs today').waitFor()
})
