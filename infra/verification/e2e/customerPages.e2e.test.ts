import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../processes/config.ts'
import { axeFindings } from './axe.ts'
import { isWiderThanScreen } from './browser.ts'
import { eventually } from './client.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, visitor } = office

let customerId: number
let invoice: { id: number; invoiceNumber: string }
let visit: { id: number }
beforeAll(async () => {
  customerId = (
    await client.create('/api/customers', {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann@example.test',
      phone: '(919) 555-0118',
      address: '4 Elm Street, Cary, NC',
      notes: 'ZZINTERNALZZ',
    })
  ).id
  invoice = await client.create('/api/invoices', {
    customerId,
    description: 'New gate',
    amount: '1250.00',
    tax: '84.38',
    dueDate: '2038-01-15',
  })
  visit = await client.create('/api/appointments', {
    customerId,
    title: 'Grounds Maintenance',
    description: 'Clear the gutters',
    notes: 'ZZINTERNALZZ',
    scheduledDate: '2038-01-15T15:00:00.000Z',
    arrivalWindow: 120,
    estimatedPrice: '987.65',
  })
  const { id: ownerId } = (await client.read('/api/team/members'))[0]
  await client.send('PATCH', `/api/team/members/${ownerId}`, { publicName: 'Rosa' })
  await client.send('PUT', `/api/appointments/${visit.id}`, { assigneeIds: [ownerId] })
})

const linkTo = async (path: string): Promise<string> => {
  const { status, text } = await client.send('POST', `${path}/customer-link`)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
  return JSON.parse(text).path
}
const lastOpened = async () => (await client.read(`/api/customers/${customerId}/links`))[0]?.lastOpenedAt
describe.each([
  { javaScriptEnabled: false, colorScheme: 'light' },
  { javaScriptEnabled: true, colorScheme: 'dark' },
] as const)('on a phone, with a script: $javaScriptEnabled', (options) => {
  const open = async (path: string) => {
    const { page } = await visitor({ viewport: { width: 375, height: 740 }, ...options })
    await page.goto(await linkTo(path))
    return page
  }

  it('a customer reads an invoice, and saves it', async () => {
    const page = await open(`/api/invoices/${invoice.id}`)
    expect(new URL(page.url()).pathname).toBe(`/c/invoice/${invoice.id}`)
    await page.getByRole('heading', { name: `Invoice ${invoice.invoiceNumber}` }).waitFor()
    await page.getByText('How to pay').waitFor()
    expect(await page.getByRole('row', { name: 'Balance due $1,334.38' }).count()).toBe(1)
    expect(await page.getByRole('button', { name: 'Print' }).count()).toBe(options.javaScriptEnabled ? 1 : 0)
    expect(await page.content()).not.toMatch(/ZZINTERNALZZ|owner/)
    expect(await isWiderThanScreen(page)).toBe(false)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download PDF' }).click()
    expect((await saved).suggestedFilename()).toBe(`${invoice.invoiceNumber}.pdf`)
    if (options.javaScriptEnabled) {
      expect(await axeFindings(page)).toEqual([])
      await eventually(lastOpened)
    } else expect(await lastOpened()).toBeNull()
  })

  it('a customer reads when we come, saves it, and asks for another time', async () => {
    const words = `Any Friday, ${options.colorScheme}`
    const page = await open(`/api/appointments/${visit.id}`)
    await page.getByRole('heading', { name: 'Grounds Maintenance' }).waitFor()
    await page.getByText('We arrive between 10:00 AM and 12:00 PM').waitFor()
    await page.getByText('Who comes').waitFor()
    await page.getByText('Rosa', { exact: true }).waitFor()
    expect(await page.content()).not.toMatch(/ZZINTERNALZZ|987\.65/)
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Add to calendar' }).click()
    expect((await saved).suggestedFilename()).toBe('visit.ics')
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Which times suit you?').fill(words)
    await page.getByRole('button', { name: 'Ask for another time' }).click()
    await page.getByRole('status').filter({ hasText: 'You asked for another time.' }).waitFor()
    await page.getByText(`“${words}”`).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/c/appointment/${visit.id}`)
    expect(await isWiderThanScreen(page)).toBe(false)
    if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    // staff read it, with who asked
    const history = async () =>
      JSON.stringify(await client.read(`/api/activity?record=appointment-${visit.id}`))
    await expect.poll(history).toMatch(new RegExp(`Asked for another time: ${words}.*the customer`))
    // they move it, and the customer can ask again
    await client.send('PUT', `/api/appointments/${visit.id}`, {
      scheduledDate: `2038-01-${options.javaScriptEnabled ? 22 : 29}T15:00:00.000Z`,
    })
    await page.reload()
    await page.getByLabel('Which times suit you?').waitFor()
  })
})

it('a customer reads that somebody is on the way, and since when', async () => {
  const scheduledDate = new Date().toISOString()
  const { id } = await client.create('/api/appointments', { customerId, title: 'Lawn Care', scheduledDate })
  const path = await linkTo(`/api/appointments/${id}`)
  expect((await client.send('PATCH', `/api/appointments/${id}/depart`)).status).toBe(200)
  const { page } = await visitor({ viewport: { width: 375, height: 740 } })
  await page.goto(path)
  await page.getByText(/^On the way since \d{1,2}:\d\d [AP]M$/).waitFor()
  expect(await isWiderThanScreen(page)).toBe(false)
  expect(await axeFindings(page)).toEqual([])
})

it.each(['invoice', 'appointment'] as const)('staff copy the link to an %s, which opens it', async (kind) => {
  const path = kind === 'invoice' ? `/invoices?invoice=${invoice.id}` : `/appointments/${visit.id}`
  const staff = await office.openAlone(path)
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await staff.getByRole('button', { name: 'Copy customer link' }).click()
  await staff.getByText(/^Copied\. With this link the customer/).waitFor()
  const copied = await staff.evaluate(() => navigator.clipboard.readText())
  const { page } = await visitor()
  await page.goto(copied)
  expect(new URL(page.url()).pathname).toBe(`/c/${kind}/${kind === 'invoice' ? invoice.id : visit.id}`)
})

it('staff read why a link is not copied', async () => {
  const staff = await office.openAlone(`/appointments/${visit.id}`)
  await staff.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const problem = { status: 429, title: 'Too Many Requests', detail: 'Copied 300 times within a day.' }
  await staff.route('**/customer-link', (route) =>
    route.fulfill({ status: 429, contentType: 'application/problem+json', json: problem }),
  )
  await staff.getByRole('button', { name: 'Copy customer link' }).click()
  await staff.getByText('Copied 300 times within a day.').first().waitFor()
  await office.close(staff, '429')
})

it('a link that was revoked shows whom to ask, at once and in the page that was open', async () => {
  const path = await linkTo(`/api/invoices/${invoice.id}`)
  const { page } = await visitor({ viewport: { width: 375, height: 740 } })
  await page.goto(path)
  expect((await client.send('DELETE', `/api/customers/${customerId}/links`)).status).toBe(200)
  for (const address of [page.url(), path]) {
    expect((await page.goto(address))?.status()).toBe(404)
    await page.getByText('Please ask us for a new one.').waitFor()
    await page.getByRole('banner').getByRole('link', { name: '(555) 555-0142' }).waitFor()
  }
  expect(await axeFindings(page)).toEqual([])
})

it.each([375, 1440])('at %i px staff see the links of a customer and revoke one', async (width) => {
  const path = await linkTo(`/api/invoices/${invoice.id}`)
  const staff = await office.open(`/customers?customer=${customerId}`, { viewport: { width, height: 900 } })
  await staff.getByRole('tab', { name: 'Links' }).click()
  await staff.getByRole('button', { name: `Revoke link to Invoice ${invoice.invoiceNumber}` }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await staff.getByText('Link revoked.').first().waitFor()
  const { page } = await visitor()
  expect((await page.goto(path))?.status()).toBe(404)
})

it('the script of these pages is small', async () => {
  const folder = join(root, 'shell/dist/landing')
  const scripts = (await readdir(folder)).filter((name) => /^customer\..*\.js$/.test(name))
  expect(scripts).toHaveLength(1)
  expect(statSync(join(folder, String(scripts[0]))).size).toBeLessThan(30 * 1024)
})
