import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open, visitor } = office

const linkPattern = /\/c\/\d+-[\w-]{43}/g
/** The paths of the links in mails that went out, oldest first. */
const mailedLinks = () => office.product.output().match(linkPattern) ?? []

async function askForEstimate(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('Hannah')
  await dialog.getByLabel('Last name').fill('Kowalski')
  await dialog.getByLabel('Email').fill('hannah@example.test')
  await dialog.getByLabel('Phone').fill('(919) 555-0177')
  await dialog.getByLabel(/Service/).selectOption('painting')
  await dialog.getByLabel(/description/i).fill('The porch peels.')
  await dialog.getByRole('button', { name: 'Get Free Estimate' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

async function sendByEmail(page: Page): Promise<void> {
  const before = mailedLinks().length
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Email/ }).check()
  await dialog.getByRole('button', { name: 'Send Quote' }).click()
  await notice(page, /is on its way by email/i).waitFor()
  await expect.poll(() => mailedLinks().length).toBeGreaterThan(before)
}

/** What a unit costs the business, and no customer reads. */
const cost = '777.31'

async function sign(page: Page): Promise<void> {
  const canvas = page.locator('canvas')
  await canvas.scrollIntoViewIfNeeded()
  const box = (await canvas.boundingBox()) as { x: number; y: number; width: number; height: number }
  await page.mouse.move(box.x + 20, box.y + 60)
  await page.mouse.down()
  for (const [x, y] of [
    [60, 15],
    [90, 80],
    [160, 30],
    [220, 70],
  ] as const)
    await page.mouse.move(box.x + x, box.y + y, { steps: 5 })
  await page.mouse.up()
}

it('a request becomes a quote, a revision, an approval, a job, an invoice and a payment, to the cent on both sides', async () => {
  const { page: guest } = await visitor(phoneSize)
  await askForEstimate(guest)

  // the owner writes it on a phone, with two options
  const staff = await open('/crm?tab=leads', phoneSize)
  await staff.getByRole('link', { name: 'Hannah Kowalski' }).click()
  await staff.getByRole('button', { name: 'Create quote' }).click()
  await staff.getByRole('button', { name: 'Create new' }).click()
  await staff.getByRole('heading', { name: 'New Quote' }).waitFor()
  await staff.getByLabel('Work').fill('Paint the porch')
  await staff.getByLabel('Item 1', { exact: true }).fill('Scrape and paint')
  await staff.getByLabel('Unit price of item 1').fill('900')
  await staff.getByRole('button', { name: 'Details of item 1' }).click()
  await staff.getByLabel('Unit cost of item 1').fill(cost)
  await staff.getByText('Margin $122.69 (13.6%)').waitFor()
  await staff.getByRole('button', { name: 'Offer options' }).click()
  await staff.getByLabel('Unit price of item 1').nth(1).fill('1250')
  await staff.getByRole('button', { name: 'Save and send' }).click()
  await sendByEmail(staff)
  const [lead] = await client.read('/api/leads')
  const [{ id }] = await client.read(`/api/quotes?leadId=${lead.id}`)
  const quote = () => client.read(`/api/quotes/${id}`)

  await staff.getByText('$472.69 (37.8%)').waitFor()

  // the customer opens the link of the mail, and asks for a change
  const { page: customer } = await visitor(phoneSize)
  await customer.goto(mailedLinks().at(-1) as string)
  await customer.getByRole('heading', { name: 'Paint the porch' }).waitFor()
  expect(await customer.content()).not.toContain(cost)
  expect(new URL(customer.url()).pathname).toBe(`/c/quote/${id}`)
  await customer.getByText('Ask for a change', { exact: true }).click()
  await customer.getByLabel('What should be different?').fill('Please include the railing.')
  await customer.getByRole('button', { name: 'Send' }).click()
  await customer.getByText('You wrote: “Please include the railing.”').waitFor()
  await expect.poll(async () => (await quote()).viewedAt).not.toBeNull()

  // the owner reads it and sends a revision
  await staff.goto(`/quotes/${id}`)
  await staff.getByText('Please include the railing.').waitFor()
  await staff.getByRole('link', { name: 'Revise' }).click()
  await staff.getByLabel('Unit price of item 1').nth(1).fill('1400.50')
  await staff.getByRole('button', { name: 'Save and send' }).click()
  await sendByEmail(staff)
  await expect.poll(async () => (await quote()).sentRevision).toBe(2)

  // the customer looks again in the same tab, chooses the second option and signs
  await customer.reload()
  await customer.getByRole('radio').nth(1).check()
  await customer.getByRole('button', { name: 'Continue' }).click()
  const approve = customer.getByRole('button', { name: /^Approve \$/ })
  const total = (await approve.innerText()).replace('Approve ', '')
  await customer.getByLabel('Your full name').fill('Hannah Kowalski')
  await sign(customer)
  await approve.click()
  await customer.getByText(/Approved by Hannah Kowalski at/).waitFor()
  await expect
    .poll(() => office.product.output())
    .toContain(`You approved quote ${(await quote()).quoteNumber}`)
  await expect.poll(() => client.read(`/api/leads/${lead.id}`)).toMatchObject({ status: 'converted' })
  const { customerId } = await quote()
  expect((await client.read(`/api/customers/${customerId}`)).status).toBe('active')

  // the job, planned with what was agreed
  await staff.goto(`/quotes/${id}`)
  await staff.getByRole('link', { name: 'Schedule the job' }).click()
  await staff.getByRole('heading', { name: 'New Appointment' }).waitFor()
  await staff.getByLabel('Date').fill('2031-06-02')
  await staff.getByLabel('Time').fill('09:00')
  await staff.getByLabel('Address').fill('3 Juniper Ln, Apex')
  expect(await staff.getByLabel('Work description').inputValue()).toContain('1 × Scrape and paint')
  await staff.getByRole('button', { name: 'Schedule Appointment' }).click()
  await notice(staff, 'Appointment scheduled successfully').waitFor()
  await expect.poll(async () => (await quote()).scheduledId).not.toBeNull()
  const { scheduledId } = await quote()
  await client.send('PUT', `/api/appointments/${scheduledId}`, { status: 'completed' })

  // the invoice has exactly what was approved, and is paid
  await staff.goto(`/quotes/${id}`)
  await staff.getByRole('button', { name: 'Create invoice' }).click()
  await staff.waitForURL(/\/invoices\?invoice=\d+/)
  await staff.getByRole('button', { name: 'Issue invoice' }).click()
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Issue invoice' }).click()
  await notice(staff, /issued as INV-/).waitFor()
  const { invoiceIds } = await quote()
  const invoice = () => client.read(`/api/invoices/${invoiceIds[0]}`)
  const amount = `$${Number((await invoice()).totalAmount).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
  expect(amount).toBe(total)
  await staff.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).click()
  await staff.getByRole('button', { name: 'Record payment' }).click()
  await expect.poll(async () => (await invoice()).status).toBe('paid')

  // the customer's page has what was agreed, and nothing to answer
  await customer.reload()
  await customer.getByText(total).first().waitFor()
  expect(await customer.content()).not.toContain(cost)
  expect(office.product.output()).not.toContain(cost)
  expect(await customer.getByRole('button', { name: /Approve|Send|Decline/ }).count()).toBe(0)
}, 180_000)
