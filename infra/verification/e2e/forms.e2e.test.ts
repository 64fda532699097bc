import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { breakStream, nextFrame, notice } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open, openAlone, close } = useOffice({ DEMO_DATA: 'off' })

type Answer = Record<string, string> & { id: number }
const made = (path: string, body: object): Promise<Answer> => client.create(path, body)
const read = <T = Answer>(path: string): Promise<T> => client.read(path)
async function change(method: 'PATCH' | 'PUT', path: string, body: object): Promise<void> {
  const { status, text } = await client.send(method, path, body)
  expect(status, text).toBe(200)
}

let people = 0
function customer(more: object = {}): Promise<Answer> {
  people += 1
  return made('/api/customers', {
    firstName: 'Person',
    lastName: `Number${people}`,
    email: `person${people}@example.test`,
    phone: `919 555 ${String(1000 + people)}`,
    address: `${people} Elm St, Raleigh`,
    ...more,
  })
}
const appointment = (customerId: number, more: object = {}) =>
  made('/api/appointments', {
    customerId,
    title: 'General Repairs',
    scheduledDate: '2031-03-03T10:00',
    duration: 60,
    estimatedPrice: '100.00',
    ...more,
  })
async function completedJob(customerId: number): Promise<Answer> {
  const job = await appointment(customerId)
  await change('PUT', `/api/appointments/${job.id}`, { status: 'completed', actualPrice: '100' })
  return job
}
const invoice = (customerId: number, more: object = {}) =>
  made('/api/invoices', { customerId, description: 'Work', amount: '100', ...more })
const lead = (more: object = {}) => {
  people += 1
  return made('/api/leads', {
    firstName: 'Lead',
    lastName: `Number${people}`,
    email: `lead${people}@example.test`,
    phone: `919 555 ${String(1000 + people)}`,
    ...more,
  })
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard changes?' })
const pathOf = (page: Page) => new URL(page.url()).pathname

describe('the customer picker', () => {
  it.each([375, 1440])(
    'opens with the room that its rows need, though they come later, at %i px',
    async (width) => {
      while (people < 12) await customer()
      const page = await open('/appointments/new')
      await page.setViewportSize({ width, height: 812 })
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/customers?*', async (route) => {
        await held
        await route.continue()
      })
      const popup = page.locator('[popover]:popover-open')
      const height = async () => (await popup.boundingBox())?.height ?? 0
      const picker = page.getByRole('combobox', { name: 'Customer' })
      await picker.click()
      await popup.getByText('Searching…').waitFor()
      answer()
      await popup.getByRole('option').nth(5).waitFor()
      await expect.poll(height).toBeGreaterThan(240)
      // what can be added is a whole row, below 'No customers found'
      await picker.fill('Mary Poppins')
      const add = popup.getByRole('option', { name: '+ Add “Mary Poppins”' })
      await add.waitFor()
      await expect
        .poll(async () => {
          const [row, box] = [await add.boundingBox(), await popup.boundingBox()]
          return row && box ? row.y >= box.y && row.y + row.height <= box.y + box.height : false
        })
        .toBe(true)
      await close(page)
    },
  )

  it('is overwritten by what is typed, also when its customer comes after it has the focus', async () => {
    const { id, lastName } = await customer()
    const page = await openAlone('/dashboard')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(`**/api/customers/${id}`, async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/appointments/new?customerId=${id}`)
    const picker = page.getByRole('combobox', { name: 'Customer' })
    await picker.focus()
    expect(await picker.inputValue()).toBe('')
    answer()
    await expect.poll(() => picker.inputValue()).toContain(lastName)
    await page.keyboard.type('Other')
    expect(await picker.inputValue()).toBe('Other')
  })
})

describe('an amount', () => {
  it.each([
    ['1e5', 'Please enter an amount such as 112.50'],
    ['1,5', 'Please enter an amount such as 112.50'],
    ['1.234,56', 'Please enter an amount such as 112.50'],
    ['(50.00)', 'Please enter an amount such as 112.50'],
    ['10%', 'Please enter an amount such as 112.50'],
    ['-5', 'An amount cannot be negative'],
    ['12.345', 'An amount has at most two decimals'],
  ])(
    'of %s stays as it was typed, is refused with a reason, and records no payment',
    async (text, reason) => {
      const { id } = await invoice((await customer()).id)
      const page = await open(`/invoices?invoice=${id}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).click()
      const amount = page.getByLabel('Amount')
      await amount.fill(text)
      await amount.press('Tab')
      await page.getByText(reason, { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Record payment' }).click()
      expect(await amount.inputValue()).toBe(text)
      await expect.poll(() => amount.evaluate((it) => it === document.activeElement)).toBe(true)
      expect(await read<{ payments: unknown[] }>(`/api/invoices/${id}`)).toMatchObject({ payments: [] })
    },
  )

  it.each([
    ['1,500.00', '1500.00'],
    ['$1,500', '1500.00'],
  ])('of %s is %s', async (text, amount) => {
    const { id } = await invoice((await customer()).id, { amount: '2000' })
    const page = await open(`/invoices?invoice=${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).click()
    await page.getByLabel('Amount').fill(text)
    await page.getByLabel('Amount').press('Enter')
    await notice(page, /^Payment recorded/).waitFor()
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ paidAmount: amount })
  })

  it('that is none is not sent as the value of a lead or the price of a job', async () => {
    const newLead = await lead()
    const page = await open(`/crm?tab=leads&lead=${newLead.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Estimated value').fill('1,5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please enter an amount such as 112.50').waitFor()
    const job = await appointment((await customer()).id)
    await change('PUT', `/api/appointments/${job.id}`, { status: 'in_progress' })
    await close(page)
    const other = await open(`/appointments/${job.id}`)
    await other.getByRole('button', { name: 'Complete job' }).click()
    const dialog = other.getByRole('dialog')
    await dialog.getByLabel('Actual price').fill('1.234,56')
    await dialog.getByRole('button', { name: 'Complete job' }).click()
    await dialog.getByText('Please enter an amount such as 112.50').waitFor()
    expect(await read(`/api/appointments/${job.id}`)).toMatchObject({ status: 'in_progress' })
  })
})

it.each([
  ['/customers/new', 'Notes', '4,000 of 5,000'],
  ['/crm?tab=leads&add=lead', 'Description', '4,000 of 5,000'],
  ['/appointments/new', 'Work description', '4,000 of 5,000'],
  ['/appointments/new', 'Internal notes', '4,000 of 5,000'],
  ['/invoices/new', 'Description', '1,600 of 2,000'],
])('%s, %s: a long text is counted before it reaches its limit, as %s', async (path, label, count) => {
  const page = await open(path)
  const area = page.getByLabel(label, { exact: true })
  const length = Number(count.split(' ')[0]?.replace(',', ''))
  await area.fill('x'.repeat(length - 1))
  expect(await page.getByText('characters').count()).toBe(0)
  await area.fill('x'.repeat(length))
  await page.getByText(`${count} characters`).first().waitFor()
})

describe('changes of two people', () => {
  it("saving a customer's notes keeps the phone and address a colleague changed meanwhile", async () => {
    const { id, lastName } = await customer()
    const page = await open(`/customers?q=${lastName}&customer=${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
    await dialog.getByLabel('Notes').fill('Two dogs')
    await change('PATCH', `/api/customers/${id}`, { phone: '919 555 0199', address: '9 New Rd' })
    await dialog.getByText(/^Updated below: Phone, Address/).waitFor()
    await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('919 555 0199')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'Customer has been updated.').waitFor()
    expect(await read(`/api/customers/${id}`)).toMatchObject({
      phone: '919 555 0199',
      address: '9 New Rd',
      notes: 'Two dogs',
    })
  })

  it('of the same field are shown with both values, and nothing is saved until one is chosen', async () => {
    const { id, lastName } = await customer()
    const page = await open(`/customers?q=${lastName}&customer=${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
    await dialog.getByLabel('Notes').fill('By me')
    await dialog.getByLabel('Address').fill('My St')
    await change('PATCH', `/api/customers/${id}`, { notes: 'By a colleague', address: 'Their St' })
    const notes = dialog.locator('[data-conflict=notes]')
    await notes.getByText('By a colleague').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect(await read(`/api/customers/${id}`)).toMatchObject({ notes: 'By a colleague', address: 'Their St' })
    await notes.getByRole('button', { name: 'Use mine' }).click()
    await dialog.locator('[data-conflict=address]').getByRole('button', { name: 'Keep theirs' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'Customer has been updated.').waitFor()
    expect(await read(`/api/customers/${id}`)).toMatchObject({ notes: 'By me', address: 'Their St' })
  })

  it('are found by the version when no news of the first arrived', async () => {
    const { id } = await appointment((await customer()).id, { notes: 'Before' })
    const page = await open('about:blank')
    await breakStream(page)
    await page.goto(`/appointments/${id}/edit`)
    await page.getByLabel('Internal notes').fill('Mine')
    await change('PUT', `/api/appointments/${id}`, { notes: 'Theirs', description: 'Also theirs' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, /^412: Someone else changed this meanwhile/).waitFor()
    await page.locator('[data-conflict=notes]').getByText('Theirs', { exact: true }).waitFor()
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ notes: 'Theirs' })
    await page.getByRole('button', { name: 'Use mine' }).click()
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, 'Appointment has been updated successfully.').waitFor()
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ notes: 'Mine', description: 'Also theirs' })
    await close(page, '412', 'ERR_FAILED')
  })

  it("saving a lead's status keeps the value and the follow-up date a colleague entered", async () => {
    const newLead = await lead()
    const page = await open(`/crm?tab=leads&lead=${newLead.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Lead' })
    await dialog.getByLabel('Status').selectOption('contacted')
    await change('PATCH', `/api/leads/${newLead.id}`, { estimatedValue: '450', followUpOn: '2031-01-05' })
    await expect.poll(() => dialog.getByLabel('Estimated value').inputValue()).toBe('450.00')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'Lead has been updated.').waitFor()
    const stored = (await read<Answer[]>('/api/leads')).find(({ id }) => id === newLead.id)
    expect(stored).toMatchObject({ status: 'contacted', estimatedValue: '450.00', followUpOn: '2031-01-05' })
  })

  it('of an invoice leave the item that is being typed alone, and its items are one field', async () => {
    const lines = [
      { description: 'Labor', amount: '60' },
      { description: 'Paint', amount: '40' },
    ]
    const { id } = await invoice((await customer()).id, { status: 'draft', amount: undefined, lines })
    const page = await open(`/invoices?invoice=${id}&edit=1`)
    const item = page.getByLabel('Item 2', { exact: true })
    await item.fill('White')
    await change('PATCH', `/api/invoices/${id}`, { dueDate: '2031-05-06' })
    await expect.poll(() => page.getByLabel('Due date').inputValue()).toBe('2031-05-06')
    await page.keyboard.type(' paint')
    expect(await item.inputValue()).toBe('White paint')
    await change('PATCH', `/api/invoices/${id}`, { lines: [{ description: 'All of it', amount: '90' }] })
    const conflict = page.locator('[data-conflict=lines]')
    await conflict.getByText('All of it $90.00').waitFor()
    expect([await page.getByLabel('Item 1', { exact: true }).inputValue(), await item.inputValue()]).toEqual([
      'Labor',
      'White paint',
    ])
    await conflict.getByRole('button', { name: 'Keep theirs' }).click()
    await expect.poll(() => page.getByLabel('Item 1', { exact: true }).inputValue()).toBe('All of it')
    expect(await item.count()).toBe(0)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, `Invoice #${id} saved.`).waitFor()
    expect(await read(`/api/invoices/${id}`)).toMatchObject({ dueDate: '2031-05-06', totalAmount: '90.00' })
  })

  it('an amount that was typed stays when a colleague changes the job of the invoice', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const page = await open(`/invoices/new?customerId=${id}&appointmentId=${job.id}`)
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('100.00')
    await page.getByLabel('Amount').fill('1840.50')
    await change('PUT', `/api/appointments/${job.id}`, { title: 'Drywall Repair', description: 'All walls' })
    await page.getByRole('option', { name: 'Drywall Repair' }).waitFor({ state: 'attached' })
    await nextFrame(page)
    expect(await page.getByLabel('Amount').inputValue()).toBe('1840.50')
  })
})

describe('what was not saved', () => {
  it.each([
    ['a link', (page: Page) => page.getByRole('link', { name: 'Dashboard', exact: true }).click()],
    ['Back', (page: Page) => page.evaluate(() => history.back())],
  ])('is not lost by %s without a question', async (_, leave) => {
    const page = await open('/customers')
    await page.getByRole('link', { name: 'Add Customer' }).first().click()
    await page.getByLabel('First name').fill('Zed')
    await leave(page)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect([pathOf(page), await page.getByLabel('First name').inputValue()]).toEqual([
      '/customers/new',
      'Zed',
    ])
    await leave(page)
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => pathOf(page)).not.toBe('/customers/new')
  })

  it('is not lost by reloading without a question', async () => {
    const page = await open('/customers/new')
    await page.getByLabel('First name').fill('Zed')
    const dialogEvent = page.waitForEvent('dialog')
    void page.reload().catch(() => {})
    const dialog = await dialogEvent
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    expect(await page.getByLabel('First name').inputValue()).toBe('Zed')
  })

  it.each([
    ['Esc', (page: Page) => page.keyboard.press('Escape')],
    ['a press beside the dialog', (page: Page) => page.mouse.click(5, 450)],
    ['Cancel', (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true }).click()],
    [
      'Close',
      (page: Page) => page.getByRole('dialog', { name: 'Add New Customer' }).getByLabel('Close').click(),
    ],
  ])('is not lost in a dialog by %s without a question', async (_, leave) => {
    const page = await open('/crm')
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
    // nothing was entered, nothing is asked
    await leave(page)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Add Customer' }).click()
    await dialog.getByLabel('First name').fill('Zed')
    await leave(page)
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await dialog.getByLabel('First name').inputValue()).toBe('Zed')
    await leave(page)
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('is discarded with the page behind its dialog, which Back leaves', async () => {
    const { id, lastName } = await customer()
    await made('/api/messages', { customerId: id, type: 'sms', content: 'We are on our way' })
    const page = await open('/messages')
    await page.getByRole('button', { name: new RegExp(`^Person ${lastName}`) }).click()
    await page.waitForURL(`**/messages?customer=${id}`)
    await page.getByRole('button', { name: 'New Message' }).click()
    const dialog = page.getByRole('dialog', { name: 'New Message' })
    const text = dialog.getByRole('textbox', { name: 'Message' })
    await text.fill('We have time tomorrow')
    await page.evaluate(() => history.back())
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await text.inputValue()).toBe('We have time tomorrow')
    await page.evaluate(() => history.back())
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await dialog.waitFor({ state: 'detached' })
  })

  it('is not lost in the drawer of a draft by Esc without a question', async () => {
    const { id } = await invoice((await customer()).id, { status: 'draft' })
    const page = await open(`/invoices?invoice=${id}&edit=1`)
    await page.getByLabel('Description').fill('Changed')
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Keep editing' }).click()
    expect(await page.getByLabel('Description').inputValue()).toBe('Changed')
  })

  it('is not asked about after it was saved, nor for what the page filled in by itself', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const page = await open(`/invoices/new?customerId=${id}&appointmentId=${job.id}`)
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('100.00')
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
    await expect.poll(() => pathOf(page)).toBe('/dashboard')
    await page.goto('/customers/new')
    await page.getByLabel('First name').fill('Saved')
    await page.getByLabel('Last name').fill('Person')
    await page.getByLabel('Phone').fill('919 555 0111')
    await page.getByLabel('Email').fill('saved@example.test')
    await page.getByLabel('Address').fill('1 Saved St')
    await page.getByRole('button', { name: 'Create Customer' }).click()
    await expect.poll(() => pathOf(page)).toBe('/customers')
  })
})

describe('Enter that ends the composition of a letter', () => {
  const compose = (field: Locator) =>
    field.dispatchEvent('keydown', {
      key: 'Enter',
      code: 'Enter',
      isComposing: true,
      bubbles: true,
      cancelable: true,
    })

  it('chooses nothing in a picker', async () => {
    const { lastName } = await customer()
    const page = await open('/invoices/new')
    const picker = page.getByLabel('Customer')
    await picker.fill(lastName as string)
    await page
      .getByRole('option', { name: new RegExp(lastName as string) })
      .first()
      .waitFor()
    await picker.press('ArrowDown')
    await compose(picker)
    expect(await picker.getAttribute('aria-expanded')).toBe('true')
    await picker.press('Enter')
    await expect.poll(() => picker.getAttribute('aria-expanded')).toBe('false')
  })

  it('adds no item to an invoice', async () => {
    const page = await open('/invoices/new')
    await page.getByRole('button', { name: 'Add item' }).click()
    const items = page.getByRole('list', { name: 'Items' }).getByRole('listitem')
    const before = await items.count()
    await compose(page.getByLabel(`Item ${before}`, { exact: true }))
    expect(await items.count()).toBe(before)
    await page.getByLabel(`Item ${before}`, { exact: true }).press('Enter')
    await expect.poll(() => items.count()).toBe(before + 1)
  })
})

describe('a job and its invoice', () => {
  it('the job shows its invoice and the next step in place of "Invoice this job"', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const page = await open(`/appointments/${job.id}`)
    await page.getByRole('button', { name: 'Invoice this job' }).click()
    await page.getByRole('button', { name: 'Create invoice, unpaid' }).click()
    await notice(page, /created/).waitFor()
    const [written] = await read<Answer[]>(`/api/customers/${id}/invoices`)
    const invoiceLink = page.getByRole('link', { name: `Invoice #${written?.id}, $100.00` })
    await invoiceLink.waitFor()
    expect(await page.getByRole('button', { name: 'Invoice this job' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Process Payment' }).click()
    const payment = page.getByRole('dialog', { name: 'Process Payment' })
    await payment.getByText('$100.00 owed').waitFor()
    await payment.getByRole('button', { name: 'Cancel' }).click()
    await invoiceLink.click()
    await page.getByRole('dialog', { name: `Invoice #${written?.id}` }).waitFor()
  })

  it('a second invoice for a job is created only after a question', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const first = await invoice(id, { appointmentId: job.id })
    const page = await open(`/invoices/new?customerId=${id}&appointmentId=${job.id}`)
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('100.00')
    await page
      .getByRole('option', { name: new RegExp(`Invoice #${first.id}`) })
      .waitFor({ state: 'attached' })
    const confirmation = page.getByRole('alertdialog', { name: 'Invoice this job again?' })
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await confirmation.getByText(`Invoice #${first.id}`).waitFor()
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toHaveLength(1)
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await confirmation.getByRole('button', { name: 'Create another invoice' }).click()
    await page.waitForURL(`**/customers/${id}/invoices`)
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toHaveLength(2)
  })

  it('an invoice for a job is created only after a question while nobody knows whether it has one', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const page = await open('/dashboard')
    await page.route(`**/api/appointments/${job.id}/invoices`, (route) =>
      route.fulfill({ status: 503, contentType: 'text/plain', body: 'Please try again later.' }),
    )
    await page.goto(`/invoices/new?customerId=${id}&appointmentId=${job.id}`)
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('100.00')
    const confirmation = page.getByRole('alertdialog', { name: 'Create this invoice?' })
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await confirmation.getByText('Could not check whether this job is invoiced already.').waitFor()
    await confirmation.getByRole('button', { name: 'Cancel' }).click()
    await confirmation.waitFor({ state: 'hidden' })
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toEqual([])
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await confirmation.getByRole('button', { name: 'Create invoice anyway' }).click()
    await notice(page, /created/).waitFor()
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toHaveLength(1)
    await close(page, '503')
  })
})

describe('what a choice fills in', () => {
  const roof = { title: 'Roofing', estimatedPrice: '1840.50' }
  const appointmentField = (page: Page) => page.getByRole('combobox', { name: 'Appointment' })
  const description = (page: Page) => page.getByRole('textbox', { name: 'Description' }).first()
  const amountOf = (page: Page) => page.getByLabel('Amount').inputValue()
  const failOnce = (page: Page, path: string) =>
    page.route(`**${path}`, (route) => route.fulfill({ status: 503, body: 'Please try again later.' }), {
      times: 1,
    })

  it('goes with it when the next one cannot be loaded, and the form says so', async () => {
    const { id } = await customer()
    const first = await appointment(id, roof)
    const second = await appointment(id, { title: 'Fencing', estimatedPrice: '75.00' })
    const page = await open(`/invoices/new?customerId=${id}&appointmentId=${first.id}`)
    await expect.poll(() => amountOf(page)).toBe('1840.50')
    await failOnce(page, `/api/appointments/${second.id}`)
    await appointmentField(page).selectOption(String(second.id))
    await page.getByText('Its description and amount could not be loaded.').waitFor()
    expect([await description(page).inputValue(), await amountOf(page)]).toEqual(['', ''])
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    await page.getByText('Description is required').waitFor()
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toEqual([])
    await appointmentField(page).selectOption('')
    await appointmentField(page).selectOption(String(second.id))
    await expect.poll(() => amountOf(page)).toBe('75.00')
    await close(page, '503')
  })

  it('goes with the customer who had it, and with an appointment that has no price', async () => {
    const { id } = await customer()
    const other = await customer()
    const first = await appointment(id, roof)
    const unpriced = await appointment(id, { title: 'Fencing', estimatedPrice: null })
    const page = await open(`/invoices/new?customerId=${id}&appointmentId=${first.id}`)
    await expect.poll(() => amountOf(page)).toBe('1840.50')
    await appointmentField(page).selectOption(String(unpriced.id))
    await expect.poll(() => description(page).inputValue()).toBe('Fencing')
    expect(await amountOf(page)).toBe('')
    await appointmentField(page).selectOption(String(first.id))
    await expect.poll(() => amountOf(page)).toBe('1840.50')
    await page.getByRole('combobox', { name: 'Customer' }).fill(other.lastName as string)
    await page
      .getByRole('option', { name: new RegExp(`${other.lastName}\\b`) })
      .first()
      .click()
    await expect.poll(() => amountOf(page)).toBe('')
    expect(await description(page).inputValue()).toBe('')
  })

  it('stays where it was changed by hand', async () => {
    const { id } = await customer()
    const first = await appointment(id, roof)
    const page = await open(`/invoices/new?customerId=${id}&appointmentId=${first.id}`)
    await expect.poll(() => amountOf(page)).toBe('1840.50')
    await description(page).fill('Roof, as discussed')
    await appointmentField(page).selectOption('')
    await expect.poll(() => amountOf(page)).toBe('')
    expect(await description(page).inputValue()).toBe('Roof, as discussed')
  })

  it('of an address goes with its customer when the address of the next one cannot be loaded', async () => {
    const first = await customer()
    const second = await customer()
    const page = await open(`/appointments/new?customerId=${first.id}`)
    const address = page.getByRole('textbox', { name: 'Address' })
    await expect.poll(() => address.inputValue()).toBe(first.address)
    await page.route(`**/api/customers/${second.id}`, (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByLabel('Customer').fill(second.lastName as string)
    await page
      .getByRole('option', { name: new RegExp(`${second.lastName}\\b`) })
      .first()
      .click()
    await page.getByText('Could not be loaded. Please enter the address.').waitFor()
    expect(await address.inputValue()).toBe('')
    await close(page, '503')
  })

  it('a tax rate that is emptied leaves the tax that was there before it', async () => {
    const page = await open('/invoices/new')
    await page.getByLabel('Amount').fill('1000')
    const [rate, tax] = [page.getByLabel('Tax rate (%)'), page.getByLabel('Tax', { exact: true })]
    await rate.pressSequentially('7.25')
    await expect.poll(() => tax.inputValue()).toBe('72.50')
    for (let i = 0; i < 4; i += 1) await rate.press('Backspace')
    expect([await rate.inputValue(), await tax.inputValue()]).toEqual(['', '0.00'])
    await page.getByRole('button', { name: 'Add item' }).click()
    await rate.pressSequentially('7.25')
    const lineTax = page.getByLabel('Tax of item 1')
    await expect.poll(() => lineTax.inputValue()).toBe('72.50')
    for (let i = 0; i < 4; i += 1) await rate.press('Backspace')
    expect(await lineTax.inputValue()).toBe('0.00')
  })

  it('the date of today is that of the day it is sent, on a page that stays open overnight', async () => {
    const { id } = await customer()
    const { id: owed } = await invoice(id)
    const page = await openAlone('about:blank')
    await page.clock.install({ time: new Date('2026-11-24T23:50:00-05:00') })
    await page.goto(`/invoices/new?customerId=${id}`)
    const due = page.getByLabel('Due date')
    await expect.poll(() => due.inputValue()).toBe('2026-11-24')
    // what is being loaded would seem to take a quarter of an hour
    await page.getByRole('combobox', { name: 'Customer' }).waitFor()
    await page.clock.runFor(15 * 60_000)
    await expect.poll(() => due.inputValue()).toBe('2026-11-25')
    await page.clock.setSystemTime(new Date('2026-11-25T23:50:00-05:00'))
    await page.goto(`/invoices?invoice=${owed}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).click()
    const paidOn = page.getByRole('dialog', { name: 'Process Payment' }).getByLabel('Date')
    await expect.poll(() => paidOn.inputValue()).toBe('2026-11-25')
    await page.clock.runFor(15 * 60_000)
    await expect.poll(() => paidOn.inputValue()).toBe('2026-11-26')
    // a file that is loaded while the clock runs on is given up
    await close(page, 'Loading chunk')
  })
})

describe('a window without news', () => {
  /** A page in a window that gets no news. */
  async function openWithoutNews(path: string): Promise<Page> {
    const page = await open('about:blank')
    await page.route('**/api/stream*', (route) => route.fulfill({ status: 503, body: '' }))
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return page
  }

  it('asks before a job is invoiced that a colleague has invoiced since', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const page = await openWithoutNews(`/invoices/new?customerId=${id}&appointmentId=${job.id}`)
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('100.00')
    const first = await invoice(id, { appointmentId: job.id })
    await page.getByRole('button', { name: 'Create Invoice' }).click()
    const question = page.getByRole('alertdialog', { name: 'Invoice this job again?' })
    await question.getByText(`Invoice #${first.id} for $100.00`).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toHaveLength(1)
    await close(page, '503')
  })

  it('asks before a job is invoiced from its page, which has heard of no invoice', async () => {
    const { id } = await customer()
    const job = await completedJob(id)
    const page = await openWithoutNews(`/appointments/${job.id}`)
    await page.getByRole('button', { name: 'Invoice this job' }).click()
    const create = page.getByRole('button', { name: 'Create invoice, unpaid' })
    await create.waitFor()
    const first = await invoice(id, { appointmentId: job.id })
    await create.click()
    const question = page.getByRole('alertdialog', { name: 'Invoice this job again?' })
    await question.getByText(`Invoice #${first.id} for $100.00`).waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await read<Answer[]>(`/api/customers/${id}/invoices`)).toHaveLength(1)
    await close(page, '503')
  })

  it('does not void an invoice that a colleague has changed since the question was asked', async () => {
    const { id } = await invoice((await customer()).id)
    const page = await openWithoutNews(`/invoices?invoice=${id}`)
    await page.getByRole('button', { name: 'Void', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Void this invoice?' })
    await question.waitFor()
    await change('PATCH', `/api/invoices/${id}`, { description: 'Agreed on the phone' })
    await question.getByRole('button', { name: 'Void invoice' }).click()
    await notice(page, 'Changed meanwhile').waitFor()
    await page.getByRole('dialog').getByText('Agreed on the phone').first().waitFor()
    expect((await read(`/api/invoices/${id}`)).status).not.toBe('void')
    await close(page, '503', '412')
  })

  it('does not issue a draft that a colleague has changed since the question was asked', async () => {
    const { id } = await invoice((await customer()).id, { status: 'draft' })
    const page = await openWithoutNews(`/invoices?invoice=${id}`)
    await page.getByRole('button', { name: 'Issue invoice' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('owes $100.00').waitFor()
    await change('PATCH', `/api/invoices/${id}`, { amount: '900' })
    await question.getByRole('button', { name: 'Issue invoice' }).click()
    await notice(page, 'Changed meanwhile').waitFor()
    await page.getByRole('dialog').getByText('$900.00').first().waitFor()
    expect((await read(`/api/invoices/${id}`)).status).toBe('draft')
    await close(page, '503', '412')
  })

  it('does not record a payment a second time that a colleague has recorded since, and shows what is owed', async () => {
    const { id } = await invoice((await customer()).id, { amount: '300' })
    const page = await openWithoutNews(`/invoices?invoice=${id}`)
    await page.getByRole('button', { name: 'Process Payment', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Process Payment' })
    await dialog.getByText('$300.00 owed').waitFor()
    await dialog.getByLabel('Amount').fill('100')
    const payment = { method: 'cash', amount: '100' }
    expect((await client.send('POST', `/api/invoices/${id}/payments`, payment)).status).toBe(201)
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await notice(page, 'Changed meanwhile').waitFor()
    await dialog.getByText('$200.00 owed').waitFor()
    expect((await read(`/api/invoices/${id}`)).balance).toBe('200.00')
    // it is another payment after all
    await dialog.locator('[data-conflict=amount]').getByRole('button', { name: 'Use mine' }).click()
    await dialog.getByRole('button', { name: 'Record payment' }).click()
    await notice(page, 'Payment recorded. $100.00 is still owed.').waitFor()
    await close(page, '503', '412')
  })

  it('does not refund a payment a second time that a colleague has refunded since', async () => {
    const { id } = await invoice((await customer()).id, { amount: '300' })
    await client.send('POST', `/api/invoices/${id}/payments`, { method: 'cash' })
    const page = await openWithoutNews(`/invoices?invoice=${id}`)
    await page.getByRole('button', { name: /^Refund \$300/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Refund' })
    await dialog.getByLabel('Amount').fill('50')
    await client.send('POST', `/api/invoices/${id}/payments/1/refund`, { amount: '50' })
    await dialog.getByRole('button', { name: 'Record refund' }).click()
    await notice(page, 'Changed meanwhile').waitFor()
    await dialog.getByText('At most $250.00.').waitFor()
    expect((await read(`/api/invoices/${id}`)).balance).toBe('50.00')
    await close(page, '503', '412')
  })

  it('does not mark a lead as contacted that a colleague has lost since', async () => {
    const { id, lastName } = await lead()
    const page = await openWithoutNews('/crm?tab=leads')
    const mark = page.getByRole('button', { name: `Mark contacted: Lead ${lastName}` })
    await mark.waitFor()
    await change('PATCH', `/api/leads/${id}`, { status: 'lost', lostReason: 'Too far' })
    await mark.click()
    await notice(page, 'Changed meanwhile').waitFor()
    await page.getByText('Too far').waitFor()
    await close(page, '503')
  })
})

it('a job that was moved to another customer shows the invoice that was written before', async () => {
  const first = await customer()
  const second = await customer()
  const job = await completedJob(first.id)
  const written = await invoice(first.id, { appointmentId: job.id })
  await change('PUT', `/api/appointments/${job.id}`, { customerId: second.id })
  const page = await open(`/appointments/${job.id}`)
  await page
    .getByRole('link', { name: `Invoice #${written.id}, $100.00 to Person ${first.lastName}` })
    .waitFor()
  expect(await page.getByRole('button', { name: 'Invoice this job' }).count()).toBe(0)
})

describe('what is being typed', () => {
  it('stays when the record behind it cannot be loaded again', async () => {
    const { id } = await customer()
    const page = await open(`/customers?customer=${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const notes = page.getByRole('dialog', { name: 'Edit Customer' }).getByLabel('Notes')
    await notes.fill('Gate code 4412')
    let failed = 0
    await page.route(`**/api/customers/${id}`, (route) => {
      failed += 1
      return route.fulfill({ status: 503, body: '' })
    })
    await customer()
    await expect.poll(() => failed).toBeGreaterThan(0)
    await page.waitForLoadState('load')
    expect(await notes.inputValue()).toBe('Gate code 4412')
    expect(await page.getByText('The customer could not be loaded').count()).toBe(0)
    await close(page, '503')
  })

  it('stays when a colleague undoes the import that the customer came with, and saving says why it cannot', async () => {
    const { id: importId } = await client.create('/api/customers/imports')
    const rows = [
      { firstName: 'Ida', lastName: 'Imported', email: 'ida@example.test', phone: '919 555 0188' },
    ]
    const imported = await client.create(`/api/customers/imports/${importId}/rows`, { rows })
    const page = await open(`/customers?customer=${imported.rows[0].customerId}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
    await dialog.getByLabel('Notes').fill('Two dogs')
    expect((await client.send('POST', `/api/customers/imports/${importId}/undo`)).status).toBe(200)
    await page.getByText('This customer was removed').waitFor()
    expect(await dialog.getByLabel('Notes').inputValue()).toBe('Two dogs')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Customer not found').first().waitFor()
    expect(await dialog.getByLabel('Notes').inputValue()).toBe('Two dogs')
    await close(page, '404')
  })

  it('stays in the form of a draft that cannot be loaded again', async () => {
    const someone = await customer()
    const { id } = await invoice(someone.id, { status: 'draft' })
    const page = await open(`/invoices?invoice=${id}&edit=1`)
    const description = page.getByRole('dialog').getByLabel('Description')
    await description.fill('Hang two doors')
    let failed = 0
    await page.route(`**/api/invoices/${id}`, (route) => {
      failed += 1
      return route.fulfill({ status: 503, body: '' })
    })
    await change('PATCH', `/api/customers/${someone.id}`, { notes: 'News' })
    await expect.poll(() => failed).toBeGreaterThan(0)
    await page.waitForLoadState('load')
    expect(await description.inputValue()).toBe('Hang two doors')
    expect(await page.getByText('The invoice could not be loaded').count()).toBe(0)
    await close(page, '503')
  })

  it('a list of invoices stays when it cannot be loaded again', async () => {
    const someone = await customer()
    const { id } = await invoice(someone.id)
    const page = await open('/invoices')
    const row = page.getByRole('checkbox', { name: `Select invoice #${id}`, exact: true })
    await row.check()
    let failed = 0
    await page.route('**/api/invoices?*', (route) => {
      failed += 1
      return route.fulfill({ status: 503, body: '' })
    })
    await change('PATCH', `/api/customers/${someone.id}`, { notes: 'News' })
    await expect.poll(() => failed).toBeGreaterThan(0)
    await page.waitForLoadState('load')
    expect(await row.isChecked()).toBe(true)
    await close(page, '503')
  })

  it('stays in the form of a draft that a colleague issues, which says so', async () => {
    const { id } = await invoice((await customer()).id, { status: 'draft' })
    const page = await open(`/invoices?invoice=${id}&edit=1`)
    const description = page.getByRole('dialog').getByLabel('Description')
    await description.fill('Hang two doors')
    expect((await client.send('POST', `/api/invoices/${id}/issue`)).status).toBe(200)
    await page.getByText('This invoice is no longer a draft').waitFor()
    expect(await description.inputValue()).toBe('Hang two doors')
    expect(await page.getByRole('button', { name: 'Save Changes' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Show the invoice' }).click()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Process Payment', exact: true }).waitFor()
  })

  it('the invoice of a job that has been running since yesterday opens when the job is completed', async () => {
    const yesterday = new Date(Date.now() - 26 * 3_600_000).toISOString()
    const job = await appointment((await customer()).id, { scheduledDate: yesterday, title: 'Fencing' })
    await change('PUT', `/api/appointments/${job.id}`, { status: 'in_progress' })
    const page = await open('/dashboard')
    await page.getByRole('button', { name: /^Complete job: Fencing/ }).click()
    await page.getByRole('button', { name: 'Complete & invoice' }).click()
    await page
      .getByRole('dialog', { name: 'Invoice this job' })
      .getByRole('button', { name: 'Cash', exact: true })
      .waitFor()
    expect((await read(`/api/appointments/${job.id}`)).status).toBe('completed')
  })
})

describe('an appointment', () => {
  const choose = async (page: Page, { lastName }: Answer) => {
    await page.getByLabel('Customer').fill(lastName as string)
    await page
      .getByRole('option', { name: new RegExp(`${lastName}$|${lastName}\\b`) })
      .first()
      .click()
  }

  it('for a customer without an address does not keep the address of the customer before', async () => {
    const [known, unknown] = [await customer(), await customer({ address: undefined })]
    const page = await open('/appointments/new')
    await choose(page, known)
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe(known.address)
    await choose(page, unknown)
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('')
    await page.getByLabel('Address').fill('At the church')
    await change('PATCH', `/api/customers/${unknown.id}`, { address: 'Elsewhere' })
    await page.getByText("Customer's address: Elsewhere").waitFor()
    expect(await page.getByLabel('Address').inputValue()).toBe('At the church')
  })

  it('that is given to another customer takes their address with it', async () => {
    const [known, other, unknown] = [
      await customer(),
      await customer({ address: '9 Other Street' }),
      await customer({ address: undefined }),
    ]
    const job = await client.create('/api/appointments', {
      ...{ customerId: known.id, title: 'General Repairs', address: known.address },
      ...{ scheduledDate: '2031-03-03T10:00', duration: 60, estimatedPrice: '100' },
    })
    const page = await open(`/appointments/${job.id}/edit`)
    const address = page.getByLabel('Address')
    await expect.poll(() => address.inputValue()).toBe(known.address)
    await choose(page, unknown)
    await expect.poll(() => address.inputValue()).toBe('')
    await choose(page, other)
    await expect.poll(() => address.inputValue()).toBe('9 Other Street')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await page.waitForURL(`**/appointments/${job.id}`)
    expect(await client.read(`/api/appointments/${job.id}`)).toMatchObject({
      ...{ customerId: other.id, address: '9 Other Street' },
    })
  })

  it('is sent as documented, and not for a past day', async () => {
    const { id, address } = await customer()
    const page = await open(`/appointments/new?customerId=${id}&date=2026-01-05&time=10:00`)
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe(address)
    await page.getByLabel('Service type').selectOption('General Repairs')
    let body: object = {}
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/appointments'))
        body = request.postDataJSON() as object
    })
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await page.getByText('Please choose today or a later date').waitFor()
    await expect
      .poll(() => page.getByLabel('Date').evaluate((it) => it === document.activeElement))
      .toBe(true)
    await page.getByLabel('Date').fill('2031-06-02')
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await notice(page, 'Appointment scheduled successfully').waitFor()
    expect(body).toMatchObject({
      customerId: id,
      title: 'General Repairs',
      scheduledDate: '2031-06-02T14:00:00.000Z',
      duration: 60,
      status: 'scheduled',
      estimatedPrice: '75.00',
    })
  })

  it('cannot be scheduled by a click on a past day of the calendar', async () => {
    const page = await open('/scheduler?view=calendar&cal=week&day=2026-01-05')
    const column = page.locator('ol[data-day="2026-01-05"]')
    await column.click({ position: { x: 20, y: 600 } })
    // a day that may be chosen opens the form sooner
    await page.waitForTimeout(300)
    expect(pathOf(page)).toBe('/scheduler')
  })

  it('that is moved within the past says so', async () => {
    const { id } = await appointment((await customer()).id, { scheduledDate: '2026-01-06T10:00' })
    const page = await open('/scheduler?view=calendar&cal=week&day=2026-01-05')
    await page.locator(`[data-appointment="${id}"]`).focus()
    await page.keyboard.down('Alt')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.up('Alt')
    await notice(page, /which is in the past\. The customer was not notified\.$/).waitFor()
  })

  it('that is set to Cancelled says that the customer is not notified', async () => {
    const { id } = await appointment((await customer()).id)
    const page = await open(`/appointments/${id}/edit`)
    const hint = page.getByText('The customer will not be notified. To notify them, use Cancel Appointment.')
    expect(await hint.count()).toBe(0)
    await page.getByLabel('Status').selectOption('cancelled')
    await hint.waitFor()
  })

  it('that is completed can have its actual price corrected', async () => {
    const { id } = await completedJob((await customer()).id)
    const page = await open(`/appointments/${id}/edit`)
    await page.getByLabel('Actual price').fill('$1,250')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, 'Appointment has been updated successfully.').waitFor()
    expect(await read(`/api/appointments/${id}`)).toMatchObject({
      actualPrice: '1250.00',
      status: 'completed',
    })
  })

  it('in the hour that clocks repeat in autumn stays where it is when a note is saved', async () => {
    // the second 1:30 of that night
    const scheduledDate = '2030-11-03T06:30:20.000Z'
    const { id } = await appointment((await customer()).id, { scheduledDate })
    const page = await open(`/appointments/${id}/edit`)
    await page.getByLabel('Internal notes').fill('Night work')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, 'Appointment has been updated successfully.').waitFor()
    expect(await read(`/api/appointments/${id}`)).toMatchObject({ scheduledDate, notes: 'Night work' })
  })

  it('that is deleted is not asked for again', async () => {
    const { id } = await appointment((await customer()).id)
    const page = await open(`/appointments/${id}`)
    const requestedPaths: string[] = []
    await page.getByRole('button', { name: 'Delete' }).click()
    page.on('request', (request) => {
      if (request.method() === 'GET') requestedPaths.push(new URL(request.url()).pathname)
    })
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await notice(page, 'Appointment has been deleted successfully.').waitFor()
    await page.waitForURL('**/scheduler')
    // the news of it, after which pages ask again, comes within that time
    await page.waitForTimeout(500)
    expect(requestedPaths).not.toContain(`/api/appointments/${id}`)
  })

  it('that was deleted and restored is there again in the window that deleted it', async () => {
    const { id: customerId } = await customer()
    const { id } = await appointment(customerId, { title: 'Ramp' })
    const page = await open(`/customers/${customerId}/appointments`)
    const job = page.getByRole('link', { name: 'Ramp' }).first()
    await job.click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('**/scheduler')
    const { status, text } = await client.send('POST', `/api/appointments/${id}/changes/2/restore`)
    expect(status, text).toBe(200)
    await page.goBack()
    await job.click()
    await page.getByRole('heading', { name: 'Ramp' }).waitFor()
  })
})

describe('a lead', () => {
  it('that shares only a phone number with a customer is not taken for the same person', async () => {
    const existingCustomer = await customer({ firstName: 'Eleanor', phone: '919 555 7001' })
    const newLead = await lead({ firstName: 'Marc', phone: '(919) 555-7001' })
    const page = await open('/crm?tab=leads')
    await page.getByRole('button', { name: `Convert Marc ${newLead.lastName}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Convert lead' })
    await dialog.getByText(`Possible match: same phone as Eleanor ${existingCustomer.lastName}.`).waitFor()
    await dialog.getByText('Same phone', { exact: true }).waitFor()
    expect(await dialog.getByRole('radio', { name: /^Create new/ }).isChecked()).toBe(true)
    expect(
      await dialog
        .getByRole('radio', { name: new RegExp(`Eleanor ${existingCustomer.lastName}`) })
        .isChecked(),
    ).toBe(false)
  })

  it('carries its number to the new appointment, and none of its words into the address', async () => {
    const newLead = await lead({ serviceNeeded: 'painting', projectDescription: 'Gate code 4711, blue door' })
    const page = await open('/crm?tab=leads')
    await page.getByRole('button', { name: `Convert Lead ${newLead.lastName}` }).click()
    await page.getByRole('button', { name: 'Create new' }).click()
    const schedule = page.getByRole('link', { name: 'Schedule now' })
    await expect.poll(() => schedule.evaluate((it) => it === document.activeElement)).toBe(true)
    await schedule.click()
    await expect
      .poll(() => page.getByLabel('Work description').inputValue())
      .toBe('Gate code 4711, blue door')
    expect(await page.getByLabel('Service type').inputValue()).toBe('Painting & Finishing')
    expect(decodeURIComponent(new URL(page.url()).search)).not.toContain('4711')
    expect(new URL(page.url()).searchParams.get('leadId')).toBe(String(newLead.id))
  })
})

describe('a call whose answer was lost', () => {
  it('is told in plain words in place of its page, and is not taken for a failure of the micro-frontend', async () => {
    const page = await open('/dashboard')
    let reports = 0
    await page.route('**/api/remotes/*/failures', (route) => {
      reports += 1
      return route.fulfill({ status: 204 })
    })
    await page.route('**/api/customers?*', (route) => route.abort())
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByText('The server could not be reached. Everything you saved is safe.').waitFor()
    await page.unroute('**/api/customers?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
    expect(reports).toBe(0)
    await close(page, 'ERR_FAILED')
  })

  it('can be sent again corrected, and is not stored twice when it is repeated as it was', async () => {
    const page = await open('/customers/new')
    let lost = 0
    await page.route('**/api/customers', async (route) => {
      if (route.request().method() !== 'POST' || lost === 2) return route.fallback()
      lost += 1
      await route.fetch()
      await route.abort()
    })
    await page.getByLabel('First name').fill('Lost')
    await page.getByLabel('Last name').fill('Answer')
    await page.getByLabel('Phone').fill('919 555 0112')
    await page.getByLabel('Email').fill('lost@example.test')
    await page.getByLabel('Address').fill('1 Lost St')
    const create = page.getByRole('button', { name: 'Create Customer' })
    await create.click()
    // the documented words, not the browser's
    await notice(page, 'Failed to create customer').waitFor()
    await create.click()
    await expect.poll(() => lost).toBe(2)
    const named = async (lastName: string) =>
      (await read<Answer[]>(`/api/customers?q=${lastName}`)).filter((it) => it.lastName === lastName)
    expect(await named('Answer')).toHaveLength(1)
    await page.getByLabel('Last name').fill('Corrected')
    await create.click()
    await notice(page, 'Customer created successfully').waitFor()
    expect(await named('Corrected')).toHaveLength(1)
    await close(page, 'ERR_FAILED')
  })
})
