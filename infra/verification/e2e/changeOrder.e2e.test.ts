import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { isWiderThanScreen, notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open, visitor } = office

let customerId: number
beforeAll(async () => {
  const person = { firstName: 'Marta', lastName: 'Okafor', email: 'marta@example.test' }
  const customer = await client.create('/api/customers', {
    ...{ ...person, phone: '919 555 0142', address: '3 Juniper Ln, Apex', source: 'referral' },
  })
  customerId = customer.id
})

const job = (title: string) =>
  client.create('/api/appointments', {
    ...{ customerId, title, duration: 60 },
    scheduledDate: new Date(Date.now() + 86_400_000).toISOString(),
  })
const value = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue()
/** What the customer opens with the link of a quote. */
async function openAsCustomer(quoteId: number): Promise<Page> {
  const { text } = await client.send('POST', `/api/quotes/${quoteId}/customer-link`)
  const { page } = await visitor(phoneSize)
  await page.goto(JSON.parse(text).path)
  return page
}

it('a change order with a credit is written on a phone, approved by the customer, and invoiced to the cent', async () => {
  const { id: jobId } = await job('Fencing')
  const page = await open(`/appointments/${jobId}`, phoneSize)
  await page.getByRole('link', { name: 'Change order' }).click()
  await page.getByRole('heading', { name: 'New Change Order' }).waitFor()
  await page.getByText('Below zero for a credit').waitFor()
  await page.getByLabel('Item 1', { exact: true }).fill('Two more posts')
  await page.getByLabel('Unit price of item 1').fill('80')
  await page.getByRole('button', { name: 'Add item' }).click()
  await page.getByLabel('Item 2', { exact: true }).fill('Gate not needed')
  await page.getByLabel('Quantity of item 2').fill('2')
  // the keys for amounts of some telephones have no minus
  await page.getByLabel('Unit price of item 2').fill('22.5')
  await page.getByRole('button', { name: 'Details of item 2' }).click()
  await page.getByRole('checkbox', { name: 'Credit' }).check()
  expect(await value(page, 'Unit price of item 2')).toBe('-22.50')
  expect(await page.getByLabel('Amount of item 2').textContent()).toBe('-$45.00')
  await page.getByText('The price book has no credits').waitFor()
  await page.getByLabel('Tax rate (%)').fill('10')
  await page.locator('output').getByText('$38.50', { exact: true }).waitFor()
  expect(await isWiderThanScreen(page)).toBe(false)
  await page.getByRole('button', { name: 'Save and send' }).click()
  const dialog = page.getByRole('dialog', { name: /^Send QUO-/ })
  await dialog.getByRole('radio', { name: /In person/ }).check()
  await dialog.getByRole('button', { name: 'Mark as sent' }).click()
  await notice(page, /can be answered now/).waitFor()
  const [{ id }] = await client.read(`/api/quotes?appointmentId=${jobId}`)

  const customer = await openAsCustomer(id)
  await customer.getByText('2 × -$22.50').waitFor()
  await customer.getByText('-$45.00').waitFor()
  await customer.getByLabel('Your full name').fill('Marta Okafor')
  await customer.getByRole('button', { name: 'Approve $38.50' }).click()
  await customer.getByText(/Approved by Marta Okafor at .*, \$38\.50\. Thank you!/).waitFor()
  expect(await isWiderThanScreen(customer)).toBe(false)

  await page.goto(`/quotes/${id}`)
  await page.getByText('Credit', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: 'Create invoice' }).click()
  await page.waitForURL(/\/invoices\?invoice=\d+/)
  await page.getByRole('dialog').getByText('-$45.00').waitFor()
  await page.getByRole('dialog').getByText('less $4.50 tax').waitFor()
  const { invoiceIds } = await client.read(`/api/quotes/${id}`)
  expect(await client.read(`/api/invoices/${invoiceIds[0]}`)).toMatchObject({
    totalAmount: '38.50',
    lines: [
      { description: 'Two more posts', quantity: '1', unitPrice: '80.00', amount: '80.00', tax: '8.00' },
      { description: 'Gate not needed', amount: '-45.00', tax: '-4.50' },
    ],
  })
})

it('one that takes off more than it adds is agreed to as a credit, and says where it is invoiced', async () => {
  const { id: jobId } = await job('Pergola')
  const lines = [
    { description: 'Beams not needed', unitPrice: '-120', unitCost: '40' },
    { description: 'Trip', unitPrice: '-10' },
  ]
  const { id } = await client.create('/api/quotes', {
    ...{ customerId, appointmentId: jobId, title: 'Change to the pergola', options: [{ id: 1, lines }] },
  })
  await client.create(`/api/quotes/${id}/send`, { channel: 'in_person' })
  const customer = await openAsCustomer(id)
  await customer.getByText(/^By pressing “Approve” I agree .* for a credit of \$130\.00/).waitFor()
  await customer.getByLabel('Your full name').fill('Marta Okafor')
  await customer.getByRole('button', { name: 'Approve a credit of $130.00' }).click()
  await customer.getByText(/Approved by Marta Okafor at .*, a credit of \$130\.00\. Thank you!/).waitFor()
  const page = await open(`/quotes/${id}`, phoneSize)
  await page.getByText('Add these items to the draft invoice of the job').waitFor()
  expect(await page.getByRole('button', { name: 'Create invoice' }).count()).toBe(0)
  expect(await isWiderThanScreen(page)).toBe(false)
  // words about the margin leave room for what the items are called
  await page.getByText('Margin -$90.00, 1 item without a cost').waitFor()
  const name = await page.getByRole('rowheader', { name: /^Beams not needed/ }).boundingBox()
  expect(name?.width).toBeGreaterThan(150)
})
