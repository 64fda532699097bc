import { text } from 'node:stream/consumers'
import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousFindings } from './axe.ts'
import { launchBrowser, notice, openPage, type Watched } from './browser.ts'
import { type Client, createClient } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

const dataDir = throwawayDataDir()
const password = 'correct horse'
/** Whole mails, as they came. */
const mails: string[] = []
let smtp: SmtpPeer
let browser: Browser
let product: Product
let client: Client
let staff: Watched
let page: Page

const made = async (path: string, body: object): Promise<number> => {
  const answer = await client.send('POST', path, body)
  expect(answer.status, answer.text).toBe(201)
  return JSON.parse(answer.text).id
}

beforeAll(async () => {
  smtp = await startSmtpPeer({
    onData: async (stream, _session, taken) => {
      mails.push(await text(stream))
      taken()
    },
  })
  const env = { OWNER_PASSWORD: password, RATE_LIMIT_SCALE: '100', DEMO_DATA: 'off', SMTP_URL: smtp.url }
  const started = await Promise.all([launchBrowser(), startProduct(dataDir, env)])
  browser = started[0]
  product = started[1]
  client = createClient(product.url)
  await client.signIn('owner', password)
  await made('/api/customers', {
    ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '919 555 0101' },
    address: '1 Oak Street',
  })
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await made('/api/appointments', { customerId: 1, title: 'General Repairs', scheduledDate: inThreeDays })
  staff = await openPage(browser)
  page = staff.page
  await page.goto(`${product.url}/login`)
  await page.getByPlaceholder('Enter your username').fill('owner')
  await page.getByPlaceholder('Enter your password').fill(password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
})
afterAll(async () => {
  await browser.close()
  await product.stop()
  await smtp.stop()
  await removeDataDir(dataDir)
})

const drawer = () => page.getByRole('dialog')

describe('what goes out tomorrow', () => {
  it('is shown with its time, its channels and its words, before it does', async () => {
    await page.goto(`${product.url}/messages`)
    await page.getByRole('button', { name: 'Reminders' }).click()
    await drawer().getByRole('heading', { name: 'What goes out tomorrow' }).waitFor()
    expect(page.url()).toContain('panel=reminders')
    const reminder = drawer().getByRole('listitem')
    await reminder.getByRole('link', { name: 'Ann Lee' }).waitFor()
    expect(await reminder.textContent()).toMatch(/9:01.AM.*SMS.*Email/)
    await reminder.getByText('The words').click()
    await reminder.getByText(/^Hi Ann, a reminder of your appointment on/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('can be left out, and sent after all', async () => {
    await drawer().getByRole('button', { name: 'Skip this one' }).click()
    await drawer().getByText('Left out by staff.').waitFor()
    await page.reload()
    await drawer().getByText('Left out by staff.').waitFor()
    await drawer().getByRole('button', { name: 'Send it after all' }).click()
    await drawer().getByRole('button', { name: 'Skip this one' }).waitFor()
  })

  it('is nothing at all while reminders are off', async () => {
    await drawer()
      .getByRole('switch', { name: /Remind customers/ })
      .click()
    await drawer().getByText('Reminders are switched off.').waitFor()
    await page.reload()
    expect(
      await drawer()
        .getByRole('switch', { name: /Remind customers/ })
        .isChecked(),
    ).toBe(false)
    await drawer()
      .getByRole('switch', { name: /Remind customers/ })
      .click()
    await drawer().getByText('Reminders are switched off.').waitFor({ state: 'hidden' })
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
  })
})

describe('what a customer wants to hear', () => {
  it('is set with switches, with who said so and when', async () => {
    await page.goto(`${product.url}/messages?customer=1`)
    await page.getByRole('button', { name: 'What they want to hear' }).click()
    await drawer().getByText('Nobody has changed anything yet: all of it is on.').waitFor()
    await drawer().getByRole('switch', { name: /^SMS/ }).click()
    await drawer().getByText('SMS off').waitFor()
    await drawer().getByText('by staff, in the back-office').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('This customer has opted out of SMS. What you write will not be sent.').waitFor()
  })

  it('keeps what is written all the same from going out, and says why', async () => {
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    await composer.fill('Are you at home?')
    await composer.press('Enter')
    await notice(page, 'Message Sent').waitFor()
    const bubble = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    await bubble.getByRole('img', { name: 'Failed' }).waitFor()
    await bubble.getByText('This customer has opted out of SMS.').waitFor()
    await client.send('PUT', '/api/messages/customer/1/consent', { sms: true })
    // somebody else's change arrives by itself
    await page.getByText('This customer has opted out of SMS. What').waitFor({ state: 'hidden' })
    await bubble.getByRole('button', { name: 'Send again' }).click()
    await bubble.getByRole('img', { name: 'Sent' }).waitFor()
  })
})

it('an invoice arrives by e-mail with its document, which the conversation leads to', async () => {
  const invoiceId = await made('/api/invoices', {
    ...{ customerId: 1, description: 'Kitchen faucet', amount: '120.00', tax: '0.50', status: 'pending' },
    dueDate: '2027-01-31',
  })
  const asked = await client.send('POST', `/api/invoices/${invoiceId}/send`, {})
  expect(asked.status, asked.text).toBeLessThan(300)
  await expect.poll(() => mails.length, { timeout: 20_000 }).toBe(1)
  const [mail = ''] = mails
  expect(mail).toContain('Subject: Your invoice INV-000001')
  expect(mail).toMatch(/Content-Disposition: attachment; filename=INV-000001\.pdf/)
  // %PDF- in base64
  expect(mail).toMatch(/\r\n\r\nJVBERi/)
  await page.goto(`${product.url}/messages?customer=1&tab=email`)
  const file = page.getByRole('link', { name: /INV-000001\.pdf/ })
  expect(await file.getAttribute('href')).toBe(`/api/invoices/${invoiceId}/pdf`)
  await page.getByText('$120.50 is due on January 31, 2027.').first().waitFor()
})

it('a text about an invoice is for one of the customer’s: it asks for whom first, then for which', async () => {
  await page.goto(`${product.url}/messages?tab=templates`)
  await page.getByRole('button', { name: 'Payment Reminder' }).click()
  await notice(page, 'Select a customer').waitFor()
  await page.goto(`${product.url}/messages?customer=1&tab=templates`)
  await page.getByRole('button', { name: 'Payment Reminder' }).click()
  await drawer()
    .getByRole('button', { name: /INV-000001/ })
    .click()
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => composer.inputValue()).toContain('$120.50 is open on invoice INV-000001')
})

it('made no browser complain', () => {
  expect(staff.complaints).toEqual([])
})
