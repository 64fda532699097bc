import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open } = useOffice({ DEMO_DATA: 'off' })

type Named = { id: number; title: string; value: string; label: string }
type Settings = { services: Named[]; estimateOptions: Named[] }
const settings = (): Promise<Settings> => client.read('/api/business')
async function change(method: 'PUT' | 'PATCH', part: string, body: object): Promise<void> {
  const { status, text } = await client.send(method, `/api/business/${part}`, body)
  expect(text).toContain('"services"')
  expect(status).toBe(200)
}
const devices = [
  ['a phone', phoneSize],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const

// a Monday, far away
const day = '2031-03-03'
let customerId: number
let appointmentId: number
beforeAll(async () => {
  const { id } = await client.create('/api/customers', {
    firstName: 'Ann',
    lastName: 'Becker',
    email: 'ann@example.test',
    phone: '555 555 0101',
    address: '1 Elm St',
  })
  customerId = id
  const { id: appointment } = await client.create('/api/appointments', {
    customerId,
    title: 'Painting & Finishing',
    scheduledDate: `${day}T10:00`,
    duration: 60,
  })
  appointmentId = appointment
  expect((await client.requestEstimate('Becker')).status).toBe(201)
})

const valueIn = (page: Page, label: string) => page.getByLabel(label).inputValue()

it('with nothing set a new appointment is as documented', async () => {
  const page = await open('/appointments/new')
  await page.getByText('Next free:').waitFor()
  const options = await page.getByLabel('Service type').locator('option').allTextContents()
  expect(options).toEqual([
    'Select a service',
    'General Repairs',
    'Painting & Finishing',
    'Installation Services',
    'Automotive & Machinery',
    'Lawn Care & Irrigation',
    'Grounds Maintenance',
  ])
  expect([await valueIn(page, 'Estimated hours'), await valueIn(page, 'Hourly rate ($)')]).toEqual([
    '1',
    '75',
  ])
  await page.getByLabel('Estimated hours').fill('0.5')
  await page.getByText('The minimum charge is one hour ($75).').waitFor()
  // a Saturday at night
  await page.getByLabel('Date').fill('2031-03-01')
  await page.getByLabel('Time', { exact: true }).fill('23:00')
  await page.getByText('Ends at 11:30 PM').waitFor()
  expect(await page.getByText('Outside of working hours').count()).toBe(0)
})

it.each(devices)(
  'on %s an appointment begins with the hours and the rate of its service',
  async (_, device) => {
    const { services } = await settings()
    const [repairs] = services
    await change('PATCH', 'rates', { hourlyRate: '80', minimumMinutes: 120 })
    await change('PUT', 'services', {
      services: [
        { ...repairs, title: 'Small repairs' },
        { title: 'Roofing', durationMinutes: 120, hourlyRate: '95' },
      ],
    })
    const page = await open(`/appointments/new?customerId=${customerId}`, device)
    await expect.poll(() => valueIn(page, 'Hourly rate ($)')).toBe('80')
    await page.getByText('The minimum charge is 2 hours ($160).').waitFor()
    await page.getByLabel('Service type').selectOption('Roofing')
    expect([await valueIn(page, 'Estimated hours'), await valueIn(page, 'Hourly rate ($)')]).toEqual([
      '2',
      '95',
    ])
    await page.getByLabel('Hourly rate ($)').fill('50')
    await page.getByLabel('Service type').selectOption('Small repairs')
    expect([await valueIn(page, 'Estimated hours'), await valueIn(page, 'Hourly rate ($)')]).toEqual([
      '1',
      '50',
    ])

    await page.goto(`/appointments/${appointmentId}/edit`)
    await page.getByLabel('Service type').waitFor()
    expect(await valueIn(page, 'Service type')).toBe('Painting & Finishing')
    await page.getByLabel('Service type').selectOption('Roofing')
    expect(await valueIn(page, 'Estimated hours')).toBe('1')
  },
)

it.each(devices)(
  'on %s a closed day warns and refuses nothing, and its jobs stay on the calendar',
  async (name, device) => {
    await change('PATCH', 'hours', {
      weekdays: { monday: { opens: '09:00', closes: '15:00' } },
      closedDays: [day],
    })
    await change('PATCH', 'calendar', { weekStartsOn: 'monday' })
    const page = await open(`/appointments/new?customerId=${customerId}&date=2031-03-10&time=15:00`, device)
    await page.getByText('On Monday, March 10, 2031 work is from 9:00 AM to 3:00 PM.').waitFor()
    await page.getByLabel('Date').fill(day)
    await page.getByText('Monday, March 3, 2031 is a closed day.').waitFor()
    await page
      .getByRole('button', { name: /^Mon|^Tue/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /March 3, 2031$/ }).count()).toBe(0)
    await page.getByLabel('Service type').selectOption('Roofing')
    await expect.poll(() => valueIn(page, 'Address')).toBe('1 Elm St')
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await notice(page, 'Appointment scheduled successfully').waitFor()

    await page.goto(`/scheduler?view=calendar&cal=month&day=${day}`)
    await page.getByRole('button', { name: /^Monday, March 3, 2031, closed, [23] appointments$/ }).waitFor()
    expect(await page.getByRole('columnheader').first().textContent()).toBe('Mon')
    await page.goto(`/scheduler?view=calendar&cal=agenda&day=${day}`)
    await page.getByRole('heading', { name: /^Monday, March 3, 2031\s*Closed$/ }).waitFor()
    await page.goto(`/scheduler?view=calendar&cal=week&day=${day}`)
    await page
      .getByRole('button', { name: /closed/ })
      .filter({ hasText: 'Mon' })
      .waitFor()
    const shaded = (date: string) =>
      page
        .locator(`ol[data-day="${date}"]`)
        .evaluate((it) => getComputedStyle(it).getPropertyValue('--opens'))
    expect(await shaded(day)).toBe('24')
    expect(await shaded('2031-03-04')).toBe('8')
    const first = await page.locator('ol[data-day]').first().getAttribute('data-day')
    expect(first).toBe(name === 'a phone' ? day : '2031-03-03')
  },
)

it.each(devices)('on %s a lead asks for what its option is called now', async (_, device) => {
  const { estimateOptions } = await settings()
  const rename = (label: string) => ({
    options: estimateOptions.map((it) => (it.value === 'painting' ? { ...it, label } : it)),
  })
  await change('PUT', 'estimate-options', rename('Paint and paper'))
  const page = await open('/crm?tab=leads', device)
  await page.getByText('Paint and paper').first().waitFor()
  await page.goto('/dashboard')
  await page.getByText('Paint and paper').first().waitFor()
  await change('PUT', 'estimate-options', {
    options: estimateOptions.filter(({ value }) => value !== 'painting'),
  })
  await page.goto('/crm?tab=leads')
  await page.getByText('Painting & Finishing').first().waitFor()
  await change('PUT', 'estimate-options', rename('Painting & Finishing'))
})
