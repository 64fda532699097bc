import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { notice, phoneSize, tapCounter } from './browser.ts'
import { useOffice } from './office.ts'
import { inputOf } from './palette.ts'

// how many taps the daily tasks take on a phone; typing is not counted

const { client, open } = useOffice({ DEMO_DATA: 'off' })
let customerId: number

beforeAll(async () => {
  const { id } = await client.create('/api/customers', {
    ...{ firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' },
    address: '9 Sycamore Ct, Durham',
  })
  customerId = id
})

/** The page of a job that begins in half an hour. */
async function openJob(): Promise<{ id: number; page: Page }> {
  const { id } = await client.create('/api/appointments', {
    ...{ customerId, title: 'General Repairs', duration: 60, estimatedPrice: '75.00' },
    scheduledDate: new Date(Date.now() + 1_800_000).toISOString(),
  })
  return { id, page: await open(`/appointments/${id}`, phoneSize) }
}

it('the customer of a job hears of a delay after two taps', async () => {
  const { page } = await openJob()
  const { tap, taps } = tapCounter(phoneSize)
  await tap(page.getByRole('button', { name: 'Running 10 minutes late' }))
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Send' }))
  await notice(page, 'Message Sent').waitFor()
  expect(taps()).toBe(2)
  const [message] = await client.read(`/api/messages/customer/${customerId}`)
  expect(message.content).toContain('I am running 10 minutes late.')
})

it('a job is started, completed, invoiced and paid with four taps', async () => {
  const { id, page } = await openJob()
  const { tap, taps } = tapCounter(phoneSize)
  await tap(page.getByRole('button', { name: 'Start job' }))
  await tap(page.getByRole('button', { name: 'Complete & invoice' }))
  const sheet = page.getByRole('dialog', { name: 'Invoice this job' })
  await tap(sheet.getByRole('button', { name: 'Cash', exact: true }))
  await tap(sheet.getByRole('button', { name: 'Create invoice, paid $75.00 by cash' }))
  await notice(page, 'Invoice #1 created. $75.00 has been paid.').waitFor()
  expect(taps()).toBe(4)
  expect(await client.read(`/api/appointments/${id}`)).toMatchObject({
    status: 'completed',
    actualPrice: '75.00',
  })
  expect(await client.read('/api/invoices')).toMatchObject([{ appointmentId: id, status: 'paid' }])
})

it('a payment by mistake is undone with one tap at once, and with two from its invoice later', async () => {
  const { id } = await client.create('/api/invoices', { customerId, description: 'Gate', amount: '60' })
  const page = await open(`/invoices?invoice=${id}`, phoneSize)
  await page.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).tap()
  await page.getByRole('button', { name: 'Record payment' }).tap()
  await notice(page, 'Payment recorded.').waitFor()
  const atOnce = tapCounter(phoneSize)
  await atOnce.tap(page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }))
  await notice(page, 'The payment of $60.00 is owed again.').waitFor()
  expect(atOnce.taps()).toBe(1)
  await page.getByText(/ · undone$/).waitFor()
  await client.create(`/api/invoices/${id}/payments`, { method: 'venmo' })
  const later = tapCounter(phoneSize)
  await later.tap(page.getByRole('button', { name: /^Undo payment of \$60\.00/ }))
  await later.tap(page.getByRole('alertdialog').getByRole('button', { name: 'Undo payment' }))
  await page
    .getByText(/ · undone$/)
    .nth(1)
    .waitFor()
  expect(later.taps()).toBe(2)
  expect(await client.read(`/api/invoices/${id}`)).toMatchObject({
    status: 'pending',
    refunds: [{ reason: 'undone' }, { reason: 'undone' }],
  })
})

it('what was received this month and its tax are seen with two taps, and a file with three', async () => {
  const { id } = await client.create('/api/invoices', {
    ...{ customerId, description: 'Shed', amount: '100', tax: '7.25' },
  })
  await client.create(`/api/invoices/${id}/payments`, { method: 'zelle' })
  const page = await open('/dashboard')
  const { tap, taps } = tapCounter()
  await tap(page.getByRole('link', { name: 'Invoices', exact: true }))
  await tap(page.getByRole('tab', { name: 'Payments' }))
  const methods = page.getByRole('table', { name: 'Received by method' })
  await methods.getByRole('row', { name: 'Zelle 1 $107.25' }).waitFor()
  await page.getByRole('table', { name: 'Tax by month' }).getByText('$7.25').first().waitFor()
  await page.getByRole('table', { name: 'Payments' }).getByText('Zelle').waitFor()
  await Promise.all([
    page.waitForEvent('download'),
    tap(page.getByRole('button', { name: 'Export CSV of Received by method' })),
  ])
  expect(taps()).toBe(3)
})

const hannah = {
  ...{ firstName: 'Hannah', lastName: 'Kowalski', email: 'hannah@example.test', phone: '919 555 0142' },
  ...{ serviceNeeded: 'painting', projectDescription: 'The porch needs two coats.' },
}

it('a new lead is called and has a job after five taps', async () => {
  await client.create('/api/leads', hannah)
  const page = await open('/dashboard', phoneSize)
  const { tap, taps } = tapCounter(phoneSize)
  await tap(page.getByRole('link', { name: 'Hannah Kowalski', exact: true }))
  const drawer = page.getByRole('dialog', { name: 'Hannah Kowalski' })
  await tap(drawer.getByRole('link', { name: '(919) 555-0142' }))
  await tap(drawer.getByRole('button', { name: 'Book a job' }))
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Create new' }))
  await page.getByLabel('Date', { exact: true }).fill('2031-07-01')
  await page.getByLabel('Time', { exact: true }).fill('09:00')
  await page.getByLabel('Address').fill('4 Elm St, Cary')
  await tap(page.getByRole('button', { name: 'Schedule Appointment' }))
  await notice(page, 'Appointment scheduled successfully').waitFor()
  expect(taps()).toBe(5)
  expect(await client.read('/api/appointments?q=kowalski')).toMatchObject([
    { title: 'Painting & Finishing', description: hannah.projectDescription },
  ])
})

it('who is calling is answered with one tap and the number', async () => {
  await client.create('/api/leads', { ...hannah, firstName: 'Walter', phone: '(984) 555-0171' })
  const page = await open('/dashboard', phoneSize)
  const { tap, taps } = tapCounter(phoneSize)
  await tap(page.getByRole('button', { name: 'Search' }))
  // its code may be on its way
  await inputOf(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('9845550171')
  await page.getByRole('option', { name: /Walter Kowalski/ }).waitFor()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Walter Kowalski' })
  await drawer.getByText(hannah.projectDescription).waitFor()
  await drawer.getByRole('link', { name: 'Text' }).waitFor()
  expect(taps()).toBe(1)
})

it('customers of a file are imported with five clicks', async () => {
  const page = await open('/dashboard')
  const { tap, taps } = tapCounter()
  await tap(page.getByRole('link', { name: 'Customers', exact: true }))
  await tap(page.getByRole('button', { name: 'More' }))
  await tap(page.getByRole('menuitem', { name: 'Import CSV' }))
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  const chooser = page.waitForEvent('filechooser')
  await tap(dialog.getByText('Choose a file'))
  const buffer = Buffer.from('Name,Email,Phone\nIda Import,ida@import.test,919 555 0190')
  await (await chooser).setFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer })
  await tap(dialog.getByRole('button', { name: 'Import 1 customer' }))
  await dialog.getByText('1 customer added').waitFor()
  expect(taps()).toBe(5)
})

it('texts to a customer are stopped with two taps from the list of customers', async () => {
  const page = await open('/customers', phoneSize)
  const { tap, taps } = tapCounter(phoneSize)
  await tap(page.getByRole('link', { name: 'Carla Mendes', exact: true }))
  await tap(page.getByRole('dialog', { name: 'Carla Mendes' }).getByRole('switch', { name: 'Text messages' }))
  const consent = () => client.read(`/api/messages/customer/${customerId}/consent`)
  await expect.poll(async () => (await consent()).sms).toBe(false)
  expect(taps()).toBe(2)
})
