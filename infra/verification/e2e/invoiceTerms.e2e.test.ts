import { dayIn, dayLater } from '@plumbline/platform/time'
import { beforeAll, expect, it } from 'vitest'
import { phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open } = useOffice({ DEMO_DATA: 'off' })

const zone = 'America/New_York'
let customerId: number
/** Sets a part of the settings. */
async function set(method: string, part: string, body: object) {
  const etag = (await client.send('GET', '/api/business')).headers.get('etag') ?? ''
  const answer = await client.send(method, `/api/business/${part}`, body, { 'if-match': etag })
  expect(answer.status, answer.text).toBe(200)
}
const schedule = async (serviceType: string) => {
  const form = { customerId, title: serviceType, estimatedPrice: '100.00', duration: 60 }
  const scheduledDate = `${dayLater(dayIn(zone, new Date()))}T09:00`
  return (await client.create('/api/appointments', { ...form, scheduledDate })).id as number
}
beforeAll(async () => {
  const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '919 555 0101' }
  customerId = (await client.create('/api/customers', { ...person, address: '1 Elm St', source: 'website' }))
    .id
})

it('with nothing set an invoice begins without tax, and is due at once', async () => {
  const page = await open(`/invoices/new?customerId=${customerId}`)
  await page.getByLabel('Amount').fill('100')
  expect(await page.getByLabel('Tax rate (%)').inputValue()).toBe('')
  expect(await page.getByLabel('Tax', { exact: true }).inputValue()).toBe('0.00')
  expect(await page.getByLabel('Due date').inputValue()).toBe(dayIn(zone, new Date()))
  await page.getByText('Payment is due in full on completion.', { exact: true }).waitFor()
})

it.each([
  ['a desktop', undefined],
  ['a phone', phoneSize],
])(
  'on %s the rate, the terms and the untaxed service that are set are in the next invoice',
  async (_, size) => {
    await set('PUT', 'tax', {
      rates: [{ name: 'State', percent: '7.375', isDefault: true }],
      confirmed: false,
    })
    await set('PATCH', 'payment', { terms: 'Please pay within two weeks. Thank you.', daysUntilDue: 14 })
    const { services } = await client.read('/api/business')
    const untaxed = services.map((it: { title: string }) => ({
      ...it,
      taxable: it.title !== 'Painting & Finishing',
    }))
    await set('PUT', 'services', { services: untaxed })
    const page = await open(`/invoices/new?customerId=${customerId}`, size ?? {})
    const [rate, tax] = [page.getByLabel('Tax rate (%)'), page.getByLabel('Tax', { exact: true })]
    await expect.poll(() => rate.inputValue()).toBe('7.375')
    await page.getByLabel('Amount').fill('100')
    await expect.poll(() => tax.inputValue()).toBe('7.38')
    expect(await page.getByLabel('Due date').inputValue()).toBe(dayLater(dayIn(zone, new Date()), 14))
    await page.getByText('Please pay within two weeks.', { exact: true }).waitFor()
    await page.getByText('$107.38').first().waitFor()

    const [painting, repairs] = [await schedule('Painting & Finishing'), await schedule('General Repairs')]
    await page.goto(`/invoices/new?customerId=${customerId}&appointmentId=${painting}`)
    await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe('100.00')
    expect([await rate.inputValue(), await tax.inputValue()]).toEqual(['', '0.00'])
    // another job brings its own rate
    await page.getByLabel('Appointment').selectOption(String(repairs))
    await expect.poll(() => tax.inputValue()).toBe('7.38')

    await client.send('PUT', `/api/appointments/${repairs}`, { status: 'completed' })
    await page.goto(`/appointments/${repairs}?invoice=new`)
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByLabel('Tax', { exact: true }).inputValue()).toBe('7.38')
    await dialog.getByLabel('Tax rate (%)').fill('')
    await expect.poll(() => dialog.getByLabel('Tax', { exact: true }).inputValue()).toBe('0.00')
  },
)
