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

describe('a message that is being written', () => {
  const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
  const written = () => composer().inputValue()
  const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const template = (name: string) => page.getByRole('button', { name, exact: true })
  const sentTo = async (customerId: number): Promise<{ content: string; type: string }[]> =>
    JSON.parse((await client.send('GET', `/api/messages/customer/${customerId}`)).text)
  let bob = 0

  beforeAll(async () => {
    bob = await made('/api/customers', {
      ...{ firstName: 'Bobby', lastName: 'Moss', email: 'bobby@example.test', phone: '919 555 0102' },
      address: '2 Oak Street',
    })
    await made('/api/messages', { customerId: bob, type: 'sms', content: 'We come on Monday' })
  })

  it('belongs to its customer and channel, and survives other conversations, tabs and pages until it is sent', async () => {
    await page.goto(`${product.url}/messages?customer=1&tab=templates`)
    await template('Send Payment Link').click()
    await drawer()
      .getByRole('button', { name: /INV-000001/ })
      .click()
    await expect.poll(written).toContain('Hi Ann, $120.50 is open on invoice INV-000001')
    const text = await written()
    await row('Bobby Moss').click()
    await page.getByRole('heading', { name: 'Bobby Moss' }).waitFor()
    expect(await written()).toBe('')
    await composer().press('Enter')
    await composer().fill('See you on Monday')
    await row('Ann Lee').click()
    await expect.poll(written).toBe(text)
    await row('Ann Lee').getByText('Draft').waitFor()
    await row('Bobby Moss').getByText('Draft').waitFor()
    await page.getByRole('tab', { name: 'Email' }).click()
    await expect.poll(written).toBe('')
    await composer().fill('By e-mail')
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('tab', { name: 'SMS Messages' }).click()
    await expect.poll(written).toBe(text)
    await page.getByRole('link', { name: 'Dashboard' }).first().click()
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    await page.goBack()
    await expect.poll(written).toBe(text)
    await composer().press('Enter')
    await notice(page, 'Message Sent').waitFor()
    await expect.poll(written).toBe('')
    await page.getByRole('tab', { name: 'Email' }).click()
    await expect.poll(written).toBe('By e-mail')
    await composer().fill('')
    await row('Ann Lee').getByText('Draft').waitFor({ state: 'hidden' })
    await row('Bobby Moss').click()
    await page.getByRole('tab', { name: 'SMS Messages' }).click()
    await expect.poll(written).toBe('See you on Monday')
    await composer().fill('')
    expect((await sentTo(bob)).map((it) => it.content)).toEqual(['We come on Monday'])
    expect(await page.evaluate(() => ({ ...localStorage, ...sessionStorage }))).not.toHaveProperty('drafts')
  })

  it('takes a template in at the caret', async () => {
    await page.goto(`${product.url}/messages?customer=${bob}`)
    await composer().fill('Good morning. Please lock the dog in.')
    await composer().press('Home')
    for (let at = 0; at < 'Good morning. '.length; at++) await composer().press('ArrowRight')
    await page.getByRole('tab', { name: 'Templates' }).click()
    await template('Running 15 minutes late').click()
    await expect
      .poll(written)
      .toMatch(/^Good morning\. Hi Bobby, I am running 15 minutes late\..*\nPlease lock the dog in\.$/)
    await composer().fill('')
  })

  it('goes out with the documented body, and what is typed meanwhile stays', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/messages', async (route) => {
      await held
      await route.continue()
    })
    await composer().fill('On my way')
    const request = page.waitForRequest((it) => it.method() === 'POST' && it.url().endsWith('/api/messages'))
    await composer().press('Enter')
    expect((await request).postDataJSON()).toEqual({
      ...{ customerId: bob, content: 'On my way', type: 'sms', direction: 'outbound', status: 'sent' },
    })
    await composer().press('End')
    await composer().pressSequentially(' and the key is at the gate')
    release()
    await notice(page, 'Message Sent').waitFor()
    await expect.poll(written).toBe('and the key is at the gate')
    await page.unroute('**/api/messages')
    await composer().fill('')
  })

  it('whose answer was lost is stored once, and a corrected text goes out', async () => {
    const before = (await sentTo(bob)).length
    await page.route('**/api/messages', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await composer().fill('Are you at hone?')
    await composer().press('Enter')
    await notice(page, 'Failed to send message. Please try again.').waitFor()
    await page.unroute('**/api/messages')
    for (const text of ['Are you at home?', 'Are you at hone?']) {
      await composer().fill(text)
      await composer().press('Enter')
      if (text.includes('home')) await expect.poll(written).toBe('')
    }
    await expect.poll(written).toBe('')
    const texts = (await sentTo(bob)).slice(before).map((it) => it.content)
    // the last one is a new message: one of the two before it went through
    expect(texts).toEqual(['Are you at hone?', 'Are you at home?', 'Are you at hone?'])
  })

  it('that was not taken says so in the same words, whatever the server said, and the reason stands below it', async () => {
    const sentence = 'The most SMS for one day have gone out. Please call.'
    await page.route('**/api/messages', (route) =>
      route.fulfill({ status: 429, contentType: 'text/plain', body: sentence }),
    )
    await composer().fill('Hello')
    await composer().press('Enter')
    await notice(page, 'Failed to send message. Please try again.').waitFor()
    await notice(page, 'Error').waitFor()
    await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
    expect(await written()).toBe('Hello')
    await page.unroute('**/api/messages')
    await composer().fill('Hello!')
    await page.getByText(sentence).waitFor({ state: 'hidden' })
    await composer().fill('a'.repeat(1_601))
    await composer().press('Enter')
    await page.getByRole('alert').getByText('An SMS has at most 1,600 characters').waitFor()
    await composer().fill('')
  })

  it('in the dialog New Message is kept when that is closed, before and after a customer is chosen', async () => {
    await page.goto(`${product.url}/messages`)
    const open = () => page.getByRole('button', { name: 'New Message' }).click()
    const text = () => drawer().getByRole('textbox', { name: 'Message' })
    await open()
    await text().fill('We have time tomorrow')
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await open()
    await expect.poll(() => text().inputValue()).toBe('We have time tomorrow')
    await drawer().getByRole('combobox', { name: 'Customer' }).fill('Bobby')
    await page.getByRole('option', { name: /Bobby Moss/ }).click()
    await expect.poll(() => text().inputValue()).toBe('We have time tomorrow')
    await page.keyboard.press('Escape')
    await drawer().waitFor({ state: 'hidden' })
    await row('Bobby Moss').getByText('Draft').waitFor()
    await row('Bobby Moss').click()
    await expect.poll(written).toBe('We have time tomorrow')
    await open()
    await expect.poll(() => text().inputValue()).toBe('')
    await drawer().getByRole('button', { name: 'Send' }).click()
    await drawer().getByText('Please select a customer').waitFor()
    await drawer().getByText('Please write a message').waitFor()
    await drawer().getByRole('combobox', { name: 'Customer' }).fill('Bobby')
    await page.getByRole('option', { name: /Bobby Moss/ }).click()
    await drawer().getByRole('button', { name: 'Send' }).click()
    await notice(page, 'Message Sent').waitFor()
    await drawer().waitFor({ state: 'hidden' })
    await expect.poll(async () => (await sentTo(bob)).at(-1)?.content).toBe('We have time tomorrow')
    await expect.poll(written).toBe('')
  })

  it('from On my way is left by Back to the appointment, and is not filled in again', async () => {
    await page.goto(`${product.url}/appointments/1`)
    await page.getByRole('link', { name: 'On my way' }).click()
    await expect.poll(written).toContain('Hi Ann, I am on my way to your location.')
    await expect.poll(() => new URL(page.url()).search).toBe('?customer=1')
    await composer().press('Enter')
    await notice(page, 'Message Sent').waitFor()
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/appointments/1')
    await page.goForward()
    await page.getByRole('heading', { name: 'Ann Lee' }).waitFor()
    expect(await written()).toBe('')
  })
})

it('made no browser complain', () => {
  // an answer that is lost and one that refuses, both on purpose
  const onPurpose = /net::ERR_FAILED|status of 429/
  expect(staff.complaints.filter((it) => !onPurpose.test(it))).toEqual([])
})
