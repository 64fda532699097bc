import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { notice, tapCounter, type Watched } from './browser.ts'
import { useOffice } from './office.ts'

// what waits in the morning, and who calls, at a desk

const { client, signedIn } = useOffice({ DEMO_DATA: 'off' })
let opened: Watched
let page: Page
let carla: number

const made = async (path: string, body: object): Promise<number> => (await client.create(path, body)).id
const fill = async (values: Record<string, string>) => {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value)
}
const newYorkToday = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' })

beforeAll(async () => {
  carla = await made('/api/customers', {
    ...{ firstName: 'Carla', lastName: 'Nunez', email: 'carla@example.test', phone: '919 555 0103' },
    address: '3 Oak Street',
  })
  opened = await signedIn()
  page = opened.page
})

it('nothing waits for a new business', async () => {
  await page.goto('/dashboard')
  const needs = page.getByRole('region', { name: 'Needs you' })
  await needs.getByText('Nothing right now.').waitFor()
})

it('counts that could not be loaded are not taken for nothing, and are there after another try', async () => {
  const other = await signedIn()
  const needs = other.page.getByRole('region', { name: 'Needs you' })
  const failure = needs.getByText('Some counts could not be loaded.')
  await other.page.route('**/api/invoices/counts', (route) => route.fulfill({ status: 503, body: 'Away.' }))
  await other.page.goto('/dashboard')
  await failure.waitFor()
  expect(await needs.getByText('Nothing right now.').count()).toBe(0)
  await other.page.unroute('**/api/invoices/counts')
  await needs.getByRole('button', { name: 'Try again' }).click()
  await needs.getByText('Nothing right now.').waitFor()
  expect(await failure.count()).toBe(0)
  await other.context.close()
})

it('what waits is counted on the dashboard, and each count leads to just that list', async () => {
  const lead = await made('/api/leads', {
    ...{ firstName: 'Lea', lastName: 'Call', email: 'lea@example.test', phone: '919 555 0110' },
  })
  await client.send('PATCH', `/api/leads/${lead}`, { status: 'contacted', followUpOn: newYorkToday() })
  const job = await made('/api/appointments', {
    ...{ customerId: carla, title: 'General Repairs', duration: 60, scheduledDate: '2025-03-03T10:00' },
  })
  await client.send('PUT', `/api/appointments/${job}`, { status: 'completed', actualPrice: '88.00' })
  await made('/api/invoices', {
    ...{ customerId: carla, amount: '200', description: 'Fence', dueDate: '2025-01-15' },
  })
  const needs = page.getByRole('region', { name: 'Needs you' })
  const follow = async (name: string) => {
    await page.goto('/dashboard')
    await needs.getByRole('link', { name }).click()
  }
  await follow('1 lead to call back')
  await page.getByRole('table', { name: 'Leads' }).getByText('Lea Call').waitFor()
  await follow('1 job done, not invoiced')
  await page.getByText('$88.00').first().waitFor()
  await follow('1 invoice overdue · $200.00')
  await page.getByRole('table', { name: 'Invoices' }).getByText('Fence').waitFor()
})

it('a request from the public page is booked with four clicks from the dashboard', async () => {
  await client.send('POST', '/api/leads', {
    ...{ firstName: 'Zed', lastName: 'Ito', email: 'zed@example.test', phone: '919 555 0120' },
    serviceNeeded: 'painting',
  })
  await page.goto('/dashboard')
  const { tap, taps } = tapCounter()
  await tap(page.getByRole('link', { name: 'Convert Zed Ito' }))
  await tap(page.getByRole('button', { name: 'Create new' }))
  await tap(page.getByRole('link', { name: 'Schedule now' }))
  await expect.poll(() => page.getByLabel('Service type').inputValue()).toBe('Painting & Finishing')
  await fill({ Date: '2031-06-02', Time: '09:00', Address: '9 Pine St' })
  await tap(page.getByRole('button', { name: 'Schedule Appointment' }))
  await notice(page, 'Appointment scheduled successfully').waitFor()
  expect(taps()).toBe(4)
})

it('who is calling is found with one click and the number, however it is written', async () => {
  for (const number of ['+1 (919) 555-0103', '9195550103']) {
    await page.goto('/dashboard')
    const { tap, taps } = tapCounter()
    await tap(page.getByRole('link', { name: 'CRM', exact: true }))
    await page.getByRole('heading', { name: 'Customer Relationship Management' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type(number)
    const table = page.getByRole('table', { name: 'Customers' })
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await table.getByText('Carla Nunez').waitFor()
    expect(taps()).toBe(1)
  }
})

it('a caller becomes a lead with two clicks, and one more marks each step', async () => {
  await page.goto('/dashboard')
  const { tap, taps } = tapCounter()
  await tap(page.getByRole('link', { name: 'Add lead' }))
  const dialog = page.getByRole('dialog', { name: 'Add Lead' })
  await dialog.waitFor()
  await fill({ 'First name': 'Pia', 'Last name': 'Ring', Phone: '919 555 0130', Email: 'pia@example.test' })
  await tap(dialog.getByRole('button', { name: 'Add Lead' }))
  await notice(page, 'Lead has been added.').waitFor()
  expect(taps()).toBe(2)
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('table', { name: 'Leads' }).getByRole('row', { name: /Pia Ring/ })
  await row.getByRole('button', { name: 'Mark contacted: Pia Ring' }).click()
  await row.getByRole('button', { name: 'Mark quoted: Pia Ring' }).click()
  await notice(page, 'Pia Ring is marked as quoted.').waitFor()
  const [stored] = (await client.read('/api/leads')).filter(
    (it: { lastName: string }) => it.lastName === 'Ring',
  )
  expect(stored).toMatchObject({ status: 'quoted', source: 'phone' })
})

it('a customer’s balance, appointments, invoices and messages are in one place', async () => {
  await client.send('POST', '/api/messages', { customerId: carla, type: 'sms', content: 'See you soon' })
  await page.goto(`/customers?customer=${carla}`)
  const drawer = page.getByRole('dialog', { name: 'Carla Nunez' })
  for (const [tab, text] of [
    ['Invoices', '$200.00 is owed on 1 invoice.'],
    ['Appointments', 'General Repairs'],
    ['Messages', 'See you soon'],
  ] as const) {
    await drawer.getByRole('tab', { name: tab }).click()
    await drawer.getByText(text).first().waitFor()
  }
})

it('messages and contact preferences are in the activity as they happen', async () => {
  const openLive = async (path: string) => {
    const stream = page.waitForResponse('**/api/stream*')
    await page.goto(path)
    await stream
  }
  const allowReminders = (reminders: boolean) =>
    client.send('PUT', `/api/messages/customer/${carla}/consent`, { reminders })
  await openLive('/dashboard?activity=all')
  const feed = page.getByRole('dialog', { name: 'Activity' })
  const newest = page.locator('section').filter({ has: page.locator('h2', { hasText: 'Recent Activity' }) })
  await feed.getByText('Customer added').first().waitFor()
  const shows = async (title: string) => {
    await feed.getByText(title).waitFor()
    await newest.getByText(title).waitFor()
  }
  await client.send('POST', '/api/messages', { customerId: carla, type: 'sms', content: 'We come on Friday' })
  await shows('SMS sent: We come on Friday')
  await allowReminders(false)
  await shows('Turned off appointment reminders')
  await openLive(`/customers?customer=${carla}`)
  const history = page.getByRole('dialog', { name: 'Carla Nunez' })
  await history.getByText('Turned off appointment reminders').waitFor()
  await allowReminders(true)
  await history.getByText('Turned on appointment reminders').waitFor()
})

it('a customer who is not there yet is added from the form that needs them', async () => {
  await page.goto('/appointments/new')
  await page.getByLabel('Customer').click()
  await page.getByLabel('Customer').fill('Nora New')
  await page.getByRole('option', { name: '+ Add “Nora New”' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
  expect(await dialog.getByLabel('First name').inputValue()).toBe('Nora')
  await dialog.getByLabel('Phone').fill('919 555 0140')
  await dialog.getByLabel('Email').fill('nora@example.test')
  await dialog.getByRole('button', { name: 'Add Customer' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Customer').inputValue()).toBe('Nora New')
})

it('made no browser complain', () => {
  expect(opened.complaints).toEqual([])
})
