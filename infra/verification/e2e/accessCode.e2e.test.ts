import {
  createTestDatabase,
  type SmtpPeer,
  startSmtpPeer,
  type TestDatabase,
} from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { phoneSize } from './browser.ts'
import { eventually } from './client.ts'
import { useOffice } from './office.ts'

let smtp: SmtpPeer
let database: TestDatabase
beforeAll(async () => {
  smtp = await startSmtpPeer()
  database = await createTestDatabase()
})
const office = useOffice(
  () => ({ DEMO_DATA: 'off', DATABASE_URL: database.url, SMTP_URL: smtp.url }),
  ['--distributed'],
)
const { client, visitor } = office
afterAll(async () => {
  await smtp.stop()
  await database.drop()
})

/** Lets the days of all links be over, in the log and in what is made of it. */
const endLinks = async () => {
  await database.pool({ longRunning: true, max: 1 }).query(
    `UPDATE es.events SET data = jsonb_set(data, '{expiresAt}', '"2026-01-31T12:00:00.000Z"')
      WHERE type IN ('CustomerLinkIssued', 'CustomerLinkExtended')`,
  )
  for (const schema of ['crm', 'messaging'])
    await database
      .pool({ longRunning: true, max: 1 })
      .query(`UPDATE ${schema}.customer_links SET expires_at = '2026-01-31T12:00:00.000Z'`)
}

async function linkToInvoice(customerId: number): Promise<string> {
  const details = { customerId, description: 'New gate', amount: '1250.00', tax: '0', dueDate: '2038-01-15' }
  const { id } = await client.create('/api/invoices', details)
  const { text } = await client.send('POST', `/api/invoices/${id}/customer-link`)
  return JSON.parse(text).path
}
/** The code in the mail that came last. */
async function lastCode(mails: number): Promise<string> {
  await eventually(async () => smtp.mails.length > mails)
  const [, digits = ''] = /^(\d{6}) is your code for/m.exec(smtp.mails.at(-1)?.text ?? '') ?? []
  return digits
}

it.each([
  { javaScriptEnabled: false, colorScheme: 'light' },
  { javaScriptEnabled: true, colorScheme: 'dark' },
] as const)(
  'a link that has run out opens with a code from a mail, and the device is known (script: $javaScriptEnabled)',
  async (options) => {
    const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '(919) 555-0118' }
    const { id: customerId } = await client.create('/api/customers', person)
    const [link, other] = [await linkToInvoice(customerId), await linkToInvoice(customerId)]
    await endLinks()
    const { page } = await visitor({ ...phoneSize, ...options })
    const expectNice = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phoneSize.viewport.width)
      if (options.javaScriptEnabled) expect(await axeFindings(page)).toEqual([])
    }
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link has run out' }).waitFor()
    expect(await page.content()).not.toMatch(/New gate|1,250|Lee|ann@/)
    await page.getByRole('button', { name: 'Text the number ending in 18' }).waitFor()
    await expectNice()

    const mails = smtp.mails.length
    await page.getByRole('button', { name: 'Email a***@example.test' }).click()
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor()
    await expectNice()
    const code = await lastCode(mails)
    await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('alert').filter({ hasText: 'You can try 4 times more.' }).waitFor()
    await page.getByLabel('Code').fill(code)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor()

    // the other document of this customer, in this device
    await page.goto(other)
    await page.getByRole('heading', { name: /^Invoice INV-/ }).waitFor()
    // and in none other
    const stranger = await visitor(phoneSize)
    await stranger.page.goto(other)
    await stranger.page.getByRole('heading', { name: 'This link has run out' }).waitFor()

    // staff read that a code went out, and not which
    const [message] = await client.read(`/api/messages/customer/${customerId}`)
    expect(message?.content).toMatch(/^\[code\] is your code/)
    // and end what the customer can open, known device or not
    expect((await client.send('DELETE', `/api/customers/${customerId}/links`)).status).toBe(200)
    await page.goto(other)
    await page.getByRole('heading', { name: 'This link does not work any more' }).waitFor()
  },
)
