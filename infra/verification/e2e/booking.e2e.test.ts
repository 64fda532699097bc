import type { Page, Route } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { breakStream, notice, tapCounter } from './browser.ts'
import { exportCsv } from './exportCsv.ts'
import { press, reach, write } from './keyboard.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open, openAlone, close } = office
let customerId: number

beforeAll(async () => {
  const marta = {
    firstName: 'Marta',
    lastName: 'Okafor',
    email: 'marta@example.test',
    phone: '5555550142',
    address: '1 Elm St, Raleigh',
  }
  customerId = (await client.create('/api/customers', marta)).id
})

async function planned(scheduledDate: string, title = 'General Repairs'): Promise<number> {
  const body = { customerId, title, scheduledDate, duration: 60 }
  return (await client.create('/api/appointments', body)).id
}
const stored = (id: number | string) => client.read(`/api/appointments/${id}`)
const idIn = (page: Page) => /\/appointments\/(\d+)/.exec(page.url())?.[1] as string

const sizes = [
  ['on a phone', { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }],
  ['on a desk', { viewport: { width: 1440, height: 900 } }],
] as const

describe.each(sizes)('%s, by pointing', (_, size) => {
  it('an appointment is booked, edited, cancelled and deleted', async () => {
    const page = await open('/scheduler', size)
    const tap = (name: string | RegExp, role: 'link' | 'button' = 'button') => {
      const target = page.getByRole(role, { name }).first()
      return 'hasTouch' in size ? target.tap() : target.click()
    }
    /** Beside the heading, on a phone at the end of the page. */
    const editOrDelete = (name: 'Edit' | 'Delete') => tap(name, name === 'Edit' ? 'link' : 'button')
    await tap('New Appointment', 'link')
    expect(await page.getByLabel('Estimated hours').inputValue()).toBe('1')
    expect(await page.getByLabel('Hourly rate').inputValue()).toBe('75')
    await page.getByLabel('Customer').click()
    await page.getByLabel('Customer').fill('okaf')
    await page.getByRole('option', { name: /Marta Okafor/ }).click()
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St, Raleigh')
    await page.getByText("Customer's address: 1 Elm St, Raleigh").waitFor()
    await page.getByLabel('Service type').selectOption('Painting & Finishing')
    await page.getByLabel('Date').fill('2031-06-02')
    await page.getByLabel('Time').fill('09:00')
    await page.getByLabel('Estimated hours').fill('2')
    await page.getByText('$150.00', { exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.viewport.width)
    await tap('Schedule Appointment')
    await notice(page, 'Appointment scheduled successfully').waitFor()
    await page.waitForURL('**/scheduler')

    await tap('Painting & Finishing', 'link')
    await page.waitForURL(/\/appointments\/\d+$/)
    await page.getByText('Mon, Jun 2, 2031, 9:00 – 11:00 AM').waitFor()
    const id = idIn(page)
    await editOrDelete('Edit')
    await page.getByLabel('Time').fill('10:30')
    await page.getByLabel('Hourly rate').fill('80')
    await tap('Save Changes')
    await notice(page, 'Appointment has been updated successfully.').waitFor()
    await page.waitForURL(`**/appointments/${id}`)
    await page.getByText('10:30 AM (120 min)').waitFor()
    expect(await stored(id)).toMatchObject({ estimatedPrice: '160.00', status: 'scheduled' })

    await page.goto(`/customers/${customerId}/appointments`)
    await tap('Cancel appointment')
    const question = page.getByRole('alertdialog')
    await question.getByText(/This action cannot be undone/).waitFor()
    await question.getByRole('button', { name: 'Keep Appointment' }).click()
    expect((await stored(id)).status).toBe('scheduled')
    await tap('Cancel appointment')
    await question.getByRole('button', { name: 'Cancel Appointment' }).click()
    await notice(page, 'Appointment has been cancelled and customer notified.').waitFor()
    expect((await stored(id)).status).toBe('cancelled')
    await expect.poll(() => page.getByRole('button', { name: 'Cancel appointment' }).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe(`/customers/${customerId}/appointments`)

    await page.goto(`/appointments/${id}/edit`)
    await page.getByLabel('Status').waitFor()
    expect(await page.getByRole('button', { name: 'Cancel Appointment' }).count()).toBe(0)
    await page.goto(`/appointments/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await editOrDelete('Delete')
    await question.getByRole('button', { name: 'Delete' }).click()
    await notice(page, 'Appointment has been deleted successfully.').waitFor()
    await page.waitForURL('**/scheduler')
    await page.goto(`/appointments/${id}`)
    await page.getByRole('heading', { name: 'Appointment Not Found', level: 1 }).waitFor()
    await close(page, '404')
  })
})

describe.each([
  ['375 px', 375],
  ['1440 px', 1440],
])('at %s, by keyboard alone', (_, width) => {
  it('an appointment is booked, edited, cancelled and deleted', async () => {
    const page = await open('/scheduler', { viewport: { width, height: 812 } })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const editOrDelete = (name: 'Edit' | 'Delete') =>
      press(page, page.getByRole(name === 'Edit' ? 'link' : 'button', { name, exact: true }))
    await press(page, page.getByRole('link', { name: 'New Appointment', exact: true }))
    await write(page, page.getByLabel('Customer'), 'okaf')
    // Enter chooses from the results of a finished search
    await page.getByRole('status').getByText('1 result', { exact: true }).waitFor()
    await page.getByRole('option', { name: /Marta Okafor/ }).waitFor()
    await page.keyboard.press('Enter')
    await reach(page, page.getByLabel('Service type'))
    await page.keyboard.type('Lawn')
    await reach(page, page.getByLabel('Date'))
    await page.keyboard.type('07042031')
    await reach(page, page.getByLabel('Time'))
    await page.keyboard.type('0915AM')
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St, Raleigh')
    await write(page, page.getByLabel('Estimated hours'), '1.5')
    await page.keyboard.press('Enter')
    await notice(page, 'Appointment scheduled successfully').waitFor()
    await page.waitForURL('**/scheduler')

    await press(page, page.getByRole('link', { name: 'Lawn Care & Irrigation' }))
    await page.waitForURL(/\/appointments\/\d+$/)
    await page.getByText('Fri, Jul 4, 2031, 9:15 – 10:45 AM').waitFor()
    const id = idIn(page)
    expect(await stored(id)).toMatchObject({ duration: 90, estimatedPrice: '112.50' })
    await editOrDelete('Edit')
    await write(page, page.getByLabel('Internal notes'), 'Gate code 1234')
    await press(page, button('Save Changes'))
    await notice(page, 'Appointment has been updated successfully.').waitFor()
    await page.getByText('Gate code 1234').waitFor()

    await editOrDelete('Edit')
    await press(page, button('Cancel Appointment'))
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    // the focus returns to the button that asked
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Cancel Appointment')
    await page.keyboard.press('Enter')
    await press(page, question.getByRole('button', { name: 'Cancel Appointment' }))
    await notice(page, 'Appointment has been cancelled and customer notified.').waitFor()
    expect((await stored(id)).status).toBe('cancelled')

    await page.waitForURL(`**/appointments/${id}`)
    await editOrDelete('Delete')
    await press(page, question.getByRole('button', { name: 'Delete' }))
    await notice(page, 'Appointment has been deleted successfully.').waitFor()
    expect((await client.send('GET', `/api/appointments/${id}`)).status).toBe(404)
  })
})

it('an edit of the notes keeps the price, although the rate is shown rounded', async () => {
  const booking = { customerId, title: 'General Repairs', scheduledDate: '2031-05-01T09:00' }
  const { text } = await client.send('POST', '/api/appointments', {
    ...{ ...booking, duration: 90, estimatedPrice: '100.00' },
  })
  const { id } = JSON.parse(text)
  const page = await open(`/appointments/${id}/edit`)
  expect(await page.getByLabel('Hourly rate').inputValue()).toBe('66.67')
  await page.getByLabel('Internal notes').fill('Two dogs')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await notice(page, 'Appointment has been updated successfully.').waitFor()
  expect(await stored(id)).toMatchObject({ estimatedPrice: '100.00', duration: 90, notes: 'Two dogs' })
})

it('an edit of the notes accepts a stored length that is no half hour', async () => {
  const id = await planned('2031-05-02T09:00')
  await client.send('PUT', `/api/appointments/${id}`, { duration: 75 })
  const page = await open(`/appointments/${id}/edit`)
  expect(await page.getByLabel('Estimated hours').inputValue()).toBe('1.25')
  await page.getByLabel('Internal notes').fill('Bring the ladder')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await notice(page, 'Appointment has been updated successfully.').waitFor()
  expect(await stored(id)).toMatchObject({ duration: 75, notes: 'Bring the ladder' })
})

it('the first invalid field of a new appointment gets the focus, whatever kind of control it is', async () => {
  const page = await open('/appointments/new?date=&time=')
  const submitted = async (label: string, message: string) => {
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await page.getByText(message, { exact: true }).waitFor()
    const field = page.getByLabel(label)
    await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
    return field
  }
  await page.getByRole('combobox', { name: 'Customer' }).waitFor()
  await (await submitted('Customer', 'Please select a customer')).fill('okaf')
  await page.getByRole('option', { name: /Marta Okafor/ }).click()
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St, Raleigh')
  await (await submitted('Service type', 'Service type is required')).selectOption('General Repairs')
  await (await submitted('Date', 'Date is required')).fill('2031-06-03')
  await (await submitted('Time', 'Time is required')).fill('09:00')
  const hours = page.getByLabel('Estimated hours')
  for (const [typed, message] of [
    ['1.3', 'Use half hours, such as 1.5'],
    ['2,5', 'Use half hours, such as 1.5'],
    ['1e2', 'Use half hours, such as 1.5'],
    ['0.4', 'Minimum 0.5 hours required'],
  ] as const) {
    await hours.fill(typed)
    await submitted('Estimated hours', message)
  }
  await hours.press('ArrowUp')
  expect(await hours.inputValue()).toBe('0.5')
  await hours.fill('1.5')
  await hours.press('ArrowUp')
  expect(await hours.inputValue()).toBe('2')
  await page.getByLabel('Hourly rate').fill('75.555')
  await (await submitted('Hourly rate', 'At most two decimals')).fill('75.50')
  await page.getByText('$151.00', { exact: true }).waitFor()
})

it('a crew that is refused is told so in red, and gets the focus', async () => {
  const page = await open('about:blank')
  await page.route('**/api/team/members', (route) =>
    route.fulfill({
      json: ['ann', 'bob'].map((name, n) => ({ id: n + 1, name, role: 'worker', state: 'active' })),
    }),
  )
  await page.route('**/api/appointments', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      json: { detail: 'Invalid', errors: { assigneeIds: 'bob has left' } },
    }),
  )
  await page.goto(`/appointments/new?customerId=${customerId}&date=2031-06-03&time=09:00`)
  const crew = page.getByRole('group', { name: 'Who does it' })
  await crew.getByLabel('bob').check()
  await page.getByLabel('Service type').selectOption('General Repairs')
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St, Raleigh')
  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await crew.getByText('bob has left').waitFor()
  const isFocused = (name: string) => crew.getByLabel(name).evaluate((it) => it === document.activeElement)
  await expect.poll(() => isFocused('ann')).toBe(true)
  const colorOf = (text: string) => page.getByText(text).evaluate((it) => getComputedStyle(it).color)
  const red = await colorOf('bob has left')
  await page.getByLabel('Date').fill('')
  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await page.getByText('Date is required').waitFor()
  expect(red).toBe(await colorOf('Date is required'))
  expect(await axeFindings(page)).toEqual([])
  await close(page, '400')
})

it('a new appointment for a customer that does not exist says so, and starts without one', async () => {
  const page = await open('/appointments/new?customerId=99999')
  await page.getByText('Customer 99999 does not exist. Please select another one.').waitFor()
  expect(
    await page
      .getByRole('navigation', { name: 'Back' })
      .getByRole('link', { name: 'Scheduler' })
      .getAttribute('href'),
  ).toBe('/scheduler')
  await page.getByLabel('Customer').fill('okaf')
  await page.getByRole('option', { name: /Marta Okafor/ }).click()
  await expect.poll(() => page.getByText(/does not exist/).count()).toBe(0)
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('1 Elm St, Raleigh')
  await close(page, '404')
})

it('a job is started and completed by keyboard without losing the focus, and both can be undone', async () => {
  const id = await planned('2031-05-03T09:00')
  await client.send('PUT', `/api/appointments/${id}`, { estimatedPrice: '90.00' })
  const page = await open(`/appointments/${id}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  const status = async () => (await stored(id)).status
  await press(page, button('Start job'))
  await expect.poll(focused).toBe('Complete job')
  await button('Undo').click()
  await button('Start job').waitFor()
  await expect.poll(status).toBe('scheduled')

  await press(page, button('Start job'))
  await button('Complete job').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('120')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Invoice this job' }).waitFor()
  expect(await stored(id)).toMatchObject({ status: 'completed', actualPrice: '120.00' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('On site')
  await button('Undo').click()
  await button('Complete job').waitFor()
  expect(await stored(id)).toMatchObject({ status: 'in_progress', actualPrice: null })
})

describe('on a phone, from the page of a job', () => {
  const [, phone] = sizes[0]
  let id: number
  let page: Page
  beforeEach(async () => {
    // an hour later it may be tomorrow
    id = await planned(new Date().toISOString())
    page = await open(`/appointments/${id}`, phone)
  })
  afterEach(async () => {
    // which one of them breaks
    await close(page, '/depart')
    await client.send('DELETE', `/api/appointments/${id}`)
  })

  it('the arrival is texted to the customer in two taps, and the job is still there', async () => {
    const { tap, taps } = tapCounter({ hasTouch: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const onMyWay = await page.getByRole('button', { name: 'On my way' }).boundingBox()
    // in the bar at the bottom, above the navigation
    expect(onMyWay?.y).toBeGreaterThan(680)
    expect((onMyWay?.y ?? 0) + (onMyWay?.height ?? 0)).toBeLessThan(812 - 60)
    await tap(button('On my way'))
    const text = page.getByRole('dialog').getByLabel('Message')
    await expect.poll(() => text.inputValue()).toMatch(/^Hi Marta, I am on my way to your location\./)
    await tap(button('Send'))
    await notice(page, 'Message Sent').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(`/appointments/${id}`)
    expect(taps()).toBe(2)
    const { text: sent } = await client.send('GET', `/api/messages/customer/${customerId}`)
    expect(JSON.parse(sent).at(-1)).toMatchObject({
      type: 'sms',
      direction: 'outbound',
      content: expect.stringContaining('I am on my way'),
    })
  })

  it('the customer is not texted twice when the job did not show that the crew had left', async () => {
    const button = page.getByRole('button', { name: 'On my way', exact: true })
    const texts = async () => (await client.read(`/api/messages/customer/${customerId}`)).length
    const before = await texts()
    await page.route('**/depart', (route) => route.abort(), { times: 1 })
    await button.tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).tap()
    await notice(page, /^The text was sent, but the job does not show/).waitFor()
    expect((await client.read(`/api/appointments/${id}`)).onTheWaySince).toBeNull()
    await button.tap()
    await expect.poll(async () => (await client.read(`/api/appointments/${id}`)).onTheWaySince).not.toBeNull()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await texts()).toBe(before + 1)
  })

  it('a delay is texted to the customer in two taps, and another one takes its place', async () => {
    const { tap, taps } = tapCounter({ hasTouch: true })
    await tap(page.getByRole('button', { name: 'Running 15 minutes late' }))
    const dialog = page.getByRole('dialog', { name: 'Running late' })
    const text = dialog.getByLabel('Message')
    await expect
      .poll(() => text.inputValue())
      .toMatch(/^Hi Marta, I am running 15 minutes late\. Sorry about that!/)
    await dialog.getByRole('button', { name: '30 min', pressed: false }).click()
    await expect.poll(() => text.inputValue()).toContain('I am running 30 minutes late.')
    await tap(dialog.getByRole('button', { name: 'Send' }))
    await notice(page, 'Message Sent').waitFor()
    expect(taps()).toBe(2)
    const { text: sent } = await client.send('GET', `/api/messages/customer/${customerId}`)
    expect(JSON.parse(sent).at(-1)).toMatchObject({
      type: 'sms',
      content: expect.stringContaining('I am running 30 minutes late.'),
    })
  })

  it('the customer is texted anything from the row of the phone number', async () => {
    await page.getByRole('button', { name: 'Text the customer' }).tap()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Message').fill('Is the side door open?')
    await dialog.getByRole('button', { name: 'Send' }).tap()
    await notice(page, 'Message Sent').waitFor()
    const { text: sent } = await client.send('GET', `/api/messages/customer/${customerId}`)
    expect(JSON.parse(sent).at(-1)).toMatchObject({ type: 'sms', content: 'Is the side door open?' })
  })

  it('the page says first whose job it is, then what is done, when, and its status', async () => {
    const heading = page.getByRole('heading', { level: 1, name: 'Marta Okafor' })
    await heading.waitFor()
    const tops = await Promise.all(
      [
        heading,
        page.getByRole('heading', { level: 2, name: 'General Repairs' }),
        page.getByText('Scheduled', { exact: true }),
        page.getByRole('region', { name: 'Customer', exact: true }),
      ].map(async (it) => (await it.boundingBox())?.y ?? Number.NaN),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    expect(tops[3]).toBeLessThan(330)
  })

  it('the text says when, and what was written besides is kept', async () => {
    await page.getByRole('button', { name: 'On my way' }).tap()
    const dialog = page.getByRole('dialog')
    const text = dialog.getByLabel('Message')
    await dialog.getByRole('button', { name: '20 min' }).tap()
    await expect.poll(() => text.inputValue()).toContain('I will be there in about 20 minutes.')
    await text.fill(`${await text.inputValue()} See you!`)
    await dialog.getByRole('button', { name: '30 min', pressed: false }).tap()
    await expect.poll(() => text.inputValue()).toMatch(/about 30 minutes\. .* See you!$/)
    await dialog.getByRole('button', { name: '30 min', pressed: true }).tap()
    await expect.poll(() => text.inputValue()).not.toContain('minutes')
  })

  it('a job is started, completed and ready to be invoiced in three taps, and address and phone are links', async () => {
    const bar = page.getByRole('region', { name: 'On site' })
    const customer = page.getByRole('region', { name: 'Customer', exact: true })
    const link = (name: string) => customer.getByRole('link', { name }).getAttribute('href')
    expect(await link('1 Elm St, Raleigh')).toContain('destination=1%20Elm%20St%2C%20Raleigh')
    expect(await link('(555) 555-0142')).toMatch(/^tel:/)
    await bar.getByRole('button', { name: 'Start job' }).tap()
    await bar.getByRole('button', { name: 'Complete job' }).tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Complete job' }).tap()
    const invoice = bar.getByRole('button', { name: 'Invoice this job' })
    await expect.poll(async () => (await invoice.boundingBox())?.y).toBeGreaterThan(680)
    expect((await stored(id)).status).toBe('completed')
  })
})

it('a job is printed with the business and a line for the signature, without buttons and internal notes', async () => {
  const id = await planned('2031-05-04T09:00', 'Painting & Finishing')
  await client.send('PUT', `/api/appointments/${id}`, { description: 'Two coats', notes: 'Dog in the yard' })
  const page = await open(`/appointments/${id}`)
  await page.route('**/api/business', async (route) => {
    const response = await route.fetch()
    const business = await response.json()
    business.description.address = '5 Shop Road, Apex'
    await route.fulfill({ response, json: business })
  })
  await page.reload()
  await page.getByText('Dog in the yard').waitFor()
  expect(await page.getByText('Customer signature').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  // the business is another answer than the job
  for (const text of [
    'Customer signature',
    '1 Elm St, Raleigh',
    'Two coats',
    '5 Shop Road, Apex',
    `Job #${id}`,
  ])
    await page.getByText(text).waitFor()
  // the customer signs it
  expect(await page.getByText('Dog in the yard').isVisible()).toBe(false)
  const main = page.getByRole('main')
  expect(await main.getByRole('button').count()).toBe(0)
  expect(await main.getByRole('link', { name: /Edit|Scheduler|Profile|On my way/ }).count()).toBe(0)
})

it('an appointment whose deletion fails is still there, though it changed meanwhile', async () => {
  const id = await planned('2031-05-08T09:00', 'Painting & Finishing')
  const page = await open(`/appointments/${id}`)
  const { promise: deletion, resolve } = Promise.withResolvers<Route>()
  await page.route(`**/api/appointments/${id}`, (route) =>
    route.request().method() === 'DELETE' ? resolve(route) : route.continue(),
  )
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const held = await deletion
  const other = await open(`/appointments/${id}`)
  await client.send('PUT', `/api/appointments/${id}`, { description: 'Two coats' })
  // windows get this news while the deletion is on its way
  await other.getByText('Two coats').waitFor()
  await held.fulfill({ status: 503, contentType: 'text/plain', body: 'Please try again later.' })
  await notice(page, '503: Please try again later.').waitFor()
  await page.getByText('Two coats').waitFor()
  expect(await page.getByText('Appointment Not Found').count()).toBe(0)
  await close(page, '503')
})

it('the address of one job is corrected on its edit page, and no other', async () => {
  const id = await planned('2031-05-05T09:00', 'Painting & Finishing')
  const other = await planned('2031-05-05T15:00', 'Painting & Finishing')
  const page = await open(`/appointments/${id}/edit`)
  const address = page.getByLabel('Address')
  expect(await address.inputValue()).toBe('1 Elm St, Raleigh')
  await address.fill('77 Old Mill Rd, Apex')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await notice(page, 'Appointment has been updated successfully.').waitFor()
  expect((await stored(id)).address).toBe('77 Old Mill Rd, Apex')
  expect((await stored(other)).address).toBe('1 Elm St, Raleigh')
})

it('a free time is chosen beside the day of it, with its end, and any minute can be typed instead', async () => {
  // a Tuesday: 9 to 10 and 11 to 12 are taken
  const ids = [await planned('2031-05-20T09:00'), await planned('2031-05-20T11:00')]
  const page = await open('/appointments/new', { viewport: { width: 1440, height: 900 } })
  // from the start
  await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  await page.getByLabel('Date').fill('2031-05-20')
  await page.getByRole('heading', { name: 'Tue, May 20, 2031' }).waitFor()
  await page.getByLabel('Estimated hours').fill('1.5')
  const free = page.getByRole('group', { name: 'Next free' })
  await free.getByRole('button', { name: 'Tue 12:00 PM' }).waitFor()
  expect(await free.getByRole('button', { name: 'Tue 10:00 AM' }).count()).toBe(0)
  await page.getByLabel('Estimated hours').fill('1')
  await free.getByRole('button', { name: 'Tue 10:00 AM' }).click()
  expect(await page.getByLabel('Time').inputValue()).toBe('10:00')
  await page.getByText('Ends at 11:00 AM').waitFor()
  await page.getByLabel('Time').focus()
  await page.keyboard.type('1007AM')
  expect(await page.getByLabel('Time').inputValue()).toBe('10:07')
  await page.getByText('Ends at 11:07 AM').waitFor()
  for (const id of ids) await client.send('DELETE', `/api/appointments/${id}`)
})

it('only open appointments at the same time are warned of, and the agenda names them', async () => {
  const [first, completed] = [
    await planned('2031-05-06T09:00', 'Grounds Maintenance'),
    await planned('2031-05-06T09:30', 'Installation Services'),
  ]
  await planned('2031-05-06T09:15', 'Lawn Care & Irrigation')
  await client.send('PUT', `/api/appointments/${completed}`, { status: 'completed' })
  const page = await open(`/appointments/new?date=2031-05-06&time=09:15`)
  const warning = page.getByRole('status').filter({ hasText: 'You already have appointments at this time' })
  await warning.getByText('9:00 – 10:00 AM: Grounds Maintenance, Marta Okafor').waitFor()
  await warning.getByText('9:15 – 10:15 AM: Lawn Care & Irrigation, Marta Okafor').waitFor()
  expect(await warning.getByRole('listitem').count()).toBe(2)
  await page.goto('/scheduler?view=calendar&cal=agenda&day=2031-05-06')
  const entry = (id: number) => page.locator(`main a[href="/appointments/${id}"]`)
  await entry(first).getByText('Overlaps Lawn Care & Irrigation, Marta Okafor, 9:15 – 10:15 AM').waitFor()
  expect(
    await entry(completed)
      .getByText(/Overlaps/)
      .count(),
  ).toBe(0)
})

it('free times and overlaps that could not be loaded are not taken for none, and are there after another try', async () => {
  const id = await planned('2031-05-13T09:00')
  const page = await open('about:blank')
  const path = /\/api\/appointments(\/overlaps)?\?/
  await page.route(path, (route) => route.fulfill({ status: 503, body: 'Away.' }))
  await page.goto('/appointments/new?date=2031-05-13&time=09:15')
  const free = page.getByRole('group', { name: 'Next free' })
  await free.getByText('Free times could not be loaded.').waitFor()
  const warning = page
    .getByRole('status')
    .filter({ hasText: 'Other appointments at this time could not be checked' })
  await warning.waitFor()
  await page.unroute(path)
  await free.getByRole('button', { name: 'Try again' }).click()
  await free.getByRole('button', { name: /^Tue/ }).first().waitFor()
  await warning.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('You already have appointments at this time').waitFor()
  await client.send('DELETE', `/api/appointments/${id}`)
  await close(page, '503')
})

describe('an appointment that another user moved meanwhile', () => {
  const inCalendar = async (day: string) => {
    const page = await open('about:blank')
    // this window gets no news of it
    await breakStream(page)
    await page.goto(`/scheduler?view=calendar&cal=day&day=${day}`)
    return page
  }
  const block = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]`)

  it('is not overwritten: the calendar says so and shows the latest', async () => {
    const id = await planned('2031-08-05T10:00')
    const page = await inCalendar('2031-08-05')
    await block(page, id).focus()
    await client.send('PUT', `/api/appointments/${id}`, { scheduledDate: '2031-08-05T15:00' })
    await page.keyboard.press('Alt+ArrowDown')
    await notice(page, 'Appointment not moved').waitFor()
    await notice(page, 'Someone else just changed this appointment. Showing the latest.').waitFor()
    await block(page, id).getByText('3:00 – 4:00 PM').waitFor()
    expect((await stored(id)).scheduledDate).toBe('2031-08-05T19:00:00.000Z')
    await close(page, '412', 'ERR_FAILED')
  })

  it('is not overwritten by Undo either, while own moves build on each other', async () => {
    const id = await planned('2031-08-06T10:00')
    const page = await inCalendar('2031-08-06')
    await block(page, id).focus()
    for (const _ of [1, 2, 3]) await page.keyboard.press('Alt+ArrowDown')
    await expect.poll(async () => (await stored(id)).scheduledDate).toBe('2031-08-06T14:45:00.000Z')
    await notice(page, 'Appointment moved').waitFor()
    await client.send('PUT', `/api/appointments/${id}`, { duration: 90 })
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, 'Appointment not moved').waitFor()
    expect(await stored(id)).toMatchObject({ scheduledDate: '2031-08-06T14:45:00.000Z', duration: 90 })
    await close(page, '412', 'ERR_FAILED')
  })
})

it('a calendar link that was made elsewhere is there when its dialog is opened again', async () => {
  const made = async () => JSON.parse((await client.send('POST', '/api/calendar/feeds')).text).ending
  const endings = [await made()]
  const page = await open('/scheduler')
  const dialog = page.getByRole('dialog')
  const shown = async () => {
    await page.getByRole('button', { name: 'Sync to your calendar' }).click()
    for (const ending of endings) await dialog.getByText(`…${ending}`, { exact: true }).waitFor()
  }
  await shown()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  endings.push(await made())
  await shown()
  for (const { id } of await client.read('/api/calendar/feeds'))
    await client.send('DELETE', `/api/calendar/feeds/${id}`)
})

it('the job of a quote is an ordinary one when another customer is chosen for it', async () => {
  const contact = { email: 'bob@example.test', phone: '9195550199', address: '9 Oak St' }
  const { id: other } = await client.create('/api/customers', {
    firstName: 'Bob',
    lastName: 'Okoro',
    ...contact,
  })
  const options = [{ id: 1, lines: [{ description: 'Deck boards', unitPrice: '640' }] }]
  const { id: quoteId } = await client.create('/api/quotes', { customerId, title: 'New deck', options })
  await client.create(`/api/quotes/${quoteId}/send`, { channel: 'in_person' })
  await client.send('POST', `/api/quotes/${quoteId}/approve`, { revision: 1, optionId: 1, addOnIds: [] })
  const page = await open(`/appointments/new?customerId=${customerId}&quoteId=${quoteId}`)
  const asApproved = page.getByText(/^As approved in /)
  await asApproved.waitFor()
  await page.getByRole('combobox', { name: 'Customer' }).fill('Okoro')
  await page.getByRole('option', { name: /Bob Okoro/ }).click()
  await asApproved.waitFor({ state: 'detached' })
  await page.getByLabel('Service').selectOption('General Repairs')
  await page.getByLabel('Date').fill('2031-10-01')
  await page.getByLabel('Time', { exact: true }).fill('10:00')
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('9 Oak St')
  await page.getByRole('button', { name: 'Schedule Appointment' }).click()
  await notice(page, 'Appointment scheduled successfully').waitFor()
  const [job] = await client.read(`/api/customers/${other}/appointments`)
  expect(job.estimatedPrice).not.toBe('640.00')
  expect((await client.read(`/api/quotes/${quoteId}`)).scheduledId).toBeNull()
})

it('a calendar link is created, shown once, used and turned off', async () => {
  const page = await openAlone('/scheduler')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const appointment = await planned('2031-09-01T10:00', 'Grounds Maintenance')
  await page.getByRole('button', { name: 'Sync to your calendar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('No calendar links yet').waitFor()
  await dialog.getByRole('button', { name: 'Create calendar link' }).click()
  const address = await dialog.getByLabel('Your new calendar link').inputValue()
  expect(address).toMatch(new RegExp(`^${office.url}/api/calendar/[\\w-]{43}\\.ics$`))
  const webcal = await dialog.getByRole('link', { name: 'Open in calendar' }).getAttribute('href')
  expect(webcal).toBe(address.replace('http:', 'webcal:'))
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await notice(page, 'Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const ending = `…${address.slice(-8, -4)}`
  await dialog.getByText(ending, { exact: true }).waitFor()
  await dialog.getByText(/never used/).waitFor()
  // as a calendar app does, without a session
  const calendar = await fetch(address)
  expect(calendar.headers.get('content-type')).toContain('text/calendar')
  expect(await calendar.text()).toContain(`-${appointment}@plumbline`)

  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await page.reload()
  await page.getByRole('button', { name: 'Sync to your calendar' }).click()
  await dialog.getByText(/last used just now/).waitFor()
  expect(await dialog.getByLabel('Your new calendar link').count()).toBe(0)
  for (let n = 2; n <= 5; n++) {
    await dialog.getByRole('button', { name: 'Create calendar link' }).click()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(n)
  }
  expect(await dialog.getByRole('button', { name: 'Create calendar link' }).isDisabled()).toBe(true)
  await dialog.getByRole('button', { name: `Turn off link ${ending}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off', exact: true }).click()
  await notice(page, 'Link turned off').waitFor()
  expect((await fetch(address)).status).toBe(404)
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(4)
})

it('the scheduler shows the next five appointments and links to all; the list filters them', async () => {
  const ids: number[] = []
  for (const day of [1, 2, 3, 4, 5, 6])
    ids.push(await planned(`2030-01-0${day}T10:00`, 'Automotive & Machinery'))
  await client.send('PATCH', `/api/appointments/${ids[1]}/cancel`)
  const page = await open('/scheduler?view=list')
  const next = page.getByRole('region', { name: 'Upcoming Appointments' })
  await next.getByText('Tue, Jan 1, 2030, 10:00 – 11:00 AM').waitFor()
  expect(await next.getByRole('listitem').count()).toBe(5)
  const card = next.getByRole('listitem').first()
  for (const text of ['Automotive & Machinery', 'Scheduled', 'Marta Okafor', '1 Elm St, Raleigh'])
    await card.getByText(text, { exact: true }).waitFor()
  await next.getByRole('listitem').nth(1).getByText('Cancelled', { exact: true }).waitFor()
  const { length } = await client.read('/api/appointments?from=2027-01-01')
  await page.getByRole('link', { name: `View All ${length} Appointments` }).click()
  await page.waitForURL('**/appointments')

  const list = page.getByRole('list', { name: 'Appointments' })
  await page.getByLabel('Search appointments').fill('automotive')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(6)
  await list.getByText('$0.00', { exact: true }).first().waitFor()
  expect(await list.getByRole('link', { name: 'Edit' }).count()).toBe(5)
  expect(await list.getByRole('link', { name: 'View Details' }).count()).toBe(6)
  expect(await page.getByLabel('Status').locator('option').allTextContents()).toEqual([
    'All Statuses',
    'Scheduled',
    'In Progress',
    'Completed',
    'Cancelled',
  ])
  await page.getByLabel('Status').selectOption('cancelled')
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await page.getByLabel('Status').selectOption('completed')
  await page.getByText('No appointments found').waitFor()
  for (const id of ids) await client.send('DELETE', `/api/appointments/${id}`)
})

it('appointments are shown as rows where it was chosen, with all that a card has', async () => {
  const ids: number[] = []
  for (const hour of [8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])
    ids.push(await planned(`2030-02-01T${String(hour).padStart(2, '0')}:00`, 'Automotive & Machinery'))
  await client.send('PATCH', `/api/appointments/${ids[1]}/cancel`)
  const page = await open('/appointments', { viewport: { width: 1440, height: 900 } })
  await page.getByLabel('Search appointments').fill('automotive')
  await page.getByRole('button', { name: 'Rows' }).click()
  const rows = page.getByRole('table', { name: 'Appointments' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(14)
  const row = rows.nth(1)
  for (const text of ['Fri, Feb 1, 2030', '8:00 – 9:00 AM', 'Marta Okafor', '1 Elm St, Raleigh', '$0.00'])
    await row.getByText(text, { exact: true }).waitFor()
  await row.getByText('Automotive & Machinery', { exact: true }).waitFor()
  await row.getByText('Scheduled', { exact: true }).waitFor()
  await row.getByRole('link', { name: /^View Details/ }).waitFor()
  await row.getByRole('link', { name: /^Edit/ }).waitFor()
  expect(await rows.nth(2).getByRole('link', { name: /^Edit/ }).count()).toBe(0)
  const twelfth = await rows.nth(12).boundingBox()
  expect((twelfth?.y ?? 0) + (twelfth?.height ?? 0)).toBeLessThanOrEqual(900)
  await page.goto('/appointments')
  await page.getByRole('table', { name: 'Appointments' }).waitFor()
  await page.setViewportSize({ width: 800, height: 900 })
  await page
    .getByRole('list', { name: /^(Later|Earlier)? ?[Aa]ppointments/ })
    .first()
    .waitFor()
  expect(await page.getByRole('table', { name: 'Appointments' }).count()).toBe(0)
  for (const id of ids) await client.send('DELETE', `/api/appointments/${id}`)
})

it('the list begins with today: what is over is counted above it, and a list of its own, the latest first', async () => {
  const ids: number[] = []
  for (const day of [1, 2, 3, 4, 5, 6, 7, 8])
    ids.push(await planned(`2020-03-0${day}T10:00`, 'Grounds Maintenance'))
  const page = await open('/appointments', sizes[0][1])
  const today = page.getByRole('heading', { name: 'Today', exact: true })
  await today.waitFor()
  // with the first card below it
  expect((await today.boundingBox())?.y).toBeLessThan(540)
  expect(await page.getByText('Sun, Mar 1, 2020, 10:00 – 11:00 AM').count()).toBe(0)
  await page.getByRole('link', { name: '8 earlier appointments' }).tap()
  const list = page.getByRole('list', { name: 'Appointments', exact: true })
  const cards = list.getByRole('listitem')
  await cards.first().getByText('Sun, Mar 8, 2020, 10:00 – 11:00 AM').waitFor()
  expect(await cards.count()).toBe(8)
  const choose = async (period: string) => {
    await page.getByRole('button', { name: /^Filter/ }).tap()
    await page.getByRole('dialog').getByLabel('Dates').selectOption(period)
    await page.getByRole('button', { name: /^Show / }).tap()
  }
  await choose('upcoming')
  await expect.poll(() => page.getByText('Sun, Mar 8, 2020').count()).toBe(0)
  await choose('past')
  await expect.poll(() => cards.count()).toBe(8)
  await page.getByLabel('Search appointments').fill('painting')
  await page.getByText('No appointments found').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).tap()
  await today.waitFor()
  expect(new URL(page.url()).search).not.toContain('period')
  for (const id of ids) await client.send('DELETE', `/api/appointments/${id}`)
})

it('a new time can be texted to the customer right after it is saved', async () => {
  const id = await planned('2031-05-08T09:00')
  const page = await open(`/appointments/${id}/edit`)
  const save = () => page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByLabel('Internal notes').fill('Side door')
  await save()
  await notice(page, 'Appointment has been updated successfully.').waitFor()
  // what the customer need not know is not offered
  expect(await page.getByRole('button', { name: 'Text the new time' }).count()).toBe(0)
  await page.goto(`/appointments/${id}/edit`)
  await page.getByLabel('Time').fill('10:30')
  await save()
  await notice(page, 'The customer was not notified.').waitFor()
  await page.getByRole('button', { name: 'Text the new time' }).click()
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('Message')
  await expect.poll(() => text.inputValue()).toMatch(/^Hi Marta, .* moved to Thursday, May 8 at 10:30 AM\./)
  await dialog.getByRole('button', { name: 'Send' }).click()
  await notice(page, 'Message Sent').waitFor()
  await page.waitForURL(`/appointments/${id}`)
})

it('the export holds all appointments that the list shows', async () => {
  await planned('2031-10-01T10:00', 'Automotive & Machinery')
  const page = await open('/appointments?q=automotive')
  const { name, lines } = await exportCsv(page)
  expect(name).toBe('appointments.csv')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('Marta Okafor,Automotive & Machinery,Scheduled,"Oct 1, 2031, 10:00 AM",60')
})

it.each([
  ['/scheduler?view=list', "Today's Appointments", 'No appointments scheduled for today'],
  ['/appointments', 'Today', 'No appointments today.'],
])('%s that is left open shows the next day after midnight', async (path, name, empty) => {
  const id = await planned('2032-05-03T23:00', 'Installation Services')
  const page = await openAlone('about:blank')
  await page.clock.install({ time: new Date('2032-05-04T03:50:00Z') })
  await page.goto(path)
  const today = page.getByRole('region', { name })
  await today.getByText('Installation Services').waitFor()
  await page.clock.fastForward('12:00')
  await page.getByText(empty).waitFor()
  await client.send('DELETE', `/api/appointments/${id}`)
  // a file that is loaded while the clock runs on is given up
  await close(page, 'Loading chunk')
})

describe.each(['UTC', 'Pacific/Auckland'])('on a computer in %s', (timezoneId) => {
  // the night after clocks went forward, and the one after they went back
  it.each([
    ['2032-03-14', '2032-03-15T03:59:00Z', '2032-03-15T04:00:00Z'],
    ['2032-11-07', '2032-11-08T04:59:00Z', '2032-11-08T05:00:00Z'],
  ])('%s ends at New York’s midnight', async (day, before, midnight) => {
    const id = await planned(`${day}T23:00`, 'Installation Services')
    const page = await openAlone('about:blank', { timezoneId })
    const today = page.getByRole('region', { name: "Today's Appointments" })
    await page.clock.setFixedTime(before)
    await page.goto('/scheduler?view=list')
    await today.getByText('Installation Services').waitFor()
    await today.getByText('11:00 PM').waitFor()
    await page.goto('/appointments/new')
    expect(await page.getByLabel('Date').getAttribute('min')).toBe(day)
    await page.clock.setFixedTime(midnight)
    await page.goto('/scheduler?view=list')
    await page.getByText('No appointments scheduled for today').waitFor()
    await page.goto('/appointments/new')
    expect(await page.getByLabel('Date').getAttribute('min')).not.toBe(day)
    await client.send('DELETE', `/api/appointments/${id}`)
  })
})

describe('what a colleague changed while no news arrived', () => {
  /** The page of a job in a window that gets no news. */
  async function openWithoutNews(status: 'scheduled' | 'in_progress') {
    const id = await planned('2031-08-04T09:00')
    if (status !== 'scheduled') await client.send('PUT', `/api/appointments/${id}`, { status })
    const page = await open('about:blank')
    await page.route('**/api/stream*', (route) => route.fulfill({ status: 503 }))
    await page.goto(`/appointments/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return { id, page }
  }
  const statusOf = async (id: number) => (await stored(id)).status
  const pressButton = (page: Page, name: string) =>
    page.getByRole('button', { name, exact: true }).last().click()
  // the refused stream, and the refused change
  const refused = ['503', '412']

  it('a job that the office cancelled is not started', async () => {
    const { id, page } = await openWithoutNews('scheduled')
    expect((await client.send('PATCH', `/api/appointments/${id}/cancel`)).status).toBe(200)
    await pressButton(page, 'Start job')
    await notice(page, 'Changed meanwhile').waitFor()
    await page.getByText('Cancelled', { exact: true }).first().waitFor()
    expect(await statusOf(id)).toBe('cancelled')
    await close(page, ...refused)
  })

  it('a job that was cancelled is not completed, and its dialog says so', async () => {
    const { id, page } = await openWithoutNews('in_progress')
    await client.send('PUT', `/api/appointments/${id}`, { status: 'cancelled' })
    await pressButton(page, 'Complete job')
    await page.getByText('Someone else changed this job meanwhile. Its status is Cancelled.').waitFor()
    // and so does the page
    await page.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Complete job' }).waitFor({ state: 'hidden' })
    expect(await statusOf(id)).toBe('cancelled')
    await close(page, ...refused)
  })

  it('a job that is cancelled while its dialog is open is not completed', async () => {
    const { id, page } = await openWithoutNews('in_progress')
    const asked = page.waitForResponse(`**/api/appointments/${id}`)
    await pressButton(page, 'Complete job')
    const dialog = page.getByRole('dialog', { name: 'Complete job' })
    // with the job as it is before it is cancelled
    await asked
    await dialog.getByLabel('Actual price').fill('80')
    await client.send('PUT', `/api/appointments/${id}`, { status: 'cancelled' })
    await dialog.getByRole('button', { name: 'Complete job' }).click()
    await page.getByText('Someone else changed this job meanwhile. Its status is Cancelled.').waitFor()
    expect(await stored(id)).toMatchObject({ status: 'cancelled', actualPrice: null })
    await close(page, ...refused)
  })

  it.each([
    ['Cancel Appointment', '/edit', 'Cancel Appointment'],
    ['Delete', '', 'Delete'],
  ])('a question that quotes the old values does not end in %s', async (button, page_, answer) => {
    const { id, page } = await openWithoutNews('scheduled')
    await page.goto(`/appointments/${id}${page_}`)
    await pressButton(page, button)
    const question = page.getByRole('alertdialog')
    await question.waitFor()
    await client.send('PUT', `/api/appointments/${id}`, { scheduledDate: '2031-08-05T09:00' })
    await question.getByRole('button', { name: answer, exact: true }).click()
    await notice(page, 'Changed meanwhile').waitFor()
    expect(await statusOf(id)).toBe('scheduled')
    await close(page, ...refused)
  })
})

it('a date that is none is shown as Invalid date, and breaks no page', async () => {
  const id = await planned(new Date(Date.now() + 7_200_000).toISOString())
  const invoice = { customerId, appointmentId: id, description: 'Work', amount: '10' }
  const { id: invoiceId } = await client.create('/api/invoices', invoice)
  await client.create('/api/messages', { customerId, type: 'email', content: 'Hello' })
  const page = await open('about:blank')
  await page.route('**/api/**', async (route) => {
    const answer = await route.fetch().catch(() => null)
    if (!answer?.headers()['content-type']?.includes('application/json'))
      return route.fallback().catch(() => {})
    const body = (await answer.text()).replace(/"\d{4}-\d\d-\d\d(T[^"]*)?"/g, '"no date"')
    await route.fulfill({ response: answer, body }).catch(() => {})
  })
  for (const path of [
    `/appointments/${id}`,
    '/appointments',
    '/appointments?sort=latest',
    `/customers/${customerId}/appointments`,
    `/customers/${customerId}/invoices`,
    '/customers',
    `/customers?customer=${customerId}`,
    '/invoices?status=pending',
    `/invoices?invoice=${invoiceId}`,
    `/messages?customer=${customerId}`,
  ]) {
    await page.goto(path)
    await page.getByText('Invalid date').first().waitFor()
  }
  for (const [path, heading] of [
    [`/appointments/${id}/edit`, 'Edit Appointment'],
    ['/scheduler', 'Scheduler'],
    ['/scheduler?view=calendar', 'Scheduler'],
    ['/dashboard', 'Business Dashboard'],
    ['/crm?tab=leads', 'Customer Relationship Management'],
    ['/invoices?view=reports', 'Invoices'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.waitForLoadState('load')
    expect(await page.getByText(/something went wrong|can't be shown/i).count(), path).toBe(0)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
