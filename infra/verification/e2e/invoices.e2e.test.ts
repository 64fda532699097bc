import { dayIn, defaultTimeZone, readTime } from '@plumbline/platform/time'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice, phoneSize, tapCounter } from './browser.ts'
import { exportCsv } from './exportCsv.ts'
import { useOffice } from './office.ts'

// with the year of demo data, so that there is a past
const { client, open, openAlone, close, visitor } = useOffice({})
let customerId: number

beforeAll(async () => {
  customerId = (await made('/api/customers', person)).id
})

const person = {
  firstName: 'Marta',
  lastName: 'Okafor',
  email: 'marta@example.test',
  phone: '919 555 0142',
  address: '3 Juniper Ln, Apex',
  source: 'referral',
}
type Answer = Record<string, string> & { id: number }
const made = (path: string, body?: object): Promise<Answer> => client.create(path, body)
const read = <T = Answer>(path: string): Promise<T> => client.read(path)
const invoiced = (more: object = {}) =>
  made('/api/invoices', { customerId, description: 'Hang three doors', amount: '100', tax: '7.25', ...more })

/** What every invoice of the list says in `place`, read by scrolling through it, again from its top where some were missed. */
async function readThrough(page: Page, place: string): Promise<string[]> {
  const cards = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  const said = new Map<number, string>()
  let count = 0
  const readOn = async () => {
    const now = await howMany(page)
    // the list of before stays until the next one is there
    if (now !== count) said.clear()
    count = now
    const shown = await cards.evaluateAll(
      (those, within) =>
        those.map((it, n) => ({
          number: Number(it.ariaPosInSet ?? n + 1),
          text: it.querySelector(within)?.textContent ?? '',
        })),
      place,
    )
    for (const { number, text } of shown) said.set(number, text)
    await page.evaluate(() => {
      const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
      scrollTo(0, isAtEnd ? 0 : scrollY + innerHeight / 2)
    })
    return count > 0 && said.size === count
  }
  // half a window at a time
  await expect.poll(readOn, { timeout: 60_000 }).toBe(true)
  return [...said.values()]
}
/** How long the list of invoices is; of a long one not all exist at once. */
async function howMany(page: Page): Promise<number> {
  const cards = page.getByRole('list', { name: 'Invoices' }).getByRole('listitem')
  const all = await cards.evaluateAll((those) => those.map((it) => Number(it.ariaSetSize ?? those.length)))
  return all[0] ?? 0
}
/** Too narrow for the table. */
const cards = { viewport: { width: 1024, height: 900 } }
async function openAsOf(page: Page) {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'As of a date…' }).click()
}
const drawer = (page: Page) => page.getByRole('dialog')
// the machine may be busy
/** A time of this day in New York. */
const timeToday = (time: string) =>
  readTime(defaultTimeZone, `${dayIn(defaultTimeZone, new Date())}T${time}`) as Date
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

describe('writing an invoice', () => {
  it('line by line, with the keyboard alone, and the total follows', async () => {
    const page = await open('/invoices/new')
    await page.getByLabel('Customer').fill('Okafor')
    await page.getByRole('option', { name: /Marta Okafor/ }).click()
    await page.getByLabel('Description').fill('Porch')
    await page.getByLabel('Amount').fill('600')
    await page.getByRole('button', { name: 'Add item' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Cedar boards')
    for (const _ of ['quantity', 'unit price', 'amount']) await page.keyboard.press('Tab')
    await page.keyboard.type('248.9')
    await page.keyboard.press('Tab')
    await page.keyboard.type('18.05')
    expect(await page.locator('output').textContent()).toBe('$866.95')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await page.getByText('Describe this item').waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Item 3')
    await page.getByRole('button', { name: 'Remove item 3' }).click()
    await page.getByLabel('Status').selectOption('draft')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await notice(page, /saved as a draft/).waitFor()
    await page.waitForURL('/invoices')
    const [draft] = await read<Answer[]>(`/api/customers/${customerId}/invoices`)
    expect(await read(`/api/invoices/${draft?.id}`)).toMatchObject({
      ...{ description: 'Porch', status: 'draft', totalAmount: '866.95' },
      lines: [
        { description: 'Porch', amount: '600.00', tax: '0.00' },
        { description: 'Cedar boards', amount: '248.90', tax: '18.05' },
      ],
    })
  })

  it('an amount is a quantity times a unit price, and the tax follows a rate until it is typed', async () => {
    const page = await open(`/invoices/new?customerId=${customerId}`)
    const value = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
    await page.getByLabel('Description').fill('Deck')
    await page.getByLabel('Amount').fill('120')
    await page.getByLabel('Tax rate (%)').fill('7.25')
    expect(await value('Tax')).toBe('8.70')
    await page.getByLabel('Amount').fill('200')
    expect(await value('Tax')).toBe('14.50')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByLabel('Item 2', { exact: true }).fill('Cedar boards')
    await page.getByLabel('Quantity of item 2').fill('2.5')
    await page.getByLabel('Unit price of item 2').fill('18')
    expect([await value('Amount of item 2'), await value('Tax of item 2')]).toEqual(['45.00', '3.26'])
    // an amount that is typed is no product any more
    await page.getByLabel('Amount of item 2').fill('50')
    expect([await value('Quantity of item 2'), await value('Tax of item 2')]).toEqual(['', '3.63'])
    await page.getByLabel('Quantity of item 2').fill('3')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await page.getByText('Please give both a quantity and a unit price, or neither').waitFor()
    await page.getByLabel('Unit price of item 2').fill('18')
    await page.getByLabel('Tax of item 2').fill('3')
    expect(await page.getByLabel('Tax rate (%)').inputValue()).toBe('')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await notice(page, /created/).waitFor()
    const [created] = await read<Answer[]>(`/api/customers/${customerId}/invoices`)
    expect(await read(`/api/invoices/${created?.id}`)).toMatchObject({
      totalAmount: '271.50',
      lines: [
        { description: 'Deck', amount: '200.00', tax: '14.50' },
        { description: 'Cedar boards', amount: '54.00', tax: '3.00', quantity: '3', unitPrice: '18.00' },
      ],
    })
    await page.goto(`/invoices?invoice=${created?.id}`)
    await drawer(page).getByText('3 × $18.00').waitFor()
  })

  it('a tax rate that is none is refused at its field, and no invoice is created with the tax of before', async () => {
    const page = await open(`/invoices/new?customerId=${customerId}`)
    const before = (await read<Answer[]>(`/api/customers/${customerId}/invoices`)).length
    await page.getByLabel('Description').fill('Gate')
    await page.getByLabel('Amount').fill('100')
    await page.getByLabel('Tax rate (%)').pressSequentially('7,25')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await page.getByText('Please enter a rate such as 7.25').waitFor()
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    expect(await page.getByLabel('Tax rate (%)').evaluate((it) => it === document.activeElement)).toBe(true)
    // among items too
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByText('Please enter a rate such as 7.25').waitFor()
    await page.getByRole('button', { name: 'Remove item 2' }).click()
    expect(await read<Answer[]>(`/api/customers/${customerId}/invoices`)).toHaveLength(before)
    await page.getByLabel('Tax rate (%)').fill('7.25')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await notice(page, /created/).waitFor()
    const [created] = await read<Answer[]>(`/api/customers/${customerId}/invoices`)
    expect(created).toMatchObject({ description: 'Gate', totalAmount: '107.25' })
  })

  it('items whose taxes add up below zero are refused in words, which have the focus', async () => {
    const page = await open(`/invoices/new?customerId=${customerId}`)
    await page.getByLabel('Description').fill('Stairs')
    await page.getByLabel('Amount').fill('500')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByLabel('Item 2', { exact: true }).fill('Credit')
    await page.getByLabel('Amount of item 2').fill('-50')
    await page.getByLabel('Tax of item 2').fill('-3.63')
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    const error = page.getByText('The tax of all items cannot be negative')
    await error.waitFor()
    await expect.poll(() => error.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await page.getByLabel('Tax of item 2').fill('0')
    await error.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await notice(page, /created/).waitFor()
  })

  it('a draft is changed in its drawer; a change of somebody else appears in the form, and what was typed stays', async () => {
    const { id } = await invoiced({ status: 'draft' })
    const page = await open(`/invoices?invoice=${id}`)
    await drawer(page).getByRole('button', { name: 'Edit' }).click()
    await page.waitForURL(`**/invoices?invoice=${id}&edit=1`)
    await drawer(page).getByLabel('Description').fill('Hang two doors')
    await client.send('PATCH', `/api/invoices/${id}`, { amount: '80' })
    await drawer(page).getByText('Updated below: Amount.').waitFor()
    await expect.poll(() => drawer(page).getByLabel('Amount').inputValue()).toBe('80.00')
    expect(await drawer(page).getByLabel('Description').inputValue()).toBe('Hang two doors')
    await drawer(page).getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, `Invoice #${id} saved.`).waitFor()
    await drawer(page).getByText('$87.25').first().waitFor()
    expect(await read(`/api/invoices/${id}`)).toMatchObject({
      description: 'Hang two doors',
      amount: '80.00',
    })
  })

  it('it is issued, sent from the notice and again from the drawer, and void, each after a question', async () => {
    const { id } = await invoiced({ status: 'draft' })
    const page = await open(`/invoices?invoice=${id}`)
    const question = page.getByRole('alertdialog')
    await drawer(page).getByRole('button', { name: 'Issue invoice' }).click()
    await question.getByText(/^Marta Okafor owes \$107\.25, due /).waitFor()
    await question.getByRole('button', { name: 'Issue invoice' }).click()
    await notice(page, /issued as INV-/).waitFor()
    await drawer(page).getByRole('button', { name: 'Process Payment' }).waitFor()
    // the button that was pressed has disappeared, the focus has not
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false)
    await page.locator('[data-toasts]').getByRole('button', { name: 'Send Invoice' }).click()
    await question.getByText('Marta Okafor, marta@example.test').waitFor()
    await question.getByRole('button', { name: 'Send Invoice' }).click()
    await notice(page, `Invoice #${id} is on its way by email.`).waitFor()
    await drawer(page)
      .getByText(/^Sent \w+ \d+, \d{4}$/)
      .waitFor()
    await drawer(page).getByText('Sent by email').waitFor()
    const { invoiceNumber } = await read(`/api/invoices/${id}`)
    const written = async () => read(`/api/messages/customer/${customerId}`)
    await expect.poll(written).toContainEqual(
      expect.objectContaining({
        type: 'email',
        attachment: { name: `${invoiceNumber}.pdf`, invoiceId: id },
      }),
    )
    await drawer(page).getByRole('button', { name: 'Send Invoice' }).click()
    await question.getByRole('button', { name: 'Send Invoice' }).dblclick()
    await expect.poll(() => drawer(page).getByText('Sent by email').count()).toBe(2)
    await drawer(page).getByRole('button', { name: 'Void' }).click()
    await question.getByRole('button', { name: 'Void invoice' }).click()
    await notice(page, `Invoice #${id} is void.`).waitFor()
    await expect.poll(() => drawer(page).getByRole('button', { name: 'Send Invoice' }).count()).toBe(0)
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ status: 'void', balance: '0.00' })
  })

  it('it is sent from the page of its customer, after a question that says what the email says', async () => {
    const { id, invoiceNumber } = await invoiced()
    const page = await open(`/customers/${customerId}/invoices`)
    await page.getByRole('button', { name: `Send Invoice of invoice #${id}`, exact: true }).click()
    const question = page.getByRole('alertdialog', { name: `Send ${invoiceNumber}?` })
    await question.getByText('To Marta Okafor, marta@example.test').waitFor()
    await question.getByText(/^Says: \$107\.25 due .+\. INV-\d+\.pdf attached\.$/).waitFor()
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
    await page.route(`**/api/invoices/${id}/send`, async (route) => {
      await held
      await route.continue()
    })
    await question.getByRole('button', { name: 'Send Invoice' }).click()
    // the one that is being sent, and no other, is busy
    const busy = page.locator('[aria-busy="true"][aria-label^="Send Invoice"]')
    await busy.waitFor()
    expect(await busy.getAttribute('aria-label')).toBe(`Send Invoice of invoice #${id}`)
    goOn()
    await notice(page, `Invoice #${id} is on its way by email.`).waitFor()
  })

  it('its card says in one piece when a reminder was sent', async () => {
    const { id } = await invoiced({ description: 'Hang a gate' })
    await made(`/api/invoices/${id}/reminders`, { channel: 'email' })
    const page = await open(`/customers/${customerId}/invoices`)
    const card = page.getByRole('article', { name: `Invoice #${id}`, exact: true })
    await card.getByText(/^Reminder sent \w{3} \d{1,2}, \d{4}$/).waitFor()
  })

  it('the change for cash is shown, and only the amount is recorded', async () => {
    const { id } = await invoiced()
    const page = await open(`/invoices?invoice=${id}`)
    await drawer(page).getByRole('button', { name: 'Process Payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Process Payment' })
    await dialog.getByLabel('Cash received').fill('120')
    expect(await dialog.getByLabel('Change').inputValue()).toBe('$12.75')
    await dialog.getByLabel('Payment method').selectOption('zelle')
    expect(await dialog.getByLabel('Cash received').count()).toBe(0)
    await dialog.getByLabel('Payment method').selectOption('cash')
    await dialog.getByLabel('Cash received').fill('110')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await notice(page, 'Payment recorded.').waitFor()
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ paidAmount: '107.25', status: 'paid' })
  })

  it('a double click pays once', async () => {
    const { id } = await invoiced()
    const page = await open(`/invoices?invoice=${id}`)
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/payments')) calls += 1
    })
    await drawer(page).getByRole('button', { name: 'Process Payment' }).click()
    await page.getByLabel('Amount').fill('7.25')
    await page.getByRole('button', { name: 'Record payment' }).dblclick()
    await notice(page, 'Payment recorded. $100.00 is still owed.').waitFor()
    const { payments } = await read<{ payments: object[] }>(`/api/invoices/${id}`)
    expect([payments.length, calls]).toEqual([1, 1])
  })

  it('more than the balance is refused at its field, and the dialog follows a payment of somebody else', async () => {
    const { id } = await invoiced()
    const page = await open(`/invoices?invoice=${id}`)
    await drawer(page).getByRole('button', { name: 'Process Payment' }).click()
    const dialog = page.getByRole('dialog', { name: 'Process Payment' })
    expect(await dialog.getByLabel('Payment method').evaluate((it) => it === document.activeElement)).toBe(
      true,
    )
    await dialog.getByLabel('Amount').fill('107.26')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await dialog.getByText('The most you can record is $107.25').waitFor()
    await dialog.getByLabel('Date').fill('2031-01-01')
    await dialog.getByText('Choose today or an earlier date').waitFor()
    await made(`/api/invoices/${id}/payments`, { method: 'cash', amount: '100' })
    await dialog.getByText(`Invoice #${id}, $7.25 owed`).waitFor()
    await dialog.locator('[data-conflict=amount]').getByRole('button', { name: 'Use mine' }).click()
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await dialog.getByText('The most you can record is $7.25').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
    await drawer(page).getByRole('button', { name: 'Process Payment' }).click()
    await expect.poll(() => dialog.getByLabel('Amount').inputValue()).toBe('7.25')
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await notice(page, 'Payment recorded.').waitFor()
    await drawer(page)
      .getByRole('button', { name: /^Refund \$7\.25/ })
      .click()
    const refund = page.getByRole('dialog', { name: 'Refund' })
    await refund.getByText('The payment of $7.25 stays on record').waitFor()
    expect(await refund.getByLabel('Amount').inputValue()).toBe('7.25')
    await refund.getByLabel('Amount').fill('7.26')
    await refund.getByRole('button', { name: 'Record refund' }).click()
    await refund.getByText('The most you can refund is $7.25').waitFor()
    await refund.getByLabel('Amount').fill('3')
    await refund.getByRole('button', { name: 'Record refund' }).click()
    await notice(page, 'Refund of $3.00 recorded.').waitFor()
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ balance: '3.00', status: 'pending' })
    await drawer(page)
      .getByRole('button', { name: /^Refund \$4\.25/ })
      .waitFor()
  })

  it('an open invoice is named in the title and prints as a sheet without buttons', async () => {
    const { id, invoiceNumber } = await invoiced()
    const page = await open(`/invoices?invoice=${id}`)
    await expect.poll(() => page.title()).toBe(`Invoice ${invoiceNumber}`)
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { level: 1, name: `Invoice ${invoiceNumber}` }).waitFor()
    await page.getByRole('table', { name: 'Items and totals' }).waitFor()
    // one title
    expect(await page.getByText(`Invoice #${id}`).filter({ visible: true }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Bill to' }).waitFor()
    await page.getByText('3 Juniper Ln, Apex').waitFor()
    await page.getByRole('heading', { name: 'How to pay' }).waitFor()
    await page.getByText('We accept cash, Zelle').waitFor()
    for (const name of ['Process Payment', 'Close', 'Create Invoice'])
      expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count()).toBe(0)
  })

  it.each([['table', {}] as const, ['cards', cards] as const])(
    'a list prints whole and without its controls, as %s',
    async (_, size) => {
      const page = await open('/invoices', size)
      await page.getByText(/^\d+ invoices$/).waitFor()
      const count = Number.parseInt((await page.getByText(/^\d+ invoices$/).textContent()) ?? '', 10)
      await page.evaluate(() => {
        window.print = () => document.body.setAttribute('data-printed', '')
      })
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Print' }).click()
      await page.locator('body[data-printed]').waitFor()
      await page.emulateMedia({ media: 'print' })
      const entries = page
        .getByRole('table', { name: 'Invoices' })
        .locator('tbody tr')
        .or(page.getByRole('list', { name: 'Invoices' }).getByRole('listitem'))
      await expect.poll(() => entries.count()).toBe(count)
      const main = page.getByRole('main')
      for (const role of ['searchbox', 'combobox', 'tab', 'checkbox', 'button'] as const)
        expect(await main.getByRole(role).count(), role).toBe(0)
      expect(await main.getByText('Actions', { exact: true }).filter({ visible: true }).count()).toBe(0)
    },
  )

  it.each(['sms', 'email'])(
    'a reminder by %s is sent with the text of its preview, on the channel of the latest message',
    async (type) => {
      const someone = await made('/api/customers', { ...person, firstName: 'Ines', phone: '919 555 0177' })
      await made('/api/messages', { customerId: someone.id, type, content: 'On my way' })
      const { id } = await invoiced({ customerId: someone.id, amount: '1234.5', tax: '0' })
      const page = await openAlone(`/invoices?invoice=${id}`)
      await page.clock.setFixedTime(timeToday('12:00'))
      await drawer(page).getByRole('button', { name: 'Send Reminder' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send Reminder' })
      await expect.poll(() => dialog.getByLabel('Channel').inputValue()).toBe(type)
      const preview = await dialog.getByText(/^Hi Ines/).textContent()
      const { invoiceNumber } = await read(`/api/invoices/${id}`)
      expect(preview).toContain(`$1,234.50 is still due on invoice ${invoiceNumber}.`)
      await dialog.getByRole('button', { name: 'Send Reminder' }).click()
      await notice(page, 'Reminder queued.').waitFor()
      const sent = async () =>
        (await read<Answer[]>(`/api/messages/customer/${someone.id}`)).map((it) => [it.type, it.content])
      await expect.poll(sent).toContainEqual([type, preview])
    },
  )

  it('a reminder is not offered on a channel on which nothing goes out, and one of the night says when it is sent', async () => {
    const someone = await made('/api/customers', {
      ...{ ...person, firstName: 'Olga', email: 'olga@example.test' },
      phone: '919 555 0178',
    })
    await made('/api/messages', { customerId: someone.id, type: 'sms', content: 'On my way' })
    const allow = (consent: object) =>
      client.send('PUT', `/api/messages/customer/${someone.id}/consent`, consent)
    await allow({ sms: false, email: false })
    const { id } = await invoiced({ customerId: someone.id })
    const page = await openAlone(`/invoices?invoice=${id}`)
    await page.clock.setFixedTime(timeToday('22:30'))
    await drawer(page).getByRole('button', { name: 'Send Reminder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send Reminder' })
    await dialog.getByText('This customer has opted out of SMS.').waitFor()
    await dialog.getByText('This customer has opted out of email.').waitFor()
    const send = dialog.getByRole('button', { name: 'Send Reminder' })
    expect(await send.isDisabled()).toBe(true)
    expect(await dialog.getByText('will be sent').count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await allow({ email: true })
    // the change arrives by itself
    await dialog.getByText('This customer has opted out of email.').waitFor({ state: 'hidden' })
    expect(await dialog.getByLabel('Channel').inputValue()).toBe('email')
    expect(await dialog.getByRole('option', { name: 'SMS' }).isDisabled()).toBe(true)
    await dialog.getByText(/^It will be sent at 8:00.AM\.$/).waitFor()
    await send.click()
    await notice(page, /^Reminder will be sent at 8:00.AM\.$/).waitFor()
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ reminders: [{ channel: 'email' }] })
  })

  it('an invoice is not sent to a customer whom no email reaches, and the reason is said', async () => {
    const someone = await made('/api/customers', { ...person, firstName: 'Paul', email: 'paul@example.test' })
    const consent = `/api/messages/customer/${someone.id}/consent`
    expect((await client.send('PUT', consent, { email: false })).status).toBe(200)
    const { id } = await invoiced({ customerId: someone.id })
    const page = await open(`/invoices?invoice=${id}`)
    await drawer(page).getByRole('button', { name: 'Send Invoice' }).click()
    await notice(page, 'Not sent').waitFor()
    await notice(page, 'This customer has opted out of email.').waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ lastSentAt: null })
  })
})

describe('the list', () => {
  const rowOf = (page: Page, id: number) =>
    page
      .getByRole('table', { name: 'Invoices' })
      .locator('tbody tr', { has: page.getByText(`Invoice #${id}`, { exact: true }) })
  type Counts = Record<'outstanding' | 'overdue', { count: number; amount: string }>
  const money = (amount: string) =>
    Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

  it('what needs attention stands above it as filters, and what is overdue comes with the longest first', async () => {
    const page = await open('/invoices')
    const { outstanding, overdue } = await read<Counts>('/api/invoices/counts')
    await page.getByRole('button', { name: `Outstanding ${money(outstanding.amount)}` }).waitFor()
    await page.getByRole('button', { name: `Overdue ${money(overdue.amount)} (${overdue.count})` }).click()
    await page.waitForURL('**/invoices?status=overdue')
    const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(overdue.count)
    expect(await page.getByLabel('Sort by').inputValue()).toBe('overdue')
    const days = (await rows.locator('[data-late]').allTextContents()).map((it) =>
      Number(/\d+/.exec(it)?.[0]),
    )
    expect(days).toEqual(days.toSorted((a, b) => b - a))
    expect(days).toHaveLength(overdue.count)
    await page.getByRole('button', { name: /^Overdue/ }).click()
    await page.waitForURL('/invoices')
    expect(await page.getByLabel('Status').locator('option').allTextContents()).toEqual([
      'All Statuses',
      'Pending',
      'Paid',
      'Overdue',
    ])
    await page.getByRole('button', { name: /^Drafts/ }).click()
    await page.waitForURL('**/invoices?status=draft')
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('')
  })

  it.each([
    ['invoices', '/invoices'],
    ['invoices of a past day', `/invoices?asOf=${day(60)}`],
  ])('on a phone Clear filters takes back the order of the %s, too', async (_, path) => {
    const page = await open(path, phoneSize)
    const filter = page.getByRole('button', { name: /^Filter/ })
    await filter.tap()
    const sheet = page.getByRole('dialog')
    const order = sheet.getByLabel('Sort by')
    const first = await order.inputValue()
    await order.selectOption({ index: 1 })
    await sheet.getByLabel('Status').selectOption('paid')
    await sheet.getByRole('button', { name: 'Clear filters' }).tap()
    await expect.poll(() => order.inputValue()).toBe(first)
    await sheet.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'hidden' })
    expect(await sheet.getByLabel('Status').inputValue()).toBe('')
  })

  it('the heading selects what is shown, and one press more what is not loaded yet', async () => {
    for (let n = 0; n < 51; n++) await invoiced({ description: 'Shutter slats' })
    const page = await open('/invoices?q=slats')
    const heading = page.getByRole('columnheader').getByRole('checkbox')
    await heading.check()
    await page.getByText('50 selected').waitFor()
    await page.getByRole('button', { name: 'Select all 51' }).click()
    await page.getByText('51 selected').waitFor()
    expect(await page.getByRole('button', { name: 'Select all 51' }).count()).toBe(0)
    await heading.uncheck()
    await page.getByText('51 selected').waitFor({ state: 'detached' })
  })

  it('what the filter before left cannot be selected while the list is on its way', async () => {
    await invoiced({ description: 'Weathervane' })
    await invoiced({ description: 'Pergola' })
    const page = await open('/invoices?q=weathervane')
    const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(1)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/invoices?*q=pergola*', async (route) => {
      await held
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/invoices?*q=pergola*')
    await page.getByRole('searchbox', { name: 'Search invoices' }).fill('pergola')
    await asked
    await rows.getByText('Weathervane').waitFor()
    const boxes = page.getByRole('table', { name: 'Invoices' }).getByRole('checkbox')
    await expect
      .poll(() => boxes.evaluateAll((all) => all.map((it) => it.matches(':disabled'))))
      .toEqual([true, true])
    release()
    await rows.getByText('Pergola').waitFor()
    await boxes.first().check()
    await page.getByText('1 selected').waitFor()
  })

  it('a completed job without an invoice is offered to be invoiced', async () => {
    const job = await made('/api/appointments', {
      ...{ customerId, title: 'General Repairs', scheduledDate: new Date().toISOString() },
      ...{ duration: 60, status: 'scheduled', estimatedPrice: '75.00' },
    })
    const done = { ...job, status: 'completed', actualPrice: '88.00' }
    expect((await client.send('PUT', `/api/appointments/${job.id}`, done)).status).toBe(200)
    const page = await open('/invoices')
    await page.getByRole('button', { name: /^To invoice/ }).click()
    await page.waitForURL('**/invoices?view=uninvoiced')
    const row = page
      .getByRole('table', { name: 'Jobs to invoice' })
      .locator('tbody tr', { hasText: 'Marta Okafor' })
    await row.getByText('$88.00').waitFor()
    await row.getByRole('button', { name: 'Invoice this job' }).click()
    await page.getByRole('dialog', { name: 'Invoice this job' }).getByText('$88.00').waitFor()
  })

  async function completedJob(title: string): Promise<void> {
    const scheduledDate = new Date().toISOString()
    const job = { customerId, title, scheduledDate, duration: 60, estimatedPrice: '75.00' }
    const { id } = await made('/api/appointments', job)
    await client.send('PUT', `/api/appointments/${id}`, { status: 'completed' })
  }

  it('what is paid is not offered to be taken back by a member who may not refund it', async () => {
    const title = 'Pergola of the biller'
    await completedJob(title)
    const owed = await invoiced({ description: 'Owed to the biller' })
    const { page, context } = await visitor()
    const { id } = await made('/api/team/invitations', {
      ...{ username: 'biller', email: 'biller@example.test', role: 'bookkeeper' },
    })
    const denied = ['payments.refund']
    await client.send('PATCH', `/api/team/members/${id}/role`, { role: 'bookkeeper', denied })
    const { token } = JSON.parse((await client.send('POST', `/api/team/members/${id}/link`)).text)
    const data = { token, password: 'four words about gutters' }
    expect((await context.request.post('/api/join', { data })).status()).toBe(200)

    const undo = page.locator('[data-toasts]').getByRole('button', { name: 'Undo' })
    await page.goto('/invoices?view=uninvoiced')
    await page.getByRole('button', { name: `Invoice this job: ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Invoice this job' })
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click()
    await dialog.getByRole('button', { name: /^Create invoice, paid / }).click()
    await notice(page, /has been paid\.$/).waitFor()
    expect(await undo.count()).toBe(0)
    await page.goto(`/invoices?invoice=${owed.id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).click()
    await page.getByRole('button', { name: 'Record payment' }).click()
    await notice(page, 'Payment recorded.').waitFor()
    expect(await undo.count()).toBe(0)
    await context.close()
  })

  it('a job that is invoiced without its payment is said as what went wrong', async () => {
    const title = 'Porch whose payment fails'
    await completedJob(title)
    const page = await open('/invoices?view=uninvoiced')
    await page.route('**/api/invoices/*/payments', (route) => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: `Invoice this job: ${title}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Invoice this job' })
    await dialog.getByRole('button', { name: 'Cash', exact: true }).click()
    await dialog.getByRole('button', { name: /^Create invoice, paid / }).click()
    const failed = page.locator('[data-toasts] [data-tone="destructive"]')
    await failed.getByText('Payment not confirmed').waitFor()
    await failed.getByText(/^Invoice #\d+ created\./).waitFor()
    await close(page, '503')
  })

  it('more jobs to invoice than are shown say how many there are', async () => {
    for (let n = 0; n < 101; n++) {
      const job = await made('/api/appointments', {
        ...{ customerId, title: 'Painting & Finishing', scheduledDate: new Date().toISOString() },
        ...{ duration: 60, status: 'scheduled', estimatedPrice: '75.00' },
      })
      await client.send('PUT', `/api/appointments/${job.id}`, { status: 'completed' })
    }
    // all of them: what billing has heard of comes later than what was written
    let count = 0
    const isAll = async () => {
      const before = count
      count = (await read<{ uninvoiced: { count: number } }>('/api/invoices/counts')).uninvoiced.count
      return count > 100 && count === before
    }
    await expect.poll(isAll, { interval: 500 }).toBe(true)
    const page = await open('/invoices?view=uninvoiced')
    await page.getByText(`Showing the latest 100 of ${count}.`).waitFor()
    expect(await page.getByRole('table', { name: 'Jobs to invoice' }).locator('tbody tr').count()).toBe(100)
  })

  it('a payment of a named customer takes three taps and the name', async () => {
    const someone = await made('/api/customers', { ...person, firstName: 'Ilse', lastName: 'Brandt' })
    const { id } = await invoiced({ customerId: someone.id })
    const page = await open('/dashboard')
    const { tap, taps } = tapCounter()
    await tap(page.getByRole('link', { name: 'Invoices', exact: true }))
    await page.getByRole('table', { name: 'Invoices' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('brandt')
    // what is found moves up
    await page.getByText(/^1 of \d+ invoices$/).waitFor()
    await tap(rowOf(page, id).getByRole('button', { name: 'Process Payment' }))
    await tap(page.getByRole('button', { name: 'Record payment' }))
    await notice(page, 'Payment recorded.').waitFor()
    expect(taps()).toBe(3)
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ status: 'paid' })
  })

  it('several are reminded at once, each customer once; one that fails is named with its reason and sent again with the same key', async () => {
    const ids = [
      (await invoiced({ description: 'Fence one' })).id,
      (await invoiced({ description: 'Fence two' })).id,
    ]
    const draft = await invoiced({ description: 'Fence three', status: 'draft' })
    const unreachable = await made('/api/customers', {
      ...person,
      firstName: 'Rosa',
      email: 'rosa@example.test',
    })
    const consent = `/api/messages/customer/${unreachable.id}/consent`
    expect((await client.send('PUT', consent, { email: false })).status).toBe(200)
    const notSent = await invoiced({ customerId: unreachable.id, description: 'Fence four' })
    const page = await openAlone('/invoices?q=fence')
    await page.clock.setFixedTime(timeToday('12:00'))
    const keys: (string | undefined)[] = []
    await page.route('**/api/invoices/reminders', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      if (keys.length > 1) return route.continue()
      return route.fulfill({ status: 503, contentType: 'text/plain', body: 'Please try again later.' })
    })
    for (const id of [...ids, draft.id, notSent.id]) await page.getByLabel(`Select invoice #${id}`).check()
    await page.getByText('4 selected').waitFor()
    await page.getByRole('button', { name: 'Send reminder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send reminders' })
    await dialog.getByText('1 left out').waitFor()
    const rosa = dialog.getByRole('checkbox', { name: /^Rosa/ })
    await rosa.uncheck()
    await dialog.getByRole('button', { name: 'Send 1 reminder' }).waitFor()
    await rosa.check()
    await dialog.getByRole('button', { name: 'Send 2 reminders' }).click()
    await dialog.getByText('0 reminders queued, 2 failed.').waitFor()
    await dialog.getByText('503: Please try again later.').waitFor()
    await dialog.getByText('This customer has opted out of email.').waitFor()
    await dialog.getByRole('button', { name: 'Send the other 2' }).click()
    await dialog.getByText('1 reminder queued, 1 failed.').waitFor()
    // what was not requested counts as not reminded
    expect(await read(`/api/invoices/${notSent.id}`)).toMatchObject({ lastReminderAt: null, reminders: [] })
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    for (const id of ids)
      expect((await read<{ reminders: object[] }>(`/api/invoices/${id}`)).reminders).toHaveLength(1)
    // the browser names the failed call
    await close(page, '503')
  })

  it.each(['Escape', 'the cross'])(
    'sending several stops with %s, and the dialog says how many went out',
    async (way) => {
      for (let n = 0; n < 3; n++) await invoiced({ description: `Stile by ${way}` })
      const page = await open(`/invoices?q=${encodeURIComponent(`Stile by ${way}`)}`)
      const answers: (() => void)[] = []
      await page.route('**/api/invoices/*/send', async (route) => {
        await new Promise<void>((go) => answers.push(go))
        await route.continue()
      })
      await page.getByText(/^3 of \d+ invoices$/).waitFor()
      await page.getByRole('columnheader').getByRole('checkbox').check()
      await page.getByRole('button', { name: 'Send invoice', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Send invoices' })
      await dialog.getByRole('button', { name: 'Send 3 invoices' }).click()
      await expect.poll(() => answers.length).toBe(1)
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: 'Close' }).click()
      answers[0]?.()
      await dialog.getByText('1 invoice queued, 0 failed.').waitFor()
      await dialog.getByRole('button', { name: 'Send the other 2' }).waitFor()
      expect(answers).toHaveLength(1)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'hidden' })
    },
  )

  it('everybody overdue is reminded with three taps', async () => {
    const overdue = await read<Answer[]>('/api/invoices?status=overdue')
    const dayAgo = Date.now() - 86_400_000
    const due = overdue.filter(({ lastReminderAt }) => !lastReminderAt || Date.parse(lastReminderAt) < dayAgo)
    expect(due.length).toBeGreaterThan(1)
    // each customer gets one, about all their invoices
    const customers = new Set(due.map(({ customerId }) => customerId)).size
    expect(customers).toBeLessThan(due.length)
    const page = await openAlone('/dashboard')
    await page.clock.setFixedTime(timeToday('12:00'))
    const { tap, taps } = tapCounter()
    await tap(page.getByRole('link', { name: 'Invoices', exact: true }))
    await tap(page.getByRole('button', { name: 'Remind all overdue' }))
    await tap(page.getByRole('button', { name: `Send ${customers} reminders` }))
    await notice(page, `${customers} reminders queued.`).waitFor({ timeout: 60_000 })
    expect(taps()).toBe(3)
    for (const { lastReminderAt } of await read<Answer[]>('/api/invoices?status=overdue'))
      expect(Date.parse(lastReminderAt ?? '')).toBeGreaterThan(dayAgo)
  })
})

describe('reports', () => {
  it('come with a chart and a table each, and bring the charts along only when they are opened', async () => {
    const page = await open('/invoices')
    await page.getByRole('table', { name: 'Invoices' }).waitFor()
    const scripts: number[] = []
    page.on('response', async (response) => {
      if (/\/remotes\/billing\/.*\.js$/.test(response.url()))
        scripts.push((await response.request().sizes()).responseBodySize)
    })
    await page.getByRole('tab', { name: 'Reports' }).click()
    for (const title of [
      'Revenue by month',
      'Unpaid by age',
      'Revenue by service',
      'Revenue by lead source',
    ]) {
      const card = page.getByRole('region', { name: title })
      await card.getByRole('table', { name: title }).waitFor()
      await expect.poll(() => card.locator('[aria-hidden] svg rect').count()).toBeGreaterThan(1)
    }
    const kB = scripts.reduce((sum, size) => sum + size, 0) / 1_000
    console.log(`${kB.toFixed(1)} kB of script for the reports`)
    expect(kB).toBeGreaterThan(1)
    expect(kB).toBeLessThanOrEqual(30)
  })

  it('each figure leads to the invoices it is made of, which add up to it', async () => {
    const page = await open('/invoices?view=reports', cards)
    await page.getByRole('table', { name: 'Revenue by lead source' }).waitFor()
    const links = await page
      .getByRole('tabpanel')
      .locator('tbody a')
      .evaluateAll((all) => all.map((it) => [it.getAttribute('href') as string, it.textContent]))
    expect(links.length).toBeGreaterThan(20)
    for (const [href, amount] of links) {
      await page.evaluate((to) => history.pushState(null, '', to), href as string)
      await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
      await page
        .getByRole('heading', { level: 2, name: /^(Revenue|Unpaid)/ })
        .first()
        .waitFor()
      await expect.poll(() => page.locator('h2 + span b').textContent()).toBe(amount)
      const counted = await readThrough(page, '[data-counted]')
      const sum = counted.reduce(
        (total, text) => total + Math.round(Number(text.replace(/[$,]/g, '')) * 100),
        0,
      )
      expect(sum).toBe(Math.round(Number(amount?.replace(/[$,]/g, '')) * 100))
    }
    await page.getByRole('button', { name: 'Show all invoices' }).click()
    await page.waitForURL('/invoices')
  })

  it('a first day after the last is no failure, and says what to change', async () => {
    const page = await open('/invoices?view=reports&from=2026-06-01&asOf=2026-01-31')
    await page.getByText('No such period').waitFor()
    await page.getByText('Choose an earlier day in From.').waitFor()
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
    await page.getByLabel('From').fill('2026-01-01')
    await page.getByRole('table', { name: 'Unpaid by age' }).waitFor()
  })

  it('a day that is emptied shows the day that counts again once it is left', async () => {
    const page = await open('/invoices?view=payments')
    for (const name of ['From', 'To']) {
      const field = page.getByLabel(name, { exact: true })
      const before = await field.inputValue()
      await field.fill('')
      await field.blur()
      await expect.poll(() => field.inputValue()).toBe(before)
    }
  })

  it('the payments of a period that is chosen by its name add up to its revenue, and are saved with refunds as such', async () => {
    const lastYear = String(Number(dayIn(defaultTimeZone, new Date()).slice(0, 4)) - 1)
    const date = `${lastYear}-06-15`
    const { id, invoiceNumber } = await invoiced({ description: 'Arbor' })
    await made(`/api/invoices/${id}/payments`, { method: 'cashapp', date })
    await made(`/api/invoices/${id}/payments/1/refund`, { amount: '7.25', date })
    const page = await open('/invoices?view=payments')
    await page.getByLabel('Period').selectOption('Last year')
    await page.waitForURL(`**/invoices?view=payments&from=${lastYear}-01-01&to=${lastYear}-12-31`)
    const { total } = await read(`/api/billing/payments/totals?from=${lastYear}-01-01&to=${lastYear}-12-31`)
    const sum = page.getByRole('table', { name: 'Received by method' }).locator('tfoot td').last()
    const money = Number(total).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
    await expect.poll(() => sum.textContent()).toBe(money)
    await page.getByLabel('Search payments').fill(invoiceNumber ?? '')
    const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(2)
    const { lines } = await exportCsv(page)
    expect(lines[0]).toBe('\uFEFFDate,Type,Customer ID,Customer,Invoice,Method,Amount')
    expect(lines[1]).toBe(`${date},Refund,${customerId},Marta Okafor,${invoiceNumber},CashApp,-7.25`)
    await page.getByRole('tab', { name: 'Reports' }).click()
    const revenue = page.getByRole('table', { name: 'Revenue by month' })
    await revenue.waitFor()
    await page.getByLabel('Period').selectOption('Last year')
    await expect.poll(() => revenue.locator('tfoot td').last().textContent()).toBe(money)
    // a month without payments has no invoices to lead to
    const idle = revenue.locator('tbody tr', { hasText: '$0.00' })
    expect(await idle.count()).toBeGreaterThan(0)
    expect(await idle.getByRole('link').count()).toBe(0)
  })

  it('tables and the list are saved as CSV', async () => {
    await invoiced({ description: '=HYPERLINK("http://evil")', amount: '3' })
    const page = await open('/invoices?view=reports')
    const saved = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name }).click(),
      ])
      const text: Buffer[] = []
      for await (const chunk of await file.createReadStream()) text.push(chunk as Buffer)
      return { name: file.suggestedFilename(), text: Buffer.concat(text).toString() }
    }
    const sources = await saved('Export CSV of Revenue by lead source')
    expect(sources.name).toBe('sources.csv')
    expect(sources.text).toMatch(/^\uFEFFSource,Invoices,Amount\r\n(.+,\d+,\d+\.\d\d(\r\n)?)+$/)
    await page.getByRole('tab', { name: 'Invoices' }).click()
    const search = page.getByLabel('Search invoices')
    const rows = page.getByRole('table', { name: 'Invoices' }).locator('tbody tr')
    await search.fill('okafor hyperlink')
    await expect.poll(() => rows.count()).toBe(1)
    const [found] = await read<Answer[]>('/api/invoices?q=hyperlink')
    const invoiceNumber = found?.invoiceNumber ?? ''
    for (const number of [invoiceNumber, invoiceNumber.replace(/^INV-0*/, '')]) {
      await search.fill(number)
      await rows.getByText(invoiceNumber).waitFor()
    }
    await search.fill('hyperlink')
    await expect.poll(() => rows.count()).toBe(1)
    const { lines } = await exportCsv(page)
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil"")"`)
    expect(lines).toHaveLength(2)
  })
})

it('a past day is shown as it was, marked, and nothing can be done there', async () => {
  const then = day(90)
  const totals = await read(`/api/billing/totals?asOf=${then}`)
  const past = await read<(Answer & { status: string })[]>(`/api/invoices?asOf=${then}`)
  const owed = past.find(({ status }) => status === 'overdue') as Answer
  const page = await open('/invoices', cards)
  await openAsOf(page)
  await page.getByLabel('As of').fill(then)
  await page.getByText('(read-only)').waitFor()
  expect(await page.getByRole('link', { name: 'Create Invoice' }).count()).toBe(0)
  const money = (amount = '') =>
    Number(amount).toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  const figure = (name: string) => page.locator('dl', { hasText: name }).locator('dd').first().textContent()
  await expect.poll(() => figure('Outstanding')).toBe(money(totals.outstanding))
  expect(await figure('Invoiced')).toBe(money(totals.invoiced))
  // the list and its figures are two answers
  await expect.poll(() => howMany(page)).toBe(past.length)
  expect(await page.getByRole('button', { name: 'Process Payment' }).count()).toBe(0)
  await page.getByLabel('Search invoices').fill(owed.description ?? '')
  await page
    .getByRole('article', { name: `Invoice #${owed.id}`, exact: true })
    .getByText('View Details')
    .click()
  await drawer(page).getByText('Overdue').first().waitFor()
  for (const name of ['Process Payment', 'Send Invoice', 'Void', 'Refund'])
    expect(await drawer(page).getByRole('button', { name }).count()).toBe(0)
  await drawer(page).getByRole('button', { name: 'Back to today' }).click()
  await drawer(page)
    .getByRole('button', { name: 'Download PDF' })
    .or(drawer(page).getByText('Download PDF'))
    .waitFor()
  await page.goto('/invoices?invoice=1&asOf=2001-01-01')
  await page.getByText('This invoice did not exist yet on Jan 1, 2001.').waitFor()
  await close(page, '404')
})

it('a day in the future is refused at its field, which keeps it', async () => {
  const page = await open('/invoices')
  await openAsOf(page)
  await page.getByLabel('As of').fill('2030-06-01')
  await page.getByText('Choose today or an earlier date').waitFor()
  expect(await page.getByLabel('As of').inputValue()).toBe('2030-06-01')
  expect(new URL(page.url()).search).toBe('')
})

describe('whatever is done', () => {
  /** The same numbers in every run. */
  const rolls = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }

  it('list, drawer, customer, dashboard, totals, reports and as-of today agree to the cent', async () => {
    const roll = rolls(20_261_122)
    const amount = (most: number) => (0.01 + roll() * most).toFixed(2)
    for (let i = 0; i < 60; i++) {
      const own = await read<Answer[]>(`/api/customers/${customerId}/invoices`)
      const id = own[Math.floor(roll() * own.length)]?.id
      const [path, body] = [
        ['/api/invoices', { customerId, description: `Job ${i}`, amount: amount(900), tax: amount(70) }],
        [`/api/invoices/${id}/payments`, { method: 'venmo', amount: amount(300) }],
        [`/api/invoices/${id}/payments`, { method: 'cash' }],
        [`/api/invoices/${id}/payments/1/refund`, { amount: amount(90) }],
        [`/api/invoices/${id}/void`, {}],
      ][Math.floor(roll() * 5)] as [string, object]
      expect([200, 201, 404, 409]).toContain((await client.send('POST', path, body)).status)
    }
    const cents = (text = '0') => Math.round(Number(text.replace(/[$,]/g, '')) * 100)
    const sum = (all: readonly Answer[], field: string) =>
      all.reduce((total, it) => total + cents(it[field]), 0)
    const list = await read<Answer[]>('/api/invoices')
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(new Date())
    expect(await read(`/api/invoices?asOf=${today}`)).toEqual(list)
    const real = list.filter(({ status }) => status !== 'draft' && status !== 'void')
    const totals = await read('/api/billing/totals')
    expect([totals.invoiced, totals.paid, totals.outstanding].map(cents)).toEqual([
      sum(real, 'totalAmount'),
      sum(real, 'paidAmount'),
      sum(real, 'balance'),
    ])
    const { revenue, receivables } = await read<{ revenue: Answer[]; receivables: Answer[] }>(
      '/api/billing/reports?from=2020-01-01',
    )
    expect(sum(revenue, 'amount')).toBe(cents(totals.paid))
    expect(sum(receivables, 'amount')).toBe(cents(totals.outstanding))
    const stat = async () => cents((await read('/api/dashboard/stats')).totalRevenue)
    await expect.poll(stat).toBe(cents(totals.paid))

    const page = await open('/dashboard')
    const figure = async (name: string) =>
      cents((await page.locator('dl', { hasText: name }).locator('dd').first().textContent()) ?? '')
    await expect.poll(() => figure('Total Revenue')).toBe(cents(totals.paid))
    await page.goto(`/customers/${customerId}/invoices`)
    const own = real.filter((it) => Number(it.customerId) === customerId)
    const paid = own.filter(({ status }) => status === 'paid')
    await expect.poll(() => figure('Total Invoiced')).toBe(sum(own, 'amount'))
    expect(await figure('Paid')).toBe(sum(paid, 'amount'))
    expect(await figure('Outstanding')).toBe(sum(own, 'amount') - sum(paid, 'amount'))
    for (const it of own.slice(0, 4)) {
      await page.goto(`/invoices?invoice=${it.id}`)
      const cell = (name: string) =>
        drawer(page).locator('tfoot tr', { hasText: name }).locator('td').textContent()
      await expect.poll(async () => cents((await cell('Balance')) ?? '')).toBe(cents(it.balance))
      expect(cents((await cell('Total')) ?? '')).toBe(cents(it.totalAmount))
      const row = page.locator('tbody tr', { has: page.getByText(`Invoice #${it.id}`, { exact: true }) })
      expect(cents((await row.locator('b').first().textContent()) ?? '')).toBe(cents(it.totalAmount))
    }
  })
})

it.each([
  ['light', 1440],
  ['dark', 375],
] as const)(
  'in the %s theme at %i px everything fits, and axe finds nothing',
  async (colorScheme, width) => {
    const { id } = await invoiced({ status: 'draft' })
    const page = await open('/invoices', { colorScheme, viewport: { width, height: 812 } })
    for (const [path, sign] of [
      ['/invoices', 'Process Payment'],
      ['/invoices?status=overdue', 'Remind all'],
      ['/invoices?view=uninvoiced', 'without an invoice'],
      ['/invoices?view=payments', 'Received by method'],
      ['/invoices?view=reports', 'Revenue by lead source'],
      [`/invoices?month=${day(40).slice(0, 7)}`, 'Show all invoices'],
      [`/invoices?asOf=${day(60)}`, 'Back to today'],
      [`/invoices?invoice=${id}`, 'Issue invoice'],
      [`/invoices?invoice=${id}&edit=1`, 'Save Changes'],
    ] as const) {
      await page.goto(path)
      await page.getByText(sign).first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
      expect(await axeFindings(page), path).toEqual([])
    }
  },
  300_000,
)
