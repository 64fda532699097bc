import { text } from 'node:stream/consumers'
import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { breakStream, notice, tapCounter, type Watched } from './browser.ts'
import { receiveSms, smsProviderEnv } from './inboundSms.ts'
import { useOffice } from './office.ts'
import { openPalette } from './palette.ts'

/** Whole mails, as they came. */
const mails: string[] = []
let smtp: SmtpPeer
beforeAll(async () => {
  smtp = await startSmtpPeer({
    onData: async (stream, _session, taken) => {
      mails.push(await text(stream))
      taken()
    },
  })
})
afterAll(() => smtp?.stop())
const office = useOffice(() => ({ DEMO_DATA: 'off', SMTP_URL: smtp.url, ...smsProviderEnv }))
const { client } = office
let staff: Watched
let page: Page

const made = async (path: string, body: object): Promise<number> => (await client.create(path, body)).id

beforeAll(async () => {
  await made('/api/customers', {
    ...{ firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '919 555 0101' },
    address: '1 Oak Street',
  })
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await made('/api/appointments', { customerId: 1, title: 'General Repairs', scheduledDate: inThreeDays })
  staff = await office.signedInByForm()
  page = staff.page
})

const drawer = () => page.getByRole('dialog')

describe('an upcoming reminder', () => {
  it('is shown with its time, its channels and its text', async () => {
    await page.goto('/messages')
    await page.getByRole('button', { name: 'Reminders' }).click()
    await drawer().getByRole('heading', { name: 'Upcoming reminders' }).waitFor()
    expect(page.url()).toContain('panel=reminders')
    const reminder = drawer().getByRole('listitem')
    await reminder.getByRole('link', { name: 'Ann Lee' }).waitFor()
    expect(await reminder.textContent()).toMatch(/9:01.AM.*SMS.*Email/)
    await reminder.getByText('Show message').click()
    await reminder.getByText(/^Hi Ann, this is a reminder of your appointment on/).waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('can be skipped, and sent anyway', async () => {
    await drawer().getByRole('button', { name: 'Skip this one' }).click()
    await drawer().getByText('Skipped by staff.').waitFor()
    await page.reload()
    await drawer().getByText('Skipped by staff.').waitFor()
    await drawer().getByRole('button', { name: 'Send anyway' }).click()
    await drawer().getByRole('button', { name: 'Skip this one' }).waitFor()
  })

  it('is not sent while reminders are off', async () => {
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

it('reminders are announced for the hour that is set, and each of their switches stays as pressed while another is saved', async () => {
  await client.send('PATCH', '/api/business/messages', { remindAt: '10:30' })
  const { page, context } = await office.signedIn()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const sent: string[] = []
  await page.route('**/api/messages/settings', async (route) => {
    if (route.request().method() === 'PUT') {
      sent.push(route.request().postData() ?? '')
      await held
    }
    await route.continue()
  })
  await page.goto('/messages?panel=reminders')
  await page.getByText('Sent between 10:30 AM and 11:00 AM the day before each appointment.').waitFor()
  const switchOf = (name: RegExp) => page.getByRole('dialog').getByRole('switch', { name })
  await switchOf(/^Remind customers/).click()
  await switchOf(/^Follow up on quotes/).click()
  await expect.poll(() => switchOf(/^Follow up on quotes/).isChecked()).toBe(false)
  expect(await switchOf(/^Remind customers/).isChecked()).toBe(false)
  release()
  const stored = () => client.read('/api/messages/settings')
  await expect.poll(stored).toMatchObject({ reminders: false, followUps: false })
  expect(sent).toEqual(['{"reminders":false}', '{"followUps":false}'])
  await client.send('PUT', '/api/messages/settings', { reminders: true, followUps: true })
  await client.send('PATCH', '/api/business/messages', { remindAt: '09:00' })
  await context.close()
})

describe('the contact preferences of a customer', () => {
  it('are set with switches, with who changed them and when', async () => {
    await page.goto('/messages?customer=1')
    await page.getByRole('button', { name: 'Contact preferences' }).click()
    await drawer().getByText('No changes yet. Everything is on.').waitFor()
    await drawer().getByRole('switch', { name: /^SMS/ }).click()
    await drawer().getByText('SMS off').waitFor()
    await drawer().getByText('by owner', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('This customer has opted out of SMS. Your messages will not be sent.').waitFor()
  })

  it('are all saved when a switch is pressed while another one is being saved', async () => {
    const { page, context } = await office.signedIn()
    const path = '**/api/messages/customer/1/consent'
    const sent: string[] = []
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(path, async (route) => {
      if (route.request().method() === 'PUT') {
        sent.push(route.request().postData() ?? '')
        if (sent.length === 1) await held
      }
      await route.continue()
    })
    await page.goto('/messages?customer=1&panel=consent')
    const switchOf = (name: RegExp) => page.getByRole('dialog').getByRole('switch', { name })
    await switchOf(/^Email/).click()
    await switchOf(/^Appointment reminders/).click()
    await expect.poll(() => switchOf(/^Appointment reminders/).isChecked()).toBe(false)
    release()
    const stored = () => client.read('/api/messages/customer/1/consent')
    await expect.poll(stored).toMatchObject({ email: false, reminders: false })
    expect(sent).toEqual(['{"email":false}', '{"reminders":false}'])
    await client.send('PUT', '/api/messages/customer/1/consent', { email: true, reminders: true })
    await context.close()
  })

  it('stop a message on a channel that is off, and say why', async () => {
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    await composer.fill('Are you at home?')
    await composer.press('Enter')
    await notice(page, 'Not sent').waitFor()
    await notice(page, 'This customer has opted out of SMS.').waitFor()
    const bubble = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    await bubble.getByRole('img', { name: 'Failed' }).waitFor()
    await bubble.getByText('This customer has opted out of SMS.').waitFor()
    expect(await composer.inputValue()).toBe('Are you at home?')
    await client.send('PUT', '/api/messages/customer/1/consent', { sms: true })
    // a change that another session made arrives by itself
    await page.getByText('This customer has opted out of SMS. Your').waitFor({ state: 'hidden' })
    await bubble.getByRole('button', { name: 'Send again' }).click()
    // the provider cannot be reached, which is found out soon
    const isSent = bubble.getByRole('img', { name: 'Sent' })
    await isSent.or(bubble.getByText('Not sent yet. It will be tried again.')).waitFor()
    await expect.poll(() => composer.inputValue()).toBe('')
  })
})

it('an invoice arrives by email with its document, which the conversation leads to', async () => {
  const invoiceId = await made('/api/invoices', {
    ...{ customerId: 1, description: 'Kitchen faucet', amount: '120.00', tax: '0.50', status: 'pending' },
    dueDate: '2027-01-31',
  })
  const response = await client.send('POST', `/api/invoices/${invoiceId}/send`, {})
  expect(response.status, response.text).toBeLessThan(300)
  await expect.poll(() => mails.length, { timeout: 60_000 }).toBe(1)
  const [mail = ''] = mails
  expect(mail).toContain('Subject: Your invoice INV-000001')
  expect(mail).toMatch(/Content-Disposition: attachment; filename=INV-000001\.pdf/)
  // %PDF- in base64
  expect(mail).toMatch(/\r\n\r\nJVBERi/)
  await page.goto('/messages?customer=1&tab=email')
  const file = page.getByRole('link', { name: /INV-000001\.pdf/ })
  expect(await file.getAttribute('href')).toBe(`/api/invoices/${invoiceId}/pdf`)
  await page.getByText('$120.50 is due on January 31, 2027.').first().waitFor()
})

it('a payment template asks for a customer where none is selected, then for one of their invoices', async () => {
  await page.goto('/messages?tab=templates')
  await page.getByRole('button', { name: 'Payment Reminder' }).click()
  const choice = page.getByRole('dialog', { name: 'Payment Reminder' })
  await choice.getByRole('combobox', { name: 'Customer' }).fill('Ann')
  await page.getByRole('option', { name: /Ann/ }).first().click()
  await choice.getByRole('button', { name: /INV-000001/ }).click()
  const dialog = page.getByRole('dialog', { name: 'New Message' })
  const text = dialog.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => text.inputValue()).toContain('$120.50 is still due on invoice INV-000001')
  expect(await text.inputValue()).toContain('Hi Ann')
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Customer' }).inputValue()).toMatch(/^Ann/)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.goto('/messages?customer=1&tab=templates')
  await page.getByRole('button', { name: 'Payment Reminder' }).click()
  await drawer()
    .getByRole('button', { name: /INV-000001/ })
    .click()
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  await expect.poll(() => composer.inputValue()).toContain('$120.50 is still due on invoice INV-000001')
})

it('a payment template goes into the channel of the tab before the templates, and so does a new message', async () => {
  await page.goto('/messages?customer=1')
  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('tab', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'New Message' }).click()
  // what is typed goes into the first field
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
  await expect.poll(() => drawer().getByLabel('Channel').inputValue()).toBe('email')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Payment Reminder' }).click()
  await drawer()
    .getByRole('button', { name: /INV-000001/ })
    .click()
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await expect.poll(() => subject.inputValue()).toBe('Payment Reminder')
  const composer = page.getByRole('textbox', { name: 'Message', exact: true })
  expect(await composer.inputValue()).toContain('Hi Ann,\n\nA friendly reminder: $120.50 is still due')
  expect(new URL(page.url()).searchParams.get('tab')).toBe('email')
  await composer.fill('')
  await subject.fill('')
})

describe('a message that is being written', () => {
  const composer = () => page.getByRole('textbox', { name: 'Message', exact: true })
  const written = () => composer().inputValue()
  const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
  const template = (name: string) => page.getByRole('button', { name, exact: true })
  const sentTo = async (customerId: number): Promise<{ content: string; type: string }[]> =>
    client.read(`/api/messages/customer/${customerId}`)
  let bob = 0

  beforeAll(async () => {
    bob = await made('/api/customers', {
      ...{ firstName: 'Bobby', lastName: 'Moss', email: 'bobby@example.test', phone: '919 555 0102' },
      address: '2 Oak Street',
    })
    await made('/api/messages', { customerId: bob, type: 'sms', content: 'We come on Monday' })
  })

  it('belongs to its customer and channel, and survives other conversations, tabs and pages until it is sent', async () => {
    await page.goto('/messages?customer=1&tab=templates')
    await template('Send Payment Link').click()
    await drawer()
      .getByRole('button', { name: /INV-000001/ })
      .click()
    await expect.poll(written).toContain('Hi Ann, $120.50 is still due on invoice INV-000001')
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
    await composer().fill('By email')
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
    await expect.poll(written).toBe('By email')
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
    await page.goto(`/messages?customer=${bob}`)
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
    const responseGate = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/messages', async (route) => {
      await responseGate
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
  })

  it('has its length and the number of SMS below it, and is not sent above the limit', async () => {
    const send = page.getByRole('button', { name: 'Send', exact: true })
    await composer().fill('a'.repeat(161))
    await page.getByText('161 of 1,600 characters · 2 SMS').waitFor()
    await composer().fill('a'.repeat(1_601))
    await page.getByRole('alert').getByText('An SMS has at most 1,600 characters').waitFor()
    expect(await send.isDisabled()).toBe(true)
    await composer().press('Enter')
    expect(await written()).toHaveLength(1_601)
    await composer().fill('')
  })

  it('keeps the focus in the composer when its button sends it', async () => {
    await composer().fill('See you tomorrow')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await notice(page, 'Message Sent').waitFor()
    expect(await composer().evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('by email names the day and time of the appointment and the amount of the invoice', async () => {
    await page.goto('/messages?customer=1&tab=templates')
    await template('Service Appointment Reminder').click()
    await expect
      .poll(written)
      .toMatch(/^Hi Ann,\n\nThis is a reminder of your appointment on \w+, \w+ \d+ at \d+:\d\d.[AP]M\./)
    await composer().fill('')
    await page.getByRole('textbox', { name: 'Subject' }).fill('')
    await page.getByRole('tab', { name: 'Templates' }).click()
    await template('Job Completion & Invoice').click()
    await expect.poll(written).toContain('Invoice INV-000001 for $120.50')
    await composer().fill('')
    await page.getByRole('textbox', { name: 'Subject' }).fill('')
  })

  it('cannot be written to a customer who does not exist', async () => {
    await page.goto('/messages?customer=99999')
    await page.getByText('There is no customer with number 99999.').waitFor()
    expect(await composer().count()).toBe(0)
  })

  it('in the dialog New Message is not lost without a question, and leaves the draft of its customer alone', async () => {
    await page.goto(`/messages?customer=${bob}`)
    await composer().fill('A draft for Bobby')
    await page.getByRole('button', { name: 'New Message' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Message' })
    const text = dialog.getByRole('textbox', { name: 'Message' })
    await dialog.getByRole('button', { name: 'Send' }).click()
    await dialog.getByText('Please select a customer').waitFor()
    await dialog.getByText('Please write a message').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox')
    await text.fill('We have time tomorrow')
    await page.keyboard.press('Escape')
    await page
      .getByRole('alertdialog', { name: 'Discard changes?' })
      .getByRole('button', { name: 'Keep editing' })
      .click()
    expect(await text.inputValue()).toBe('We have time tomorrow')
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('Bobby')
    await page.getByRole('option', { name: /Bobby Moss/ }).click()
    const sentence = 'The most SMS for one day have gone out. Please call.'
    await page.route('**/api/messages', (route) =>
      route.fulfill({ status: 429, contentType: 'text/plain', body: sentence }),
    )
    await dialog.getByRole('button', { name: 'Send' }).click()
    await notice(page, 'Failed to send message. Please try again.').waitFor()
    await dialog.getByText(sentence, { exact: true }).waitFor()
    await page.unroute('**/api/messages')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await notice(page, 'Message Sent').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(async () => (await sentTo(bob)).at(-1)?.content).toBe('We have time tomorrow')
    expect(await written()).toBe('A draft for Bobby')
    await composer().fill('')
  })

  it('from a template goes into a new message in its channel where no customer is selected', async () => {
    await page.goto('/messages?tab=templates')
    await template('Follow-up & Feedback Request').click()
    const dialog = page.getByRole('dialog', { name: 'New Message' })
    await expect.poll(() => dialog.getByLabel('Channel').inputValue()).toBe('email')
    expect(await dialog.getByLabel('Subject').inputValue()).toBe('Follow-up & Feedback Request')
    expect(await dialog.getByRole('textbox', { name: 'Message' }).inputValue()).toContain('Hi there,')
    // nothing was typed, nothing is asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('from a link is left by Back to the page before, and is not filled in again', async () => {
    await page.goto('/appointments/1')
    await page.goto('/messages?customer=1&template=on-my-way')
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

const row = (on: Page, name: string | RegExp) =>
  on.getByRole('region', { name: 'Recent Conversations' }).getByRole('button', { name })
const composerOf = (on: Page) => on.getByRole('textbox', { name: 'Message', exact: true })

describe('the inbox', () => {
  let carla = 0
  const counts = (): Promise<object> => client.read('/api/messages/counts')
  const receive = (text: string) => receiveSms(office.url, '+19195550103', text)

  beforeAll(async () => {
    carla = await made('/api/customers', {
      ...{ firstName: 'Carla', lastName: 'Nunez', email: 'carla@example.test', phone: '919 555 0103' },
      address: '3 Oak Street',
    })
    for (const customerId of [1, carla])
      await made('/api/messages', { customerId, type: 'sms', content: 'We come on Friday' })
  })

  it('shows an incoming text as unread, by itself', async () => {
    await page.goto('/messages')
    await row(page, /^Carla Nunez/).waitFor()
    expect(await counts()).toEqual({ unread: 0, waiting: 0 })
    await receive('The gate is open')
    await row(page, /^Carla Nunez\s+1 unread\s+\d+:\d\d [AP]M/).waitFor()
    expect(await counts()).toEqual({ unread: 1, waiting: 1 })
    expect(await axeFindings(page)).toEqual([])
  })

  it('filters by what is unread or waits for an answer, and searches name, phone and text', async () => {
    const status = page.getByRole('combobox', { name: 'Status' })
    for (const [label, value] of [
      ['Unread', 'unread'],
      ['Waiting for an answer', 'waiting'],
    ] as const) {
      await status.selectOption(label)
      await row(page, /^Ann Lee/).waitFor({ state: 'hidden' })
      await row(page, /^Carla Nunez/).waitFor()
      expect(new URL(page.url()).searchParams.get('status')).toBe(value)
    }
    await status.selectOption('All')
    const search = page.getByRole('searchbox', { name: 'Search conversations' })
    for (const query of ['nunez', '1 (919) 555-0103', 'gate is']) {
      await search.fill('')
      await row(page, /^Ann Lee/).waitFor()
      await search.fill(query)
      await row(page, /^Ann Lee/).waitFor({ state: 'hidden' })
      await row(page, /^Carla Nunez/).waitFor()
    }
    await search.fill('zzz')
    await page.getByRole('heading', { name: 'No conversations found' }).waitFor()
    await page.getByRole('button', { name: 'Clear search' }).click()
    await row(page, /^Ann Lee/).waitFor()
  })

  it('marks a conversation as read when it is opened, and keeps it in the filter while it is open', async () => {
    await page.goto('/messages?status=unread')
    await row(page, /^Carla Nunez\s+1 unread/).click()
    await page.getByText('The gate is open').last().waitFor()
    await row(page, /^Carla Nunez\s+1 unread/).waitFor({ state: 'hidden' })
    await row(page, /^Carla Nunez/).waitFor()
    await expect.poll(counts).toEqual({ unread: 0, waiting: 1 })
    await page.goto('/messages?status=unread')
    await page.getByText('Nothing matches your search and filters.').waitFor()
  })

  it('shows what others have read, and what arrives in a conversation that cannot be seen stays unread', async () => {
    const hidden = await office.signedIn()
    await hidden.page.addInitScript(() => {
      const screen = { state: 'hidden' }
      Object.assign(window, { screenState: screen })
      Object.defineProperty(document, 'visibilityState', { get: () => screen.state })
    })
    await hidden.page.goto(`/messages?customer=${carla}`)
    await composerOf(hidden.page).waitFor()
    await page.goto('/messages')
    await receive('Are you there?')
    await hidden.page.getByRole('list', { name: 'Messages' }).getByText('Are you there?').waitFor()
    await row(hidden.page, /^Carla Nunez\s+1 unread/).waitFor()
    await row(page, /^Carla Nunez\s+1 unread/).waitFor()
    expect(await counts()).toMatchObject({ unread: 1 })
    await hidden.page.evaluate(() => {
      ;(window as unknown as { screenState: { state: string } }).screenState.state = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // in the other window too
    await row(page, /^Carla Nunez\s+1 unread/).waitFor({ state: 'hidden' })
    expect(await counts()).toMatchObject({ unread: 0 })
    await hidden.context.close()
  })

  it('on a phone an incoming text is answered in three taps', async () => {
    const page = await office.open('/dashboard', {
      ...{ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
    })
    await receive('Which day?')
    const { tap, taps } = tapCounter({ hasTouch: true })
    await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Messages/ }))
    await tap(row(page, /^Carla Nunez\s+1 unread/))
    // the keyboard opens with a tap into the field, which the text is typed into
    await composerOf(page).fill('On Monday')
    await tap(page.getByRole('button', { name: 'Send', exact: true }))
    const sent = notice(page, 'Your message has been sent successfully.')
    await sent.waitFor()
    // above the composer
    const [note, composer] = [await sent.boundingBox(), await composerOf(page).boundingBox()]
    expect((note?.y ?? 0) + (note?.height ?? 0)).toBeLessThan(composer?.y ?? 0)
    expect(taps()).toBe(3)
    await expect.poll(counts).toEqual({ unread: 0, waiting: 0 })
  })
})

describe('a conversation', () => {
  it.each([
    [375, 667],
    [320, 568],
    [812, 375],
  ])(
    'takes the whole screen of a phone, %i × %i, with the composer above the navigation',
    async (width, height) => {
      const { page, context } = await office.signedIn({
        viewport: { width, height },
        hasTouch: true,
        isMobile: true,
      })
      await page.goto('/messages')
      await row(page, /^Ann Lee/).tap()
      await page.getByRole('heading', { name: 'Ann Lee', level: 2 }).waitFor()
      const box = async (name: 'list' | 'button', label: string) =>
        (await page.getByRole(name, { name: label, exact: true }).boundingBox()) ?? { y: 0, height: 0 }
      const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
      const send = await box('button', 'Send')
      expect(send.y + send.height).toBeLessThanOrEqual(navigation?.y ?? 0)
      expect((await box('list', 'Messages')).height).toBeGreaterThan(height * 0.3)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      // what it covers cannot take the focus
      expect(await page.getByRole('tab').count()).toBe(0)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('[aria-label="Conversation"] :is(a, button)')]
          .map((it) => ({ text: it.textContent, height: it.getBoundingClientRect().height }))
          .filter((it) => it.height > 0 && it.height < 44),
      )
      expect(small).toEqual([])
      expect(await axeFindings(page)).toEqual([])
      await page.getByRole('button', { name: 'Back to conversations' }).tap()
      await row(page, /^Ann Lee/).waitFor()
      await page.getByRole('tab', { name: 'Templates' }).waitFor()
      await context.close()
    },
  )

  it('on a phone leads to templates and to the other channel from its composer', async () => {
    const { page, context } = await office.signedIn({ viewport: { width: 375, height: 667 } })
    await page.goto('/messages?customer=1')
    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Templates and channel' }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    await choose('Write by email')
    await page.getByRole('textbox', { name: 'Subject' }).waitFor()
    await choose('Templates')
    await page.getByRole('button', { name: 'Running 15 minutes late' }).click()
    await expect.poll(() => composerOf(page).inputValue()).toContain('I am running 15 minutes late')
    await context.close()
  })

  it('is left by Back in one step, whatever was done in it', async () => {
    const { page, context } = await office.signedIn({ viewport: { width: 375, height: 667 } })
    const isAt = (path: string) =>
      expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)
    const openTemplates = async () => {
      await page.getByRole('button', { name: 'Templates and channel' }).click()
      await page.getByRole('menuitem', { name: 'Templates' }).click()
      await isAt('/messages?customer=1&tab=templates')
    }
    await page.goto('/appointments/1')
    await page.getByRole('link', { name: 'Open conversation' }).click()
    await isAt('/messages?customer=1')
    await openTemplates()
    await page.goBack()
    await isAt('/messages?customer=1')
    await openTemplates()
    await page.getByRole('button', { name: 'Running 15 minutes late' }).click()
    await isAt('/messages?customer=1')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await notice(page, 'Message Sent').waitFor()
    await page.goBack()
    await isAt('/appointments/1')
    // a template of the other channel
    await page.goForward()
    await openTemplates()
    await page.getByRole('button', { name: 'Follow-up & Feedback Request' }).click()
    await isAt('/messages?customer=1&tab=email')
    await page.goBack()
    await isAt('/appointments/1')
    await context.close()
  })

  it('is not the one that a template goes to which was chosen for no customer', async () => {
    const { page, context } = await office.signedIn()
    const isAt = (path: string) =>
      expect.poll(() => page.evaluate(() => location.pathname + location.search)).toBe(path)
    await page.goto('/messages?customer=1')
    await composerOf(page).waitFor()
    await openPalette(page)
    await page.keyboard.type('message templates')
    await page.keyboard.press('Enter')
    await isAt('/messages?tab=templates')
    await page.getByRole('button', { name: 'Running 15 minutes late', exact: true }).click()
    await page.getByRole('dialog', { name: 'New Message' }).waitFor()
    await isAt('/messages')
    await page.keyboard.press('Escape')
    await page.goBack()
    await isAt('/messages?customer=1')
    await context.close()
  })

  it('that waits is cancelled, waits again when that is undone, and is sent when staff say so', async () => {
    const id = await made('/api/customers', {
      ...{ firstName: 'Dora', lastName: 'Hill', email: 'dora@example.test', phone: '919 555 0109' },
      address: '4 Oak Street',
    })
    await made('/api/messages', { customerId: id, type: 'sms', content: 'The gate code is 12' })
    // the provider cannot be reached
    const waits = async () => (await client.read(`/api/messages/customer/${id}`))[0]?.waiting
    await expect.poll(waits).toBeTruthy()
    const { page, context } = await office.signedIn()
    await page.clock.setFixedTime('2026-11-22T17:00:00.000Z')
    await page.goto(`/messages?customer=${id}`)
    const bubble = page.getByRole('list', { name: 'Messages' }).getByRole('listitem').first()
    await bubble.getByText('Not sent yet. It will be tried again.').waitFor()
    const cancel = bubble.getByRole('button', { name: 'Cancel: The gate code is 12' })
    // refused while it is just being tried
    const isCancelled = async (press: () => Promise<void>) => {
      if (await cancel.isVisible()) await press().catch(() => {})
      return bubble.getByText('Cancelled, not sent').isVisible()
    }
    const byKey = async () => {
      await cancel.focus({ timeout: 1_000 })
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => isCancelled(byKey)).toBe(true)
    await expect.poll(() => bubble.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Undo' }).click()
    await bubble.getByText('Not sent yet. It will be tried again.').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await expect.poll(() => isCancelled(() => cancel.click({ timeout: 1_000 }))).toBe(true)
    // where Cancel was, a second press does not send it, by day either
    await bubble.getByRole('button', { name: 'Send again: The gate code is 12' }).click()
    const question = page.getByRole('alertdialog', { name: 'Send it after all?' })
    await question.getByRole('button', { name: 'Do not send' }).click()
    await question.waitFor({ state: 'hidden' })
    await bubble.getByText('Cancelled, not sent').waitFor()
    await context.close()
  })

  it('that waits for the morning is sent at night only after a question', async () => {
    const { page, context } = await office.signedIn()
    let refusal: string | null = null
    await page.clock.setFixedTime('2026-11-22T03:00:00.000Z')
    await page.route(/\/api\/messages\/customer\/1$/, async (route) => {
      const answer = await route.fetch()
      const [first] = await answer.json()
      const waiting = { etag: '"1"', refusal }
      await route.fulfill({ json: [{ ...first, goesOutAt: '2026-11-22T13:00:00.000Z', waiting }] })
    })
    const asked: string[] = []
    await page.route(/send-now$/, (route) => {
      asked.push(`${route.request().method()} ${route.request().headers()['if-match']}`)
      return route.fulfill({ status: 409, body: 'It has been sent already.' })
    })
    await page.goto('/messages?customer=1')
    await page.getByText('Will be sent at 8:00 AM on Nov 22, 2026').waitFor()
    const sendNow = page.getByRole('button', { name: 'Send now' })
    await sendNow.click()
    const question = page.getByRole('alertdialog', { name: 'Send it at this hour?' })
    await question
      .getByText(/^It is 10:00.PM\. A text may disturb the customer\. It would be sent at 8:00.AM\.$/)
      .waitFor()
    await question.getByRole('button', { name: 'Do not send now' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(asked).toEqual([])
    await sendNow.click()
    await question.getByRole('button', { name: 'Send now', exact: true }).click()
    await notice(page, /It has been sent already\./).waitFor()
    expect(asked).toEqual(['POST "1"'])
    await page.clock.setFixedTime('2026-11-22T14:00:00.000Z')
    await sendNow.click()
    await expect.poll(() => asked.length).toBe(2)
    refusal = 'This customer has opted out of SMS.'
    await page.reload()
    await page.getByText('Will not be sent. This customer has opted out of SMS.').waitFor()
    expect(await sendNow.count()).toBe(0)
    await context.close()
  })

  it.each(['Close', 'Escape'])('leaves no tooltip on a phone when its sheet is closed by %s', async (way) => {
    const { page, context } = await office.signedIn({
      ...{ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
    })
    await page.goto('/messages?customer=1')
    const open = page.getByRole('button', { name: 'Contact preferences' })
    await open.tap()
    const sheet = page.getByRole('dialog', { name: 'Contact preferences' })
    await sheet.getByRole('switch', { name: 'Email' }).waitFor()
    if (way === 'Escape') await page.keyboard.press('Escape')
    else await sheet.getByRole('button', { name: 'Close' }).tap()
    await sheet.waitFor({ state: 'hidden' })
    await expect.poll(() => open.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await page.getByRole('tooltip').count()).toBe(0)
    await context.close()
  })

  it('has the customer and the next appointment beside it, and behind a button on smaller screens', async () => {
    await page.goto('/messages?customer=1')
    const details = page.getByRole('complementary', { name: 'Customer details' })
    await details.getByRole('link', { name: 'View Customer Profile' }).waitFor()
    await details.getByRole('link', { name: 'General Repairs' }).waitFor()
    expect(await details.getByRole('link', { name: 'Invoices' }).getAttribute('href')).toBe(
      '/customers/1/invoices',
    )
    expect(await axeFindings(page)).toEqual([])
    const { page: tablet, context } = await office.signedIn({ viewport: { width: 1024, height: 768 } })
    await tablet.goto('/messages?customer=1')
    await tablet.getByRole('button', { name: 'Customer details' }).click()
    await tablet.getByRole('dialog').getByRole('link', { name: 'View Customer Profile' }).waitFor()
    expect(await details.count()).toBe(1)
    expect(await tablet.getByRole('complementary').count()).toBe(0)
    await context.close()
  })

  it('that cannot be loaded says so in each of its parts, and has them after another try', async () => {
    const { page, context } = await office.signedIn()
    // news of a change would try again by itself
    await breakStream(page)
    const paths = ['customers/1', 'customers/1/appointments', 'customers/1/invoices']
    for (const path of paths)
      await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 503, body: 'Away.' }))
    await page.goto('/messages?customer=1')
    const head = page.getByRole('region', { name: 'Conversation', exact: true }).locator('header')
    await head.getByRole('heading', { name: 'The customer could not be loaded' }).waitFor()
    const next = page.getByRole('alert').filter({ hasText: 'The next appointment could not be loaded' })
    await next.waitFor()
    await page.unroute('**/api/customers/1/appointments')
    await next.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'General Repairs' }).waitFor()
    await page.unroute('**/api/customers/1')
    await head.getByRole('button', { name: 'Try again' }).click()
    await head.getByRole('heading', { name: 'Ann Lee' }).waitFor()
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Payment Reminder' }).click()
    const choice = page.getByRole('dialog', { name: 'Payment Reminder' })
    await choice.getByRole('heading', { name: 'The invoices could not be loaded' }).waitFor()
    await page.unroute('**/api/customers/1/invoices')
    await choice.getByRole('button', { name: 'Try again' }).click()
    await choice.getByText(/INV-000001|Nothing is owed/).waitFor()
    await context.close()
  })

  it.each(['customers/1', 'business'])(
    'takes in no template while /api/%s cannot be loaded, and says so',
    async (path) => {
      const { page, context } = await office.signedIn()
      await page.route(`**/api/${path}`, (route) => route.fulfill({ status: 503, body: 'Away.' }))
      await page.goto('/messages?customer=1&tab=templates')
      await page.getByRole('button', { name: 'On my way to your location' }).click()
      await notice(page, 'The template could not be loaded. Please try again.').waitFor()
      expect(await composerOf(page).inputValue()).toBe('')
      await page.unroute(`**/api/${path}`)
      await page.getByRole('tab', { name: 'Templates' }).click()
      await page.getByRole('button', { name: 'On my way to your location' }).click()
      await expect.poll(() => composerOf(page).inputValue()).toContain('Hi Ann, I am on my way')
      await context.close()
    },
  )

  it('offers neither invoices nor a new customer to a role that does not allow them', async () => {
    const { page, context } = await office.signedIn()
    await page.route('**/api/team/me', async (route) => {
      const response = await route.fetch()
      const own = await response.json()
      const rights = own.rights.filter((it: string) => it !== 'invoices.view' && it !== 'customers.edit')
      await route.fulfill({ response, json: { ...own, rights } })
    })
    await page.goto('/messages?customer=1')
    const details = page.getByRole('complementary', { name: 'Customer details' })
    await details.getByRole('link', { name: 'General Repairs' }).waitFor()
    await expect.poll(() => details.getByRole('link', { name: 'Invoices' }).count()).toBe(0)
    await page.getByRole('button', { name: 'New Message' }).click()
    await page.getByRole('combobox', { name: 'Customer' }).fill('Nora New')
    await page.getByText('No customers found').waitFor()
    expect(await page.getByRole('option', { name: /Add/ }).count()).toBe(0)
    await context.close()
  })

  it('is written in as before when the other micro-frontends cannot be loaded', async () => {
    const { page, context } = await office.signedIn()
    await page.route(/\/remotes\/(crm|scheduling)\//, (route) => route.abort())
    await page.goto('/messages?customer=1')
    await page.getByText("CRM can't be shown right now").waitFor()
    await composerOf(page).fill('Still here')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await notice(page, 'Message Sent').waitFor()
    await context.close()
  })
})

it('made no browser complain', () => {
  // a lost answer, a refusal, and a customer who does not exist
  const onPurpose = /net::ERR_FAILED|status of (404|429)/
  expect(staff.complaints.filter((it) => !onPurpose.test(it))).toEqual([])
})
