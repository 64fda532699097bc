import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { isWiderThanScreen } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client } = office

let customerId: number
let quote: { id: number; quoteNumber: string }
let invoice: { id: number; invoiceNumber: string }
let visit: { id: number }
beforeAll(async () => {
  const customer = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '(919) 555-0118' }
  customerId = (await client.create('/api/customers', { ...customer, address: '4 Elm Street, Cary, NC' })).id
  quote = await client.create('/api/quotes', {
    customerId,
    title: 'New deck behind the house',
    options: [
      { id: 1, name: 'Pine', lines: [{ description: 'Boards', quantity: '40', unitPrice: '12.50' }] },
      { id: 2, name: 'Cedar', lines: [{ description: 'Boards', quantity: '40', unitPrice: '24.00' }] },
    ],
    terms: 'Work begins within three weeks.',
  })
  invoice = await client.create('/api/invoices', {
    ...{ customerId, description: 'New gate', amount: '1250.00', tax: '84.38', dueDate: '2038-01-15' },
  })
  visit = await client.create('/api/appointments', {
    ...{ customerId, title: 'Grounds Maintenance', scheduledDate: '2038-01-15T15:00:00.000Z' },
  })
})

const notice = (page: Page) => page.getByRole('note')

/** What the page sends that is no GET, such as that it was opened. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return sent
}

describe.each([
  { javaScriptEnabled: false, colorScheme: 'light' },
  { javaScriptEnabled: true, colorScheme: 'dark' },
] as const)('on a phone, with a script: $javaScriptEnabled', (options) => {
  const open = async (path: string) => {
    const { page } = await office.signedIn({ viewport: { width: 375, height: 740 }, ...options })
    const sent = sentBy(page)
    await page.goto(`/view-as-customer${path}`)
    return { page, sent }
  }

  it('a member looks at a quote as the customer, chooses, and can send nothing', async () => {
    const { page, sent } = await open(`/quote/${quote.id}`)
    await page.getByRole('heading', { name: 'New deck behind the house' }).waitFor()
    expect(await notice(page).innerText()).toMatch(/This is what Ann Lee .*Nothing here can be sent\./)
    await page.getByRole('radio', { name: /Cedar/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your choice: Cedar' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/view-as-customer/quote/${quote.id}`)
    expect(await page.getByRole('button', { name: /^Approve \$/ }).isDisabled()).toBe(true)
    expect(await page.getByLabel('Your full name').isDisabled()).toBe(true)
    await page.getByText('Decline', { exact: true }).click()
    expect(await page.getByRole('button', { name: 'Decline this quote' }).isDisabled()).toBe(true)
    // also what a script could send
    expect(await page.locator('form[method=post]').count()).toBe(0)
    expect(await isWiderThanScreen(page)).toBe(false)
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download PDF' }).click()
    expect((await saved).suggestedFilename()).toBe(`${quote.quoteNumber}.pdf`)
    expect(sent).toEqual([])
    expect((await client.read(`/api/quotes/${quote.id}`)).viewedAt).toBeNull()
    await page.context().close()
  })

  it('a member looks at an invoice and a visit, with their files; nothing is issued and nothing counted', async () => {
    const { page, sent } = await open(`/invoice/${invoice.id}`)
    await page.getByRole('heading', { name: `Invoice ${invoice.invoiceNumber}` }).waitFor()
    expect(await isWiderThanScreen(page)).toBe(false)
    await page.goto(`/view-as-customer/appointment/${visit.id}`)
    expect(await page.getByRole('button', { name: 'Ask for another time' }).isDisabled()).toBe(true)
    expect(await page.getByLabel('Which times suit you?').isDisabled()).toBe(true)
    expect(await isWiderThanScreen(page)).toBe(false)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to calendar' }).click()
    expect((await saved).suggestedFilename()).toBe('visit.ics')
    expect(sent).toEqual([])
    expect(await client.read(`/api/customers/${customerId}/links`)).toEqual([])
    await page.context().close()
  })
})

const places = () => [
  { path: `/invoices?invoice=${invoice.id}`, view: `/view-as-customer/invoice/${invoice.id}` },
  { path: `/appointments/${visit.id}`, view: `/view-as-customer/appointment/${visit.id}` },
  { path: `/quotes/${quote.id}`, view: `/view-as-customer/quote/${quote.id}` },
]

it.each([0, 1, 2])('staff open it in another tab, beside the link of the customer: %i', async (at) => {
  const { path, view } = places()[at] as { path: string; view: string }
  const staff = await office.open(path)
  const opened = staff.context().waitForEvent('page')
  if (view.includes('/quote/')) {
    await staff.getByRole('button', { name: 'More actions' }).click()
    await staff.getByRole('menuitem', { name: 'View as customer' }).click()
  } else await staff.getByRole('link', { name: 'View as customer' }).click()
  const page = await opened
  await notice(page).getByText('Ann Lee').waitFor()
  expect(new URL(page.url()).pathname).toBe(view)
  await page.close()
})

it('says of a quote that is not sent yet that it is not, and of one that was, that the customer sees it', async () => {
  const page = await office.open(`/view-as-customer/quote/${quote.id}`)
  await notice(page).getByText('This is what Ann Lee will see: it is not sent yet.').waitFor()
  await client.send('POST', `/api/quotes/${quote.id}/send`, { channel: 'in_person' })
  await page.reload()
  await notice(page).getByText('This is what Ann Lee sees. Nothing here can be sent.').waitFor()
})

it('a link is copied without https, too, where browsers have no clipboard for pages', async () => {
  const { page, context } = await office.signedIn()
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
  await page.goto(`/appointments/${visit.id}`)
  await page.getByRole('button', { name: 'Copy customer link' }).click()
  await page.getByText('With this link the customer sees this appointment').first().waitFor()
  await page.goto('/customers')
  await page.getByPlaceholder('Search customers...').press('Control+v')
  expect(await page.getByPlaceholder('Search customers...').inputValue()).toContain(`${office.url}/c/`)
  await context.close()
})
