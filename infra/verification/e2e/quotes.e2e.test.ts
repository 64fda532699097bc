import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { breakStream, isWiderThanScreen, notice, phoneSize, settled, tapCounter } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open, close } = office
let customerId: number

type Quote = { id: number; quoteNumber: string; status: string; revision: number }

beforeAll(async () => {
  const person = { firstName: 'Marta', lastName: 'Okafor', email: 'marta@example.test' }
  const customer = await client.create('/api/customers', {
    ...{ ...person, phone: '919 555 0142', address: '3 Juniper Ln, Apex', source: 'referral' },
  })
  customerId = customer.id
  for (const item of [
    { name: 'Water heater', details: 'Six years of warranty', unitPrice: '1450' },
    { name: 'Labor', unit: 'hour', unitPrice: '85', taxable: false },
  ])
    await client.create('/api/price-items', item)
})

const line = (description: string, unitPrice: string, more: object = {}) => ({
  ...{ description, unitPrice },
  ...more,
})

/** With two options, an add-on, a discount, a tax and a deposit. */
const content = {
  title: 'Replace the water heater',
  options: [
    {
      ...{ id: 1, name: 'Standard' },
      lines: [line('Water heater', '1450'), line('Labor', '85', { quantity: '4', taxable: false })],
    },
    { id: 2, name: 'Tankless', lines: [line('Tankless heater', '2400')] },
  ],
  addOns: [{ id: 1, ...line('Drain pan', '45') }],
  discount: { percent: '5' },
  taxPercent: '7.25',
  deposit: { percent: '30' },
  message: 'Thank you for having us over.',
  terms: 'Guaranteed for two years.',
}
const drafted = (more: object = {}): Promise<Quote> =>
  client.create('/api/quotes', { customerId, ...content, ...more })
async function sent(more?: object): Promise<Quote> {
  const { id } = await drafted(more)
  return client.create(`/api/quotes/${id}/send`, { channel: 'in_person' })
}
const read = (id: number) => client.read(`/api/quotes/${id}`)
const value = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

describe('writing a quote', () => {
  it('a lead has a quote of two options after ten taps on a phone, and stays open until it is approved', async () => {
    const lead = await client.create('/api/leads', {
      ...{ firstName: 'Hannah', lastName: 'Kowalski', email: 'hannah@example.test' },
      ...{ phone: '919 555 0177', serviceNeeded: 'painting', projectDescription: 'The porch peels.' },
    })
    const page = await open('/crm?tab=leads', phoneSize)
    const { tap, taps } = tapCounter(phoneSize)
    await tap(page.getByRole('link', { name: 'Hannah Kowalski' }))
    await tap(page.getByRole('button', { name: 'Create quote' }))
    await tap(page.getByRole('button', { name: 'Create new' }))
    await page.getByRole('heading', { name: 'New Quote' }).waitFor()
    await page.getByText('The porch peels.').waitFor()
    await expect.poll(() => value(page, 'Work')).toBe('Painting & Finishing')
    await tap(page.getByLabel('Item 1', { exact: true }))
    await page.keyboard.type('Scrape and paint')
    await tap(page.getByLabel('Unit price of item 1'))
    await page.keyboard.type('900')
    await tap(page.getByRole('button', { name: 'Offer options' }))
    expect(await value(page, 'Name of option 2')).toBe('Option B')
    await tap(page.getByLabel('Unit price of item 1').nth(1))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('1250')
    await page.locator('output').getByText('$900.00 – $1,250.00').waitFor()
    await tap(page.getByRole('button', { name: 'Save and send' }))
    const dialog = page.getByRole('dialog', { name: /^Send QUO-/ })
    await dialog.getByText('hannah@example.test').waitFor()
    await tap(dialog.getByRole('radio', { name: /SMS/ }))
    await tap(dialog.getByRole('button', { name: 'Send Quote' }))
    await notice(page, /is on its way by SMS/).waitFor()
    await page.getByText('Sent', { exact: true }).first().waitFor()
    expect(taps()).toBe(10)
    const [quote] = await client.read(`/api/quotes?leadId=${lead.id}`)
    expect(quote).toMatchObject({ status: 'sent', totalFrom: '900.00', totalTo: '1250.00' })
    await expect
      .poll(() => client.read(`/api/leads/${lead.id}`))
      .toMatchObject({
        ...{ status: 'quoted', customerId: quote.customerId },
      })
  })

  it('goes from line to line with the keyboard, and the price book fills in what it knows', async () => {
    const page = await open(`/quotes/new?customerId=${customerId}`)
    await page.getByLabel('Work').fill('Basement')
    await page.getByLabel('Item 1', { exact: true }).focus()
    await page.keyboard.type('heater')
    await page.getByRole('option', { name: /Water heater/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await value(page, 'Item 1')).toBe('Water heater')
    expect(await value(page, 'Unit price of item 1')).toBe('1450.00')
    await page.getByText('Six years of warranty').waitFor()
    // a text that is in no price book is a text
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Item 2')
    await page.keyboard.type('Copper pipe')
    await page.keyboard.press('Tab')
    await page.keyboard.type('2.5')
    await page.keyboard.press('Tab')
    await page.keyboard.type('18.05')
    expect(await page.getByLabel('Amount of item 2').textContent()).toBe('$45.13')
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Item 3')
    await page.getByRole('button', { name: 'Remove item 3' }).press('Enter')
    await page.getByRole('button', { name: 'Details of item 2' }).press('Enter')
    await page.getByRole('button', { name: 'Save item 2 to price book' }).press('Enter')
    await notice(page, 'Copper pipe is in the price book.').waitFor()
    await page.getByRole('button', { name: 'Save draft' }).press('Enter')
    await notice(page, /^QUO-\d+ saved/).waitFor()
    const [quote] = await client.read('/api/quotes?q=Basement')
    expect((await read(quote.id)).content.options[0].lines).toMatchObject([
      { description: 'Water heater', details: 'Six years of warranty', amount: '1450.00' },
      { description: 'Copper pipe', quantity: '2.5', amount: '45.13' },
    ])
  })

  it('what is wrong is said at its field, which has the focus, and nothing is sent', async () => {
    const page = await open(`/quotes/new?customerId=${customerId}`)
    await page.getByLabel('Work').fill('Fence')
    await page.getByLabel('Item 1', { exact: true }).fill('Posts')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Please enter an amount such as 112.50').waitFor()
    await expect.poll(() => focused(page)).toBe('Unit price of item 1')
    await page.getByLabel('Unit price of item 1').fill('12.345')
    expect(await page.getByLabel('Amount of item 1').textContent()).toBe('—')
    // what takes something off is a discount here
    await page.getByLabel('Unit price of item 1').fill('-50')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Only a change order has prices below zero. Use a discount here.').waitFor()
    await expect.poll(() => focused(page)).toBe('Unit price of item 1')
    expect(await client.read('/api/quotes?q=Fence')).toEqual([])
  })

  it('what is made of a job, a request or a quote that cannot be read says so, and is no ordinary one', async () => {
    const lead = await client.create('/api/leads', {
      ...{ firstName: 'Ines', lastName: 'Roth', email: 'ines@example.test', phone: '919 555 0178' },
      serviceNeeded: 'painting',
    })
    const job = await client.create('/api/appointments', {
      ...{ customerId, title: 'Trellis', duration: 60 },
      scheduledDate: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const quote = await sent({ title: 'Stairs' })
    await client.send('POST', `/api/quotes/${quote.id}/approve`, { revision: 1, optionId: 1 })
    const page = await open('/quotes')
    for (const [path, read, problem, sign] of [
      [`/quotes/new?appointmentId=${job.id}`, `appointments/${job.id}`, 'job', 'New Change Order'],
      [`/quotes/new?leadId=${lead.id}`, `leads/${lead.id}`, 'request', 'New Quote'],
      [`/appointments/new?leadId=${lead.id}`, `leads/${lead.id}`, 'request', 'New Appointment'],
      [
        `/appointments/new?customerId=${customerId}&quoteId=${quote.id}`,
        ...([`quotes/${quote.id}`, 'quote', 'New Appointment'] as const),
      ],
    ] as const) {
      await page.route(`**/api/${read}`, (route) => route.fulfill({ status: 503 }))
      await page.goto(path)
      await page.getByRole('heading', { name: `The ${problem} could not be loaded` }).waitFor()
      expect(await page.getByRole('heading', { name: sign }).count(), path).toBe(0)
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('heading', { name: sign }).waitFor()
    }
    await page.getByText(`As approved in ${quote.quoteNumber}, before tax`).waitFor()
    await close(page, '503')
  })

  it('a line that is saved to the price book late keeps what was typed meanwhile, and no other line gets its item', async () => {
    const page = await open(`/quotes/new?customerId=${customerId}`)
    await page.getByLabel('Work').fill('Attic stairs')
    const fillLine = async (at: number, name: string) => {
      await page.getByLabel(`Item ${at}`, { exact: true }).fill(name)
      await page.getByLabel(`Unit price of item ${at}`).fill('20')
    }
    await fillLine(1, 'To be removed')
    for (const [n, name] of ['Handrail', 'Bracket'].entries()) {
      await page.getByRole('button', { name: 'Add item' }).click()
      await fillLine(n + 2, name)
    }
    const answers: (() => void)[] = []
    await page.route('**/api/price-items', async (route) => {
      if (route.request().method() === 'POST') await new Promise<void>((go) => answers.push(go))
      await route.continue()
    })
    for (const at of [1, 2]) {
      await page.getByRole('button', { name: `Details of item ${at}` }).click()
      await page.getByRole('button', { name: `Save item ${at} to price book` }).click()
    }
    await expect.poll(() => answers.length).toBe(2)
    await page.getByRole('button', { name: 'Details of item 2' }).click()
    await page.getByRole('button', { name: 'Remove item 1' }).click()
    await page.getByLabel('Quantity of item 1').fill('3')
    await page.getByLabel('Item 2', { exact: true }).fill('Steel bracket')
    for (const [n, name] of ['To be removed', 'Handrail'].entries()) {
      answers[n]?.()
      await notice(page, `${name} is in the price book.`).waitFor()
    }
    await page.getByRole('button', { name: 'Save draft' }).click()
    await notice(page, /^QUO-\d+ saved/).waitFor()
    const items: { id: number; name: string }[] = await client.read('/api/price-items')
    const [quote] = await client.read('/api/quotes?q=Attic stairs')
    const { lines } = (await read(quote.id)).content.options[0]
    expect(lines).toMatchObject([
      {
        ...{ description: 'Handrail', quantity: '3' },
        priceItemId: items.find(({ name }) => name === 'Handrail')?.id,
      },
      { description: 'Steel bracket', quantity: '1' },
    ])
    expect(lines[1].priceItemId ?? null).toBeNull()
  })

  it('an option that is removed gives the focus to the button that adds one', async () => {
    const page = await open('/quotes/new')
    for (const button of ['Offer options', 'Add option', 'Add option', 'Add option'])
      await page.getByRole('button', { name: button }).click()
    const focusedText = () => page.evaluate(() => document.activeElement?.textContent)
    // there is no room for a sixth, so the button comes back
    await page.getByRole('button', { name: 'Remove option 5' }).click()
    await expect.poll(focusedText).toBe('Add option')
    for (const option of [4, 3, 2])
      await page.getByRole('button', { name: `Remove option ${option}` }).press('Enter')
    await expect.poll(focusedText).toBe('Offer options')
  })

  it('a quote without items says so and takes the focus there', async () => {
    const page = await open(`/quotes/new?customerId=${customerId}`)
    await page.getByLabel('Work').fill('Nothing yet')
    await page.getByRole('button', { name: 'Remove item 1' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Please add an item').waitFor()
    await expect.poll(() => focused(page)).toBe('Items')
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByText('Please add an item').waitFor({ state: 'hidden' })
  })

  it('a text keeps the focus while it is typed and while it is emptied', async () => {
    const page = await open('/quotes/new')
    await page.getByText('Message and terms', { exact: true }).click()
    await page.getByLabel('Message').focus()
    await page.keyboard.type('Thank you')
    expect(await value(page, 'Message')).toBe('Thank you')
    await page.getByText('What the customer sees', { exact: true }).click()
    await page.getByLabel('Unit prices').uncheck()
    expect(await page.getByLabel('Unit prices').evaluate((it) => it === document.activeElement)).toBe(true)
    await close(page)
    const quote = await drafted({ title: 'Fence', terms: '' })
    const revising = await open(`/quotes/${quote.id}/edit`)
    await revising.getByLabel('Message').press('ControlOrMeta+a')
    await revising.keyboard.press('Delete')
    await revising.keyboard.type('Hello')
    expect(await value(revising, 'Message')).toBe('Hello')
  })

  it('a folded text that is too long is opened and focused, and stays open while it is shortened', async () => {
    const page = await open(`/quotes/new?customerId=${customerId}`)
    await page.getByLabel('Work').fill('Fence')
    await page.getByLabel('Item 1', { exact: true }).fill('Posts')
    await page.getByLabel('Unit price of item 1').fill('120')
    const fold = page.getByText('Message and terms', { exact: true })
    await fold.click()
    const terms = page.getByLabel('Terms')
    await terms.fill('x'.repeat(5_001))
    await fold.click()
    await terms.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('At most 5000 characters').waitFor()
    const hasFocus = () => terms.evaluate((it) => it === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
    // it cannot be folded away while it is wrong
    await fold.click()
    await terms.waitFor()
    await terms.press('End')
    await page.keyboard.press('Backspace')
    await page.getByText('At most 5000 characters').waitFor({ state: 'hidden' })
    await page.keyboard.press('Backspace')
    expect((await value(page, 'Terms')).length).toBe(4_999)
    await fold.click()
    await terms.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.waitForURL(/\/quotes\/\d+$/)
  })

  it('details of an item that has an error stay open while it is corrected', async () => {
    const page = await open('/quotes/new')
    await page.getByRole('button', { name: 'Details of item 1' }).click()
    await page.getByLabel('Unit cost of item 1').fill('12.345')
    await page.getByRole('button', { name: 'Details of item 1' }).click()
    await page.getByLabel('Unit cost of item 1').waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('An amount has at most two decimals').waitFor()
    await page.getByLabel('Unit cost of item 1').focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Backspace')
    await page.getByText('An amount has at most two decimals').waitFor({ state: 'hidden' })
    await page.keyboard.press('Backspace')
    expect(await value(page, 'Unit cost of item 1')).toBe('12.3')
  })

  it('two people at once lose nothing: the other change is shown before this one is saved', async () => {
    const quote = await drafted({ title: 'Shed' })
    const page = await open(`/quotes/${quote.id}/edit`)
    await page.getByLabel('Work').fill('Shed with a ramp')
    // lines that are sent without their ids would be other lines
    await client.send('PUT', `/api/quotes/${quote.id}`, {
      ...(await read(quote.id)).content,
      ...{ title: 'Shed, large', message: 'From the other one' },
    })
    await page.getByText('Someone else changed this while you were editing').waitFor()
    await page.getByText('Updated below: Message.').waitFor()
    await page.getByRole('button', { name: 'Use mine' }).click()
    await page.getByRole('button', { name: 'Save draft' }).click()
    await notice(page, /saved/).waitFor()
    expect((await read(quote.id)).content).toMatchObject({
      ...{ title: 'Shed with a ramp', message: 'From the other one' },
    })
  })
})

describe('after it was sent', () => {
  it('a revision is marked as unsent until it is sent, and the customer has the one before', async () => {
    const quote = await sent({ title: 'Gate' })
    const page = await open(`/quotes/${quote.id}`)
    await page.getByRole('link', { name: 'Revise' }).click()
    await page.getByLabel('Unit price of item 1').first().fill('1500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('These changes are not sent').waitFor()
    expect((await read(quote.id)).sentContent.options[0].lines[0].unitPrice).toBe('1450.00')
    await page.getByRole('button', { name: 'Send the changes' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /In person/ }).check()
    await dialog.getByRole('button', { name: 'Mark as sent' }).click()
    await page.getByText('These changes are not sent').waitFor({ state: 'hidden' })
    expect(await read(quote.id)).toMatchObject({ revision: 2, sentRevision: 2, sentContent: null })
  })

  it('it is approved for the customer, invoiced by deposit and rest to the cent, and scheduled', async () => {
    const quote = await sent({ title: 'Boiler' })
    const page = await open(`/quotes/${quote.id}`)
    await page.getByRole('button', { name: 'Approve for the customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: /Tankless/ }).check()
    await dialog.getByLabel('Drain pan, $45.00').check()
    // 2,445 less 5 %, and 7.25 % of it
    await dialog.getByRole('button', { name: 'Approve $2,491.15' }).click()
    await notice(page, /approved for \$2,491.15/).waitFor()
    await page.getByText('the office, for Marta Okafor').waitFor()
    await page.getByRole('button', { name: 'Ask for the deposit' }).click()
    await page.waitForURL(/\/invoices\?invoice=\d+/)
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Issue invoice' }).click()
    await notice(page, /issued as INV-/).waitFor()
    await page.goto(`/quotes/${quote.id}`)
    await page.getByRole('button', { name: 'Create invoice' }).click()
    await page.waitForURL(/\/invoices\?invoice=\d+/)
    const { invoiceIds, approval, invoicedAmount } = await read(quote.id)
    const invoices = await Promise.all(
      (invoiceIds as number[]).map((id) => client.read(`/api/invoices/${id}`)),
    )
    expect(invoices.map(({ status, totalAmount }) => [status, totalAmount])).toEqual([
      ['pending', '747.35'],
      ['draft', '1743.80'],
    ])
    expect(invoicedAmount).toBe(approval.price.total)
    await page.goto(`/quotes/${quote.id}`)
    await page.getByRole('link', { name: 'Invoice #1' }).waitFor()
    await page.getByRole('link', { name: 'Schedule the job' }).click()
    await page.getByRole('heading', { name: 'New Appointment' }).waitFor()
    await page.getByText(`As approved in ${quote.quoteNumber}, before tax`).waitFor()
  })

  describe('a job that came from a quote', () => {
    /** $1,074.50 with its tax, half of it paid by the deposit, and its job done. */
    async function jobWithDeposit(title: string) {
      const { id } = await sent({
        ...{ title, options: [{ id: 1, lines: [line(title, '1000')] }], addOns: [] },
        ...{ discount: null, taxPercent: '7.45', deposit: { percent: '50' } },
      })
      await client.send('POST', `/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
      const { invoiceId } = await client.create(`/api/quotes/${id}/invoice`, { part: 'deposit' })
      await client.send('POST', `/api/invoices/${invoiceId}/issue`)
      await client.create(`/api/invoices/${invoiceId}/payments`, { method: 'cash' })
      const job = await client.create('/api/appointments', {
        ...{ customerId, title, quoteId: id, duration: 60, estimatedPrice: '1000' },
        scheduledDate: new Date(Date.now() + 3_600_000).toISOString(),
      })
      await expect.poll(async () => (await read(id)).scheduledId).toBe(job.id)
      await client.send('PUT', `/api/appointments/${job.id}`, { status: 'completed' })
      return { id, jobId: job.id as number }
    }

    it('is invoiced by what is left of it, once, and paid at once', async () => {
      const { id, jobId } = await jobWithDeposit('Gazebo')
      const page = await open(`/appointments/${jobId}`, phoneSize)
      await page.getByRole('button', { name: 'Invoice this job' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invoice this job' })
      await dialog.getByText('Marta Okafor, $537.25').waitFor()
      await dialog.getByText('Approved $1,074.50 · invoiced $537.25 · still to invoice $537.25').waitFor()
      expect(await axeFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Cash', exact: true }).click()
      await dialog.getByRole('button', { name: 'Create invoice, paid $537.25 by cash' }).click()
      await notice(page, /\$537\.25 has been paid\.$/).waitFor()
      const { invoiceIds, invoicedAmount } = await read(id)
      expect(invoicedAmount).toBe('1074.50')
      expect(await client.read(`/api/invoices/${invoiceIds[1]}`)).toMatchObject({
        ...{ status: 'paid', totalAmount: '537.25', tax: '74.50', appointmentId: jobId, quoteId: id },
      })
      await page.getByText(`Invoice #${invoiceIds[1]}, $537.25`).waitFor()
      await page.goto(`/quotes/${id}`)
      await page.getByText('Invoiced', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: 'Create invoice' }).count()).toBe(0)
    })

    it('and has a credit is invoiced as a draft, in which the credit is taken off', async () => {
      const { jobId } = await jobWithDeposit('Arbor')
      const credit = await sent({
        ...{ appointmentId: jobId, title: 'Less of the arbor', addOns: [], discount: null, deposit: null },
        ...{ taxPercent: '0', options: [{ id: 1, lines: [line('Beam not needed', '-100')] }] },
      })
      await client.send('POST', `/api/quotes/${credit.id}/approve`, { revision: 1, optionId: 1 })
      const page = await open('/invoices?view=uninvoiced')
      await page.getByRole('button', { name: 'Invoice this job: Arbor' }).click()
      const dialog = page.getByRole('dialog', { name: 'Invoice this job' })
      await dialog.getByText('A credit of $100.00 was approved, too.').waitFor()
      await dialog.getByRole('button', { name: 'Create draft' }).click()
      await notice(page, /^Invoice #\d+ is a draft\.$/).waitFor()
      const [invoice] = await client.read(`/api/appointments/${jobId}/invoices`)
      expect(invoice).toMatchObject({ status: 'draft', totalAmount: '537.25' })
    })

    it('is not invoiced by hand without a question', async () => {
      const { id, jobId } = await jobWithDeposit('Trellis')
      const page = await open(`/invoices/new?customerId=${customerId}&appointmentId=${jobId}`)
      await page.getByRole('button', { name: 'Create Invoice' }).waitFor()
      await expect.poll(() => value(page, 'Amount')).toBe('1000.00')
      await page.getByRole('button', { name: 'Create Invoice' }).click()
      const question = page.getByRole('alertdialog', { name: 'Invoice this job by hand?' })
      await question
        .getByText(`It came from ${(await read(id)).quoteNumber}, of which $537.25 is left to invoice.`)
        .waitFor()
      await question.getByRole('button', { name: 'Cancel' }).click()
      expect(await client.read(`/api/appointments/${jobId}/invoices`)).toEqual([])
    })

    it('is scheduled again from it after it was deleted', async () => {
      const { id, jobId } = await jobWithDeposit('Sunroom')
      const page = await open(`/quotes/${id}`)
      await page.getByRole('link', { name: 'View appointment' }).waitFor()
      expect((await client.send('DELETE', `/api/appointments/${jobId}`)).status).toBeLessThan(300)
      await page.getByRole('link', { name: 'Schedule the job' }).waitFor()
      expect(await page.getByRole('link', { name: 'View appointment' }).count()).toBe(0)
    })
  })

  it('a request is dropped where another customer is chosen', async () => {
    const lead = await client.create('/api/leads', {
      ...{ firstName: 'Ilse', lastName: 'Brandt', email: 'ilse@example.test', phone: '919 555 0179' },
      ...{ serviceNeeded: 'painting', projectDescription: 'The fence leans.' },
    })
    expect((await client.send('POST', `/api/leads/${lead.id}/customer`, {})).status).toBeLessThan(300)
    const asked = await client.read(`/api/leads/${lead.id}`)
    const page = await open(`/quotes/new?customerId=${asked.customerId}&leadId=${lead.id}`)
    await page.getByText('The fence leans.').waitFor()
    const picker = page.getByRole('combobox', { name: 'Customer' })
    await picker.fill('Okafor')
    await page.getByRole('option', { name: /Marta Okafor/ }).click()
    await page.getByText('The fence leans.').waitFor({ state: 'hidden' })
    await page.getByLabel('Work').fill('A fence for somebody else')
    await page.getByLabel('Item 1', { exact: true }).fill('Fence')
    await page.getByLabel('Unit price of item 1').fill('300')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await notice(page, /^QUO-\d+ saved\.$/).waitFor()
    const [quote] = await client.read('/api/quotes?q=somebody')
    expect(quote).toMatchObject({ customerId, leadId: null })
  })

  it('its link is copied, once it was sent, and opens it', async () => {
    const quote = await sent({ title: 'Skylight' })
    const page = await office.openAlone(`/quotes/${quote.id}`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Copy customer link' }).click()
    await notice(page, /^Copied\. With this link the customer opens this quote/).waitFor()
    const { page: customer } = await office.visitor(phoneSize)
    await customer.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await customer.getByRole('heading', { name: 'Skylight' }).waitFor()
  })

  it('somebody else answered first: the dialog that was open says so, and the page shows it', async () => {
    const quote = await sent({ title: 'Attic' })
    const page = await open('about:blank')
    // this window gets no news of it
    await breakStream(page)
    await page.goto(`/quotes/${quote.id}`)
    await page.getByRole('button', { name: 'Approve for the customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Approve \$/ }).waitFor()
    await client.send('POST', `/api/quotes/${quote.id}/decline`, { revision: 1, reason: 'Too dear' })
    await dialog.getByRole('button', { name: /^Approve \$/ }).click()
    await page.getByText('Changed meanwhile').first().waitFor()
    expect((await read(quote.id)).status).toBe('declined')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Too dear').waitFor()
    await close(page, '412', 'stream')
  })

  it('a revision that is sent while an answer is open is not answered before it was read', async () => {
    const quote = await sent({ title: 'Cellar' })
    const page = await open(`/quotes/${quote.id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Approve for the customer' }).click()
    await dialog.getByLabel('Who agreed').fill('Otto Okafor')
    const { content: stored } = await read(quote.id)
    stored.options[0].lines[0].unitPrice = '1900'
    await client.send('PUT', `/api/quotes/${quote.id}`, stored)
    await client.create(`/api/quotes/${quote.id}/send`, { channel: 'in_person' })
    const submit = dialog.getByRole('button', { name: /^Approve \$/ })
    await dialog.getByText('This quote was changed and sent again').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await submit.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close and read it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await read(quote.id)).toMatchObject({ status: 'sent', sentRevision: 2 })
    await page.getByRole('button', { name: 'Approve for the customer' }).click()
    await submit.click()
    await notice(page, /approved for \$/).waitFor()
  })

  it('it is declined, extended and withdrawn for the customer, each with its words', async () => {
    const quote = await sent({ title: 'Roof', validUntil: '2099-01-31' })
    const page = await open(`/quotes/${quote.id}`)
    const choose = async (name: string) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await choose('Extend')
    await page.getByRole('dialog').getByLabel('Valid until').fill('2099-02-28')
    await page.getByRole('dialog').getByRole('button', { name: 'Extend' }).click()
    await notice(page, /is valid until Feb 28, 2099/).waitFor()
    await choose('Decline for the customer')
    await page.getByRole('dialog').getByLabel('Reason').fill('Sells the house')
    await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Sells the house').waitFor()
    await choose('Withdraw')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw quote' }).click()
    await notice(page, /is withdrawn/).waitFor()
    await page.getByRole('link', { name: 'Revise' }).waitFor({ state: 'hidden' })
    expect((await read(quote.id)).status).toBe('withdrawn')
  })
})

describe('where quotes are found', () => {
  it('the list is a tab beside the invoices, and its filter of open ones has what waits for an answer', async () => {
    await drafted({ title: 'Only a draft' })
    const page = await open('/invoices')
    await page.getByRole('tab', { name: 'Quotes' }).click()
    await page.waitForURL('/quotes')
    await page.getByText('Only a draft').waitFor()
    await page.getByLabel('Status').selectOption('open')
    await page.getByText('Only a draft').waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: 'Invoices' }).click()
    await page.waitForURL('/invoices')
  })

  it('a customer has them in their profile, and a job has its change orders', async () => {
    const quote = await sent({ title: 'Pergola' })
    const page = await open(`/customers?customer=${customerId}`)
    await page.getByRole('tab', { name: 'Quotes' }).click()
    await page.getByRole('link', { name: /Pergola/ }).click()
    await page.waitForURL(`/quotes/${quote.id}`)
    const job = await client.create('/api/appointments', {
      ...{ customerId, title: 'Fencing', duration: 60 },
      scheduledDate: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await page.goto(`/appointments/${job.id}`)
    await page.getByRole('link', { name: 'Change order' }).click()
    await page.getByRole('heading', { name: 'New Change Order' }).waitFor()
    expect(await value(page, 'Work')).toBe('Change to Fencing')
    await page.getByLabel('Item 1', { exact: true }).fill('Two more posts')
    await page.getByLabel('Unit price of item 1').fill('80')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page
      .getByText(/Change order/)
      .first()
      .waitFor()
    await page.goto(`/appointments/${job.id}`)
    await page.getByRole('link', { name: 'Change to Fencing, $80.00' }).waitFor()
  })

  it('a deposit over the limit of the business is refused at its field, and corrected there', async () => {
    await client.send('PATCH', '/api/business/quotes', { maxDepositPercent: '10' })
    const page = await open(`/quotes/new?customerId=${customerId}`, phoneSize)
    await page.getByLabel('Work').fill('Fence with a deposit')
    await page.getByLabel('Item 1', { exact: true }).fill('Fencing')
    await page.getByLabel('Unit price of item 1').fill('800')
    const deposit = page.getByLabel('Deposit', { exact: true })
    await deposit.fill('30')
    await page.getByRole('button', { name: 'Save draft' }).click()
    const problem = page.getByText('Your deposits are at most 10% of the total.')
    await problem.waitFor()
    await deposit.fill('10')
    await problem.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByRole('heading', { name: 'Fence with a deposit' }).waitFor()
    await client.send('PATCH', '/api/business/quotes', { maxDepositPercent: null })
    await close(page, '400')
  })

  it('the price book is changed, and what is retired is neither suggested nor lost', async () => {
    await client.create('/api/price-items', { name: 'Old valve', unitPrice: '9' })
    const page = await open('/quotes/price-book')
    await page.getByRole('button', { name: 'Add Item' }).click()
    await page.getByLabel('Name').fill('Shut-off valve')
    await page.getByLabel('Unit price').fill('39.5')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await notice(page, 'Shut-off valve saved.').waitFor()
    await page.getByRole('button', { name: 'Actions for Shut-off valve' }).click()
    await page.getByRole('menuitem', { name: 'Change' }).click()
    await page.getByLabel('Unit price').fill('42')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('$42.00 each').waitFor()
    await page.getByRole('button', { name: 'Actions for Old valve' }).click()
    await page.getByRole('menuitem', { name: 'Retire' }).click()
    await notice(page, 'Old valve is offered no longer.').waitFor()
    await page.getByRole('button', { name: 'Actions for Old valve' }).waitFor({ state: 'hidden' })
    await page.goto(`/quotes/new?customerId=${customerId}`)
    await page.getByLabel('Item 1', { exact: true }).pressSequentially('valve')
    await page.getByRole('option', { name: /Shut-off valve/ }).waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
    await page.goto('/quotes/price-book?status=retired')
    await page.getByRole('button', { name: 'Actions for Old valve' }).click()
    await page.getByRole('menuitem', { name: 'Restore' }).click()
    await notice(page, 'Old valve is offered again.').waitFor()
  })

  it('the price book counts what is offered, and says where the items are when all are retired', async () => {
    const items: { id: number; name: string; retired: boolean }[] = await client.read('/api/price-items')
    const offered = items.filter(({ retired }) => !retired)
    const [first] = offered
    const page = await open('/quotes/price-book')
    const count = (text: string) => page.getByRole('status').getByText(text, { exact: true }).waitFor()
    const retire = ({ id }: { id: number }) => client.send('POST', `/api/price-items/${id}/retire`)
    if (!first) throw new Error('No item is offered')
    await count(`${offered.length} items`)
    await retire(first)
    await page.reload()
    await count(`${offered.length - 1} item${offered.length === 2 ? '' : 's'}`)
    await Promise.all(offered.map(retire))
    await page.reload()
    await page.getByRole('heading', { name: 'No items offered' }).waitFor()
    await page.getByText('All items are retired. They are under the status ‘Retired’.').waitFor()
    await page.getByLabel('Status').selectOption('retired')
    await page.getByRole('button', { name: `Actions for ${first.name}` }).waitFor()
    for (const { id } of offered) await client.send('POST', `/api/price-items/${id}/restore`)
  })

  it('many prices are raised at once after a look at each, drafts follow where they are ticked, and it is undone', async () => {
    const define = (name: string, unitPrice: string) =>
      client.create('/api/price-items', { name: `Zinc ${name}`, unitPrice })
    const [gutter, pipe, clamp] = [
      await define('gutter', '85'),
      await define('pipe', '9.99'),
      await define('clamp', '3'),
    ]
    // the second item was given by hand the price that the first one gets
    const copies = ['85', '88.40'].map((unitPrice) => line('Gutter', unitPrice, { priceItemId: gutter.id }))
    const draft = (title: string) =>
      client.create('/api/quotes', { customerId, title, options: [{ id: 1, lines: copies }] })
    const [follows, stays] = [await draft('Gutters that follow'), await draft('Gutters that stay')]
    const page = await open('/quotes/price-book?q=zinc', phoneSize)
    await page.getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Prices' })
    await dialog.getByRole('button', { name: 'Change 3 prices' }).click()
    await dialog.getByText('Please enter a percentage such as 4 or 2.5').waitFor()
    await dialog.getByLabel('Percentage').fill('4')
    await dialog.getByText('$9.99 → $10.39').waitFor()
    await dialog.getByLabel('Zinc clamp').uncheck()
    await dialog.getByLabel(/Gutters that follow/).check()
    await dialog.getByRole('button', { name: 'Change 2 prices' }).click()
    // stays while the pointer is on it
    await notice(page, '2 prices changed.').hover()
    const prices = () =>
      Promise.all(
        [gutter, pipe, clamp].map(
          async ({ id }) => (await client.read(`/api/price-items/${id}`)).unitPrice as string,
        ),
      )
    const totals = () =>
      Promise.all([follows, stays].map(async ({ id }) => (await client.read(`/api/quotes/${id}`)).totalTo))
    expect(await prices()).toEqual(['88.40', '10.39', '3.00'])
    expect(await totals()).toEqual(['176.80', '173.40'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(prices).toEqual(['85.00', '9.99', '3.00'])
    await expect.poll(totals).toEqual(['173.40', '173.40'])
  })

  it('drafts that cannot be loaded are said, and no chosen item takes the focus to the first', async () => {
    const item = await client.create('/api/price-items', { name: 'Brass knob', unitPrice: '12' })
    await client.create('/api/price-items', { name: 'Brass hinge', unitPrice: '3' })
    await client.create('/api/quotes', {
      ...{ customerId, title: 'Knobs' },
      options: [{ id: 1, lines: [{ description: 'Knob', unitPrice: '12', priceItemId: item.id }] }],
    })
    const page = await open('/quotes/price-book?q=brass', phoneSize)
    await page.route('**/api/price-items/drafts', (route) => route.fulfill({ status: 503 }))
    await page.getByRole('button', { name: 'Change prices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change Prices' })
    await dialog.getByText('The drafts with these items could not be loaded').waitFor()
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText(/^QUO-\d+, Marta Okafor/).waitFor()
    const items = dialog.getByRole('group', { name: 'Items', exact: true }).getByRole('checkbox')
    for (const item of await items.all()) await item.uncheck()
    await dialog.getByLabel('Percentage').fill('4')
    await dialog.getByRole('button', { name: 'Change 0 prices' }).click()
    await dialog.getByText('Please choose an item').waitFor()
    await expect.poll(() => items.first().evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await axeFindings(page)).toEqual([])
    await close(page, '503')
  })
})

it.each(['dispatcher', 'bookkeeper', 'worker'])(
  'a %s is offered of quotes what the role allows',
  async (role) => {
    const email = `${role}@example.test`
    const { id } = await client.create('/api/team/invitations', { username: role, email, role })
    const { token } = JSON.parse((await client.send('POST', `/api/team/members/${id}/link`)).text)
    const { page, context } = await office.visitor()
    const secret = 'four words about gutters'
    expect((await context.request.post('/api/join', { data: { token, password: secret } })).status()).toBe(
      200,
    )
    const quote = await sent({ title: `For the ${role}` })
    await page.goto(`/quotes/${quote.id}`)
    await settled(page)
    if (role === 'dispatcher') {
      await page.getByRole('link', { name: 'Revise' }).waitFor()
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('menuitem', { name: 'Extend' }).waitFor()
      expect(await page.getByRole('menuitem', { name: /for the customer/ }).count()).toBe(0)
      expect(await page.getByRole('button', { name: /for the customer/ }).count()).toBe(0)
      await client.send('POST', `/api/quotes/${quote.id}/approve`, { revision: 1, optionId: 1 })
      await page.goto(`/quotes/${quote.id}`)
      await page.getByRole('link', { name: 'Schedule the job' }).waitFor()
      expect(await page.getByRole('button', { name: 'Create invoice' }).count()).toBe(0)
    } else {
      await page.getByText('Your role does not allow this').waitFor()
      await page.goto(role === 'worker' ? '/my-day' : '/invoices')
      await settled(page)
      expect(await page.getByRole('tab', { name: 'Quotes' }).count()).toBe(0)
    }
    await context.close()
  },
)

it.each([
  ['light', 1440],
  ['dark', 375],
] as const)(
  'in the %s theme every screen of quotes fits %i px, and axe finds nothing',
  async (colorScheme, width) => {
    const quote = await sent({ title: `Seen at ${width}` })
    const approved = await sent({ title: 'Agreed to' })
    const choice = { revision: 1, optionId: 2, addOnIds: [1] }
    await client.send('POST', `/api/quotes/${approved.id}/approve`, choice)
    const page = await open('/quotes', { colorScheme, viewport: { width, height: 812 } })
    for (const path of [
      ...['/quotes', '/quotes/new', '/quotes/price-book', `/quotes/${quote.id}`],
      ...[`/quotes/${quote.id}/edit`, `/quotes/${quote.id}?send=1`, `/quotes/${approved.id}`],
    ]) {
      await page.goto(path)
      await settled(page)
      expect(await axeFindings(page), path).toEqual([])
      expect(await isWiderThanScreen(page), path).toBe(false)
    }
  },
)

describe('what was approved and what was invoiced', () => {
  it.each(['light', 'dark'] as const)(
    'a difference is said where it matters, in %s, at any width',
    async (colorScheme) => {
      const { id } = await sent({
        options: [{ id: 1, lines: [line('Deck', '1200')] }],
        addOns: [],
        discount: null,
        taxPercent: '0',
      })
      await client.send('POST', `/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
      const page = await open(`/quotes/${id}`)
      await page.emulateMedia({ colorScheme })
      await page.getByText('Approved $1,200.00 · invoiced $0.00 · still to invoice $1,200.00').waitFor()
      const { invoiceId } = await client.create(`/api/quotes/${id}/invoice`, { part: 'rest' })
      await page.goto(`${new URL(page.url()).origin}/invoices?invoice=${invoiceId}&edit=1`)
      await page.getByRole('form', { name: `Edit Invoice #${invoiceId}` }).waitFor()
      expect(await page.getByText('was approved').count()).toBe(0)
      await page.getByLabel('Unit price of item 1').fill('1350')
      await page.getByRole('button', { name: 'Save Changes' }).click()
      await notice(page, `Invoice #${invoiceId} saved.`).waitFor()
      await page.goto(`${new URL(page.url()).origin}/quotes/${id}`)
      await page.getByText('Approved $1,200.00 · invoiced $1,350.00 · $150.00 more').waitFor()
      for (const width of [375, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect(await axeFindings(page)).toEqual([])
      }
    },
  )
})

describe('an approval that needs its deposit', () => {
  it('says that it waits, and offers to schedule the job when it is paid', async () => {
    await client.send('PATCH', '/api/business/quotes', { approvalNeedsDeposit: true })
    const { id } = await sent({ deposit: { amount: '300' } })
    await client.send('POST', `/api/quotes/${id}/approve`, { revision: 1, optionId: 2 })
    const page = await open(`/quotes/${id}`)
    const schedule = page.getByRole('link', { name: 'Schedule the job' })
    await page.getByText('Waiting for the deposit of $300.00').waitFor()
    await page.getByRole('button', { name: 'Ask for the deposit' }).waitFor()
    expect(await schedule.count()).toBe(0)
    const { invoiceId } = await client.create(`/api/quotes/${id}/invoice`, { part: 'deposit' })
    await client.send('POST', `/api/invoices/${invoiceId}/issue`)
    await client.send('POST', `/api/invoices/${invoiceId}/payments`, { amount: '300', method: 'cash' })
    await page.reload()
    await schedule.waitFor()
    expect(await page.getByText('Waiting for the deposit').count()).toBe(0)
  })
})
