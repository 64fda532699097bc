import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { notice, phoneSize, tapCounter, type Watched } from './browser.ts'
import { eventually } from './client.ts'
import { moveToNoon } from './noon.ts'
import { useOffice } from './office.ts'

// one job of today, from the first look at the phone to the money

const { client, signedIn } = useOffice({ DEMO_DATA: 'off' })
let opened: Watched
let page: Page
let customerId: number
let jobId: number

const made = async (path: string, body: object): Promise<number> => (await client.create(path, body)).id
const button = (name: string) => page.getByRole('button', { name, exact: true })
const onSite = () => page.getByRole('region', { name: 'On site' })

async function expectOnScreen(shown: Locator): Promise<void> {
  await shown.first().waitFor()
  const box = await shown.first().boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(64)
  // above the navigation
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(phoneSize.viewport.height - 60)
}

beforeAll(async () => {
  await moveToNoon(client)
  customerId = await made('/api/customers', {
    ...{ firstName: 'Frank', lastName: 'Delacroix', email: 'frank@example.test', phone: '919 555 0142' },
    address: '1 Elm St, Raleigh',
  })
  jobId = await made('/api/appointments', {
    ...{ customerId, title: 'Installation Services', duration: 60, estimatedPrice: '120.00' },
    scheduledDate: new Date(Date.now() + 60_000).toISOString(),
  })
  opened = await signedIn(phoneSize)
  page = opened.page
})

it('the next job is there without a tap, and one tap calls the customer or shows the way', async () => {
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: /^Today/ })
  await expectOnScreen(today.getByRole('link', { name: 'Installation Services' }))
  const call = today.getByRole('link', { name: 'Call Frank Delacroix' })
  const navigate = today.getByRole('link', { name: 'Navigate to Frank Delacroix' })
  for (const link of [call, navigate]) await expectOnScreen(link)
  expect(await call.getAttribute('href')).toBe('tel:9195550142')
  expect(await navigate.getAttribute('href')).toContain('destination=1%20Elm%20St%2C%20Raleigh')
  await expectOnScreen(today.getByText('1 Elm St, Raleigh'))
  expect((await today.getByRole('listitem').first().boundingBox())?.height).toBeLessThanOrEqual(128)
})

it('what waits is above the jobs, and begins with the newest lead', async () => {
  for (const firstName of ['Zed', 'Hannah'])
    await made('/api/leads', { firstName, lastName: 'Ito', email: 'ito@example.test', phone: '919 555 0120' })
  await page.goto('/dashboard')
  const needs = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  const newest = needs.first().getByRole('link', { name: /^New lead: Hannah, / })
  await expectOnScreen(newest)
  const jobs = await page.getByRole('region', { name: /^Today/ }).boundingBox()
  expect((await newest.boundingBox())?.y).toBeLessThan(jobs?.y ?? 0)
  await newest.tap()
  await page.getByRole('dialog', { name: /Hannah Ito/ }).waitFor()
  await page.goto('/dashboard')
})

it('from the job, five taps lead from the start to a paid invoice', async () => {
  await page.getByRole('link', { name: 'Installation Services' }).first().tap()
  await onSite().waitFor()
  const { tap, taps } = tapCounter(phoneSize)
  await tap(button('Start job'))
  const started = notice(page, 'Job started.')
  await started.waitFor()
  await tap(button('Complete job'))
  const dialog = page.getByRole('dialog')
  // it stays for ten seconds, and would lie on the price
  await dialog.waitFor()
  await started.waitFor({ state: 'hidden', timeout: 7_000 })
  await expect.poll(() => dialog.getByLabel('Actual price').inputValue()).toBe('120.00')
  await tap(dialog.getByRole('button', { name: 'Complete & invoice' }))
  const invoiceDialog = page.getByRole('dialog', { name: 'Invoice this job' })
  await invoiceDialog.getByText('Frank Delacroix, $120.00').waitFor()
  expect(await invoiceDialog.getByLabel('Description').inputValue()).toBe('Installation Services')
  // a choice, which does nothing by itself
  await tap(invoiceDialog.getByRole('button', { name: 'Cash', exact: true }))
  await invoiceDialog.getByRole('button', { name: 'Cash', exact: true, pressed: true }).waitFor()
  expect(await client.read('/api/invoices')).toEqual([])
  await tap(invoiceDialog.getByRole('button', { name: 'Create invoice, paid $120.00 by cash' }))
  await notice(page, 'Invoice #1 created. $120.00 has been paid.').waitFor()
  await invoiceDialog.waitFor({ state: 'detached' })
  expect(taps()).toBe(5)
  expect(await client.read(`/api/appointments/${jobId}`)).toMatchObject({ status: 'completed' })
  expect(await client.read('/api/invoices')).toMatchObject([
    { appointmentId: jobId, status: 'paid', totalAmount: '120.00', description: 'Installation Services' },
  ])
  expect((await client.read('/api/invoices/1')).payments).toMatchObject([
    { amount: '120.00', method: 'cash' },
  ])
})

it('the invoice goes out with one tap, at any time, once the preview is confirmed', async () => {
  await page.goto(`/appointments/${jobId}`)
  await page.getByRole('link', { name: 'Invoice #1, $120.00' }).waitFor()
  const { tap, taps } = tapCounter(phoneSize)
  await tap(onSite().getByRole('button', { name: 'Send Invoice' }))
  const preview = page.getByRole('alertdialog')
  await preview.getByText('To Frank Delacroix, frank@example.test').waitFor()
  expect(taps()).toBe(1)
  await preview.getByRole('button', { name: 'Send Invoice' }).tap()
  await notice(page, 'Invoice #1 is on its way by email.').waitFor()
  await eventually(async () => (await client.read('/api/invoices/1')).lastSentAt !== null)
})

it('a payment that is refused leaves the invoice, and the job offers to take it again', async () => {
  const job = await made('/api/appointments', {
    ...{ customerId, title: 'General Repairs', duration: 60, estimatedPrice: '80.00' },
    scheduledDate: new Date().toISOString(),
  })
  await client.send('PUT', `/api/appointments/${job}`, { status: 'in_progress' })
  await page.goto(`/appointments/${job}`)
  await page.route('**/api/invoices/*/payments', (route) =>
    route.fulfill({ status: 503, contentType: 'text/plain', body: 'Please try again later.' }),
  )
  await button('Complete job').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete & invoice' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Invoice this job' })
  await dialog.getByLabel('Amount').fill('95')
  await dialog.getByRole('button', { name: 'Zelle' }).tap()
  await dialog.getByRole('button', { name: 'Create invoice, paid $95.00 by Zelle' }).tap()
  await notice(page, 'Payment not confirmed').waitFor()
  await notice(page, 'Invoice #2 created. 503: Please try again later.').waitFor()
  await page.unrouteAll()
  await button('Process Payment').tap()
  await page.getByRole('button', { name: 'Record payment' }).tap()
  await notice(page, 'Payment recorded.').waitFor()
  expect(await client.read('/api/invoices')).toHaveLength(2)
  expect(await client.read('/api/invoices/2')).toMatchObject({ status: 'paid', totalAmount: '95.00' })
  // the browser names the refused call
  opened.complaints = opened.complaints.filter((it) => !it.includes('503'))
})

it('a job that has an invoice is invoiced again only after a question', async () => {
  const job = await made('/api/appointments', {
    ...{ customerId, title: 'Grounds Maintenance', duration: 60, estimatedPrice: '70.00' },
    scheduledDate: new Date().toISOString(),
  })
  await client.send('PUT', `/api/appointments/${job}`, { status: 'in_progress' })
  await made('/api/invoices', { customerId, appointmentId: job, amount: '70', description: 'In advance' })
  await page.goto(`/appointments/${job}`)
  await button('Complete job').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete & invoice' }).tap()
  await page
    .getByRole('dialog', { name: 'Invoice this job' })
    .getByRole('button', { name: 'Create invoice, unpaid' })
    .tap()
  const question = page.getByRole('alertdialog', { name: 'Invoice this job again?' })
  await question.getByText('Invoice #3 for $70.00').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).tap()
  expect(await client.read('/api/invoices')).toHaveLength(3)
})

it('an invoice that was paid by mistake is taken back with Undo', async () => {
  const job = await made('/api/appointments', {
    ...{ customerId, title: 'Painting & Finishing', duration: 60, estimatedPrice: '150.00' },
    scheduledDate: new Date().toISOString(),
  })
  await client.send('PUT', `/api/appointments/${job}`, { status: 'in_progress' })
  await page.goto(`/appointments/${job}`)
  await button('Complete job').waitFor()
  // the page begins at its top, for the keyboard and for a screen reader
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await button('Complete job').tap()
  await page.getByRole('dialog').getByRole('button', { name: 'Complete & invoice' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Invoice this job' })
  await dialog.getByRole('button', { name: 'Cash', exact: true }).tap()
  await dialog.getByRole('button', { name: 'Create invoice, paid $150.00 by cash' }).tap()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await notice(page, 'Invoice #4 is void.').waitFor()
  const [invoice] = await client.read('/api/invoices')
  expect(invoice).toMatchObject({ appointmentId: job, status: 'void', paidAmount: '0.00' })
})

it('a job that is done opens the same sheet from the dashboard, its page, the list and the search', async () => {
  const title = 'Lawn Care & Irrigation'
  const job = await made('/api/appointments', {
    ...{ customerId, title, duration: 60, estimatedPrice: '65.00' },
    scheduledDate: new Date().toISOString(),
  })
  await client.send('PUT', `/api/appointments/${job}`, { status: 'completed' })
  const sheet = page.getByRole('dialog', { name: 'Invoice this job' })
  const expectSheet = async () => {
    await sheet.getByText('Frank Delacroix, $65.00').waitFor()
    await sheet.getByRole('button', { name: 'Cancel' }).tap()
    await sheet.waitFor({ state: 'detached' })
  }
  await page.goto(`/appointments/${job}`)
  await button('Invoice this job').tap()
  await expectSheet()
  expect(new URL(page.url()).search).toBe('')
  // the address that the search opens
  await page.goto(`/appointments/${job}?invoice=new`)
  await expectSheet()
  await page.goto('/invoices?view=uninvoiced')
  await page.getByRole('button', { name: `Invoice this job: ${title}` }).tap()
  await expectSheet()

  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: /^Today/ })
  // not of jobs that have one; that of the other job was undone
  const buttons = () =>
    today
      .getByRole('button', { name: /^Invoice:/ })
      .evaluateAll((all) => all.map((it) => it.getAttribute('aria-label')).sort())
  const other = 'Invoice: Painting & Finishing, Frank Delacroix'
  await expect.poll(buttons).toEqual([`Invoice: ${title}, Frank Delacroix`, other])
  await today.getByRole('button', { name: `Invoice: ${title}, Frank Delacroix` }).tap()
  await sheet.getByRole('button', { name: 'Create invoice, unpaid' }).tap()
  await notice(page, 'Invoice #5 created.').waitFor()
  await expect.poll(buttons).toEqual([other])

  // the address asks once
  await page.goto(`/appointments/${job}?invoice=new`)
  await expectSheet()
  await page.reload()
  await page.getByRole('link', { name: 'Invoice #5, $65.00' }).waitFor()
  expect(await sheet.count()).toBe(0)
})

it('made no browser complain', () => {
  expect(opened.complaints).toEqual([])
})
