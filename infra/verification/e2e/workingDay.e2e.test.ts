import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { notice, type Watched } from './browser.ts'
import { useOffice } from './office.ts'

const { signedInByForm } = useOffice({ DEMO_DATA: 'off' })

const said = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const figure = (page: Page, name: string) =>
  page.locator('dl', { hasText: name }).locator('dd').first().textContent()

describe('a working day', () => {
  let staff: Watched
  let page: Page
  beforeAll(async () => {
    staff = await signedInByForm()
    page = staff.page
  })

  it('begins with empty places that say what they are for', async () => {
    for (const [path, text] of [
      ['/dashboard', 'No upcoming jobs scheduled'],
      ['/crm', 'No customers found'],
      ['/crm?tab=leads', 'No leads found'],
      ['/customers', 'No customers yet'],
      ['/scheduler', 'No appointments scheduled for today'],
      ['/scheduler', 'No upcoming appointments'],
      ['/appointments', 'No appointments yet'],
      ['/invoices', 'No invoices yet'],
      ['/messages', 'No conversations found'],
      ['/messages', 'Select a customer to view conversation'],
    ] as const) {
      await page.goto(path)
      await said(page, text)
    }
    await page.goto('/invoices?view=reports')
    await said(page, 'Nothing is unpaid')
    expect(await page.getByText('No payments in this period').count()).toBe(3)
    const reports = page.getByRole('tabpanel')
    expect(await reports.getByRole('link').count()).toBe(0)
    expect(await reports.getByRole('table').count()).toBe(0)
    await page.goto('/dashboard')
    await expect.poll(() => figure(page, 'Total Revenue')).toBe('$0.00')
    const tile = page.locator('dl', { hasText: 'Total Revenue' })
    expect(await tile.textContent()).toMatch(/\+12\.5% from last month\s*sample/)
    expect(await figure(page, 'Customer Satisfaction')).toBe('4.9/5')
    for (const text of ['General Repairs scheduled', '$150.00 paid by cash', 'Requested an estimate'])
      await page
        .getByRole('listitem')
        .filter({ hasText: text })
        .getByText('sample', { exact: true })
        .waitFor()
  })

  it('SMS that go to the console say so before a conversation is opened, on a phone too', async () => {
    const note = page.getByText('SMS will log to the console for the MVP.').filter({ visible: true })
    await page.goto('/messages')
    await note.waitFor()
    await page.getByRole('tab', { name: 'Email' }).click()
    await note.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 375, height: 812 })
    await page.getByRole('tab', { name: 'SMS Messages' }).click()
    await note.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  it('a customer is added, and what is missing is said beside its field', async () => {
    await page.goto('/customers/new')
    await page.getByRole('button', { name: 'Create Customer' }).click()
    for (const text of [
      'First name is required',
      'Last name is required',
      'Phone number must be at least 10 digits',
      'Please enter a valid email address',
      'Address is required',
    ])
      await said(page, text)
    await page.getByLabel('First name').fill('Ann')
    await page.getByLabel('Last name').fill('Lee')
    await page.getByLabel('Phone').fill('555 555 0101')
    await page.getByLabel('Email').fill('ann@example.test')
    await page.getByLabel('Address').fill('1 Elm St, Raleigh')
    await page.getByRole('button', { name: 'Create Customer' }).click()
    await notice(page, 'Customer created successfully').waitFor()
    await page.waitForURL('**/customers')
    await page.getByRole('link', { name: 'Ann Lee', exact: true }).waitFor()
  })

  it('is booked at once, with the address from the record and a warning of what is planned then', async () => {
    await page.getByRole('link', { name: 'Appointments of Ann Lee' }).click()
    await said(page, 'No Appointments Yet')
    await page.getByRole('link', { name: 'Schedule Appointment' }).click()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St, Raleigh')
    expect(await page.getByLabel('Estimated hours').inputValue()).toBe('1')
    expect(await page.getByLabel('Hourly rate').inputValue()).toBe('75')
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    for (const text of ['Service type is required', 'Date is required', 'Time is required'])
      await said(page, text)
    await page.getByLabel('Service type').selectOption('General Repairs')
    await page.getByLabel('Date').fill('2031-06-02')
    await page.getByLabel('Time').fill('09:00')
    await page.getByLabel('Estimated hours').fill('1.5')
    await said(page, '$112.50')
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await notice(page, 'Appointment scheduled successfully').waitFor()
    await page.waitForURL('**/customers/1/appointments')
    await page.getByText('Jun 2, 2031, 9:00 AM (90 min)').waitFor()
    await page.goto('/appointments/new?customerId=1')
    await page.getByLabel('Date').fill('2031-06-02')
    await page.getByLabel('Time').fill('10:00')
    await said(page, 'You already have appointments at this time')
  })

  it('is started, completed with what it really cost, and invoiced', async () => {
    await page.goto('/appointments/1')
    await page.getByRole('button', { name: 'Start job' }).click()
    await page.getByRole('button', { name: 'Complete job' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Actual price').fill('150')
    await dialog.getByRole('button', { name: 'Complete job' }).click()
    await page.getByRole('button', { name: 'Invoice this job' }).click()
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('150.00')
    await page.getByLabel('Tax', { exact: true }).fill('10.50')
    await page.getByText(/, \$160\.50$/).waitFor()
    await page.getByRole('button', { name: 'Create invoice, unpaid' }).click()
    await notice(page, 'Invoice #1 created.').waitFor()
    await page.goto('/customers/1/invoices')
    await expect.poll(() => figure(page, 'Outstanding')).toBe('$150.00')
  })

  it('is paid in two parts, by one payment a dialog however often it is pressed', async () => {
    await page.goto('/invoices')
    await page.getByRole('button', { name: 'Process Payment' }).click()
    await page.getByLabel('Amount').fill('60.5')
    await page.getByRole('button', { name: 'Record payment' }).dblclick()
    await notice(page, 'Payment recorded. $100.00 is still owed.').waitFor()
    await page.getByRole('button', { name: 'Process Payment' }).click()
    expect(await page.getByLabel('Amount').inputValue()).toBe('100.00')
    await page.getByRole('button', { name: 'Record payment' }).click()
    await notice(page, 'Payment recorded.').waitFor()
    await page.goto('/invoices?invoice=1')
    await expect.poll(() => page.getByRole('dialog').getByText('Refund').count()).toBe(2)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download PDF' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('INV-000001.pdf')
  })

  it('stands on the dashboard and in the customer’s history', async () => {
    await page.goto('/dashboard')
    await expect.poll(() => figure(page, 'Total Revenue')).toBe('$160.50')
    await page.getByText('$100.00 paid by cash').waitFor()
    await page.goto('/customers?customer=1')
    const drawer = page.getByRole('dialog')
    for (const text of [
      'Customer added',
      'Job completed',
      'Invoice INV-000001 issued',
      '$60.50 paid by cash',
    ])
      await drawer.getByText(text).first().waitFor()
  })

  it('a message goes out with Enter, is ticked when it left, and a template only waits to be sent', async () => {
    await page.goto('/messages?customer=1')
    await said(page, 'No messages yet. Start a conversation!')
    await said(page, 'SMS will log to the console for the MVP.')
    const composer = page.getByRole('textbox', { name: 'Message', exact: true })
    expect(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
    await composer.fill('On my way')
    await composer.press('Shift+Enter')
    await composer.pressSequentially('now')
    await composer.press('Enter')
    await notice(page, 'Message Sent').waitFor()
    await page.getByRole('list', { name: 'Messages' }).getByText('On my way').waitFor()
    await page.getByRole('img', { name: /Sent|Delivered/ }).waitFor()
    await page.getByRole('button', { name: /Ann Lee/ }).waitFor()
    await page.getByRole('tab', { name: 'Templates' }).click()
    await page.getByRole('button', { name: 'Running 15 minutes late' }).click()
    await expect.poll(() => composer.inputValue()).toContain('Hi Ann, I am running 15 minutes late')
    expect(await page.getByRole('list', { name: 'Messages' }).getByRole('listitem').count()).toBe(1)
  })

  it('made no browser complain', () => {
    expect(staff.complaints).toEqual([])
  })
})

it('what one changes, another sees without asking', async () => {
  const [one, other] = await Promise.all([signedInByForm(), signedInByForm()])
  await other.page.goto('/crm')
  await other.page.getByRole('tab', { name: 'All Customers (1)' }).waitFor()
  await one.page.goto('/crm')
  await one.page.getByRole('button', { name: 'Add Customer' }).click()
  const dialog = one.page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Bo')
  await dialog.getByLabel('Last name').fill('Dee')
  await dialog.getByLabel('Email').fill('bo@example.test')
  await dialog.getByLabel('Phone').fill('555 555 0102')
  await dialog.getByRole('button', { name: 'Add Customer' }).click()
  await notice(one.page, 'Customer has been added successfully.').waitFor()
  await other.page.getByRole('tab', { name: 'All Customers (2)' }).waitFor()
  await other.page.getByText('Bo Dee').waitFor()
  await Promise.all([one.context.close(), other.context.close()])
})

it('two people who edit one appointment lose nothing: the second sees what was changed, and keeps what was typed', async () => {
  const [one, other] = await Promise.all([signedInByForm(), signedInByForm()])
  await one.page.goto('/appointments/new?customerId=1')
  await one.page.getByLabel('Service type').selectOption('Painting & Finishing')
  await one.page.getByLabel('Date').fill('2031-07-01')
  await one.page.getByLabel('Time').fill('13:00')
  await expect.poll(() => one.page.getByLabel('Address').inputValue()).not.toBe('')
  await one.page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await notice(one.page, 'Appointment scheduled successfully').waitFor()
  const edit = '/appointments/2/edit'
  await Promise.all([one.page.goto(edit), other.page.goto(edit)])
  await one.page.getByLabel('Internal notes').fill('Gate code 1234')
  await other.page.getByLabel('Work description').fill('Hallway too')
  await one.page.getByRole('button', { name: 'Save Changes' }).click()
  await notice(one.page, 'Appointment has been updated successfully.').waitFor()
  await other.page.getByText('Updated below: Internal notes.').waitFor()
  await expect.poll(() => other.page.getByLabel('Internal notes').inputValue()).toBe('Gate code 1234')
  expect(await other.page.getByLabel('Work description').inputValue()).toBe('Hallway too')
  await other.page.getByRole('button', { name: 'Save Changes' }).click()
  await notice(other.page, 'Appointment has been updated successfully.').waitFor()
  await other.page.getByText('Gate code 1234').waitFor()
  await other.page.getByText('Hallway too').waitFor()

  // and it is cancelled and deleted, each after a question
  await other.page.goto(edit)
  await other.page.getByRole('button', { name: 'Cancel Appointment' }).click()
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Appointment' }).click()
  await notice(other.page, 'Appointment has been cancelled and customer notified.').waitFor()
  // one e-mail and one SMS, in the conversation
  await other.page.goto('/messages?customer=1')
  const notices = other.page.getByRole('list', { name: 'Messages' }).getByText(/cancel/i)
  await expect.poll(() => notices.count()).toBeGreaterThanOrEqual(2)
  await other.page.goto('/appointments/2')
  await other.page.getByRole('button', { name: 'Delete' }).click()
  await said(other.page, 'Are you sure you want to delete this appointment? This action cannot be undone.')
  await other.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await notice(other.page, 'Appointment has been deleted successfully.').waitFor()
  await other.page.waitForURL('**/scheduler')
  await Promise.all([one.context.close(), other.context.close()])
})
