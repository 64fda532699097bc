import { dayIn, dayLater, readTime } from '@plumbline/platform/time'
import type { Locator, Page } from 'playwright-core'
import { extractText, getDocumentProxy } from 'unpdf'
import { describe, expect, it } from 'vitest'
import { notice, phoneSize } from './browser.ts'
import { password, useOffice } from './office.ts'

// from the demonstration to a business of one's own, on the screen alone

const maxInteractions = 40
const maxMinutes = 3

const businesses = [
  {
    of: 'a plumber in Auckland, on a phone',
    options: { ...phoneSize, colorScheme: 'dark' as const },
    name: 'Kauri Plumbing',
    zone: 'Pacific/Auckland',
    service: 'Blocked drains',
    trade: 'plumbing',
    rate: '120',
    phone: '09 555 0101',
  },
  {
    of: 'a gardener in Denver, at a desk',
    options: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
    name: 'Front Range Gardens',
    zone: 'America/Denver',
    service: 'Spring pruning',
    trade: 'garden care',
    rate: '65',
    phone: '(303) 555-0101',
  },
]

describe.each(businesses)('$of', ({ options, name, zone, service, trade, rate, phone }) => {
  const office = useOffice({ TZ: 'Asia/Tokyo' })
  const { client } = office

  /** Counts what a person does: a press, a choice, a field that is filled in. */
  function personAt(page: Page) {
    let count = 0
    const act = (work: Promise<unknown>) => {
      count += 1
      return work
    }
    const press = (control: Locator) => act('hasTouch' in options ? control.tap() : control.click())
    const fill = (label: string, value: string, within: Page | Locator = page) =>
      act(within.getByLabel(label, { exact: true }).fill(value))
    return { act, press, fill, count: () => count }
  }
  const button = (page: Page | Locator, text: string) => page.getByRole('button', { name: text, exact: true })

  it(`makes the product their own in ${maxMinutes} minutes and ${maxInteractions} interactions`, async () => {
    const { page, context } = await office.visitor(options)
    const began = Date.now()
    await page.goto('/login')
    const { act, press, fill, count } = personAt(page)
    await act(page.getByPlaceholder('Enter your username').fill('owner'))
    await act(page.getByPlaceholder('Enter your password').fill(password))
    await press(page.getByRole('button', { name: 'Sign In', exact: true }))
    /** A section of the settings, from another one. */
    const section = async (label: string) => {
      const list = page.getByRole('navigation', { name: 'Settings' })
      if ('hasTouch' in options) await act(list.getByLabel('Section').selectOption(label))
      else await press(list.getByRole('link', { name: label, exact: true }))
    }
    const card = page.getByRole('region', { name: 'Make it yours' })

    // name, contact
    await press(card.getByRole('link', { name: 'Name and contact' }))
    await fill('Name', name)
    await fill('What you do', trade)
    await fill('Phone', phone)
    await fill('Email', 'desk@own.test')
    await fill('Address', '1 Main Street')
    await press(button(page.getByRole('form', { name: 'Business', exact: true }), 'Save'))
    await notice(page, 'The business is described.').waitFor()

    // zone
    await section('Time zone and hours')
    await act(page.getByRole('combobox', { name: 'Time zone' }).fill(zone))
    await press(page.getByRole('option', { name: zone }))
    await press(button(page.getByRole('form', { name: 'Time zone and week' }), 'Save'))
    await press(button(page, 'Change time zone'))
    await notice(page, /The time zone and the week are set/).waitFor()

    // a service in place of those that are not theirs
    await section('Services')
    await press(button(page, 'Add service'))
    await fill('Name', service, page.getByRole('dialog'))
    await press(button(page.getByRole('dialog'), 'Save'))
    await notice(page, `${service} is offered.`).waitFor()
    const { services } = await client.read('/api/business')
    for (const { title } of services.filter((it: { title: string }) => it.title !== service)) {
      await press(button(page, `Retire ${title}`))
      await button(page, `Retire ${title}`).waitFor({ state: 'detached' })
    }

    // rate
    await section('Rates')
    await fill('Hourly rate', rate)
    await press(button(page, 'Save'))
    await notice(page, 'The rates are set.').waitFor()

    // an empty book, and the first customer in it
    await press(button(page, 'Start with an empty book'))
    const question = page.getByRole('dialog', { name: 'Start with an empty book' })
    await question.getByText(`Type ${name} to confirm.`).waitFor()
    await fill('Name of the business', name, question)
    await press(button(question, 'Remove demonstration data'))
    await notice(page, 'The book is empty. Users and settings are as they were.').waitFor()
    await press(card.getByRole('link', { name: 'By hand' }))
    for (const [label, value] of [
      ['First name', 'Ann'],
      ['Last name', 'Lee'],
      ['Phone', '919 555 0101'],
      ['Email', 'ann@example.test'],
      ['Address', '1 Elm St'],
    ] as const)
      await act(page.getByLabel(label).fill(value))
    await press(button(page, 'Create Customer'))
    await notice(page, 'Customer created successfully').waitFor()

    expect(count()).toBeLessThanOrEqual(maxInteractions)
    expect(Date.now() - began).toBeLessThan(maxMinutes * 60_000)
    await context.close()
  })

  it('is that business everywhere from the next page on', async () => {
    const { page, context } = await office.visitor(options)
    await page.goto('/')
    await page.getByText(service).first().waitFor()
    const text = await page.content()
    for (const own of [name, phone, `Professional ${trade}`]) expect(text).toContain(own)
    for (const other of ['Plumbline Home Services', 'Painting & Finishing', 'handyman', '$75', '$37.50'])
      expect(text).not.toContain(other)
    await context.close()
    const staff = await office.open('/dashboard', options)
    expect(await staff.locator('html').getAttribute('data-time-zone')).toBe(zone)
    await expect.poll(() => staff.getByText('Demonstration data', { exact: true }).count()).toBe(0)
  })

  it('has a working day in their zone: booked, done, invoiced, paid and printed', async () => {
    const page = await office.open('/appointments/new', options)
    const [{ id: customerId }] = await client.read('/api/customers')
    await page.goto(`/appointments/new?customerId=${customerId}`)
    await page.getByLabel('Service type').selectOption(service)
    await expect.poll(() => page.getByLabel('Hourly rate').inputValue()).toBe(rate)
    const day = dayLater(dayIn(zone, new Date()))
    await page.getByLabel('Date').fill(day)
    await page.getByLabel('Time').fill('09:00')
    await expect.poll(() => page.getByLabel('Address').inputValue()).not.toBe('')
    await button(page, 'Schedule Appointment').click()
    await notice(page, 'Appointment scheduled successfully').waitFor()
    const [job] = await client.read('/api/appointments')
    expect(job).toMatchObject({
      title: service,
      estimatedPrice: `${rate}.00`,
      scheduledDate: readTime(zone, `${day}T09:00`)?.toISOString(),
    })
    await page.goto('/appointments')
    await page
      .getByText(/9:00 – 10:00 AM/)
      .filter({ visible: true })
      .first()
      .waitFor()

    await client.send('PUT', `/api/appointments/${job.id}`, { status: 'completed' })
    await page.goto(`/appointments/${job.id}?invoice=new`)
    const sheet = page.getByRole('dialog', { name: 'Invoice this job' })
    await button(sheet, 'Cash').click()
    await button(sheet, `Create invoice, paid $${rate}.00 by cash`).click()
    await notice(page, /has been paid/).waitFor()
    const [invoice] = await client.read('/api/invoices')
    const today = dayIn(zone, new Date())
    expect(invoice).toMatchObject({ status: 'paid', issueDate: today, dueDate: today })
    const pdf = await page.context().request.get(`/api/invoices/${invoice.id}/pdf`)
    const document = await getDocumentProxy(new Uint8Array(await pdf.body()))
    const { text } = await extractText(document, { mergePages: true })
    for (const own of [name, phone, '1 Main Street', service]) expect(text).toContain(own)
  })
})
