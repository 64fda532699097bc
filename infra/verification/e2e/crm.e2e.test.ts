import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { breakStream, nextFrame, notice } from './browser.ts'
import { exportCsv } from './exportCsv.ts'
import { useOffice } from './office.ts'
import { openPalette, paletteOf } from './palette.ts'

const { client, signedIn, open, openAlone, close } = useOffice({ DEMO_DATA: 'off' })

const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '(919) 555-0101' }
const add = async (more: object = {}): Promise<number> =>
  (await client.create('/api/customers', { ...person, status: 'active', source: 'social', ...more })).id

async function saved(page: Page, name: string): Promise<string[]> {
  const file = await exportCsv(page)
  expect(file.name).toBe(name)
  return file.lines
}

describe('the CRM', () => {
  let ann: number
  beforeAll(async () => {
    ann = await add({ notes: '=1+1' })
    await add({ firstName: 'Bo', lastName: 'Dee', email: 'bo@x.test', phone: '9195550102', status: 'lead' })
    await client.requestEstimate('Visitor')
    await client.create('/api/leads', { ...person, lastName: 'Plain' })
  })

  it('finds by name, email, phone number in any format or address, narrows by status, and counts everyone', async () => {
    const page = await open('/crm')
    const rows = () => page.getByRole('table').locator('tbody tr').count()
    const search = page.getByPlaceholder('Search customers...')
    await expect.poll(rows).toBe(2)
    for (const [text, found] of [
      ['ANN', 1],
      ['dee', 1],
      ['x.test', 1],
      ['dee, bo', 1],
      ['+1 919 555 0102', 1],
      ['zzz', 0],
    ] as const) {
      await search.fill(text)
      if (found === 0) await page.getByText('No customers found').waitFor()
      else await expect.poll(rows).toBe(found)
    }
    await search.fill('')
    const status = page.getByLabel('Status')
    const offered = () => status.locator('option').allTextContents()
    const statuses = ['All Status', 'Active', 'Lead', 'New', 'Completed']
    expect(await offered()).toEqual(statuses)
    for (const [value, found] of [
      ['active', 1],
      ['lead', 1],
      ['', 2],
    ] as const) {
      await status.selectOption(value)
      await expect.poll(rows).toBe(found)
    }
    await status.selectOption('completed')
    await page.getByText('No customers found').waitFor()
    await page.getByRole('tab', { name: 'All Customers (2)' }).waitFor()
    await page.getByRole('tab', { name: 'Leads (2)' }).click()
    await page.getByText('No leads found').waitFor()
    await status.selectOption('new')
    await expect.poll(rows).toBe(2)
    await search.fill('1 919 555 0101')
    await expect.poll(rows).toBe(1)
    await search.fill('')
    expect(await offered()).toEqual(statuses)
    // a step that only leads have filters no customers
    await page.getByLabel('Step').selectOption('quoted')
    await page.getByText('No leads found').waitFor()
    await page.getByRole('tab', { name: 'All Customers (2)' }).click()
    await expect.poll(rows).toBe(2)
  })

  it('shows the name, the contacts and the actions of each customer and lead', async () => {
    const page = await open('/crm')
    const row = page.getByRole('row', { name: /Ann Lee/ })
    await row.waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual([
      'Customer',
      'Contact',
      'Status',
      'Source',
      'Actions',
    ])
    for (const text of ['AL', 'Ann Lee', 'ann@example.test', '(919) 555-0101', 'Active', 'Social Media'])
      await row.getByText(text, { exact: true }).waitFor()
    const year = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', year: 'numeric' })
    await row.getByText(`Customer since ${year.format(new Date())}`).waitFor()
    await row.getByRole('button', { name: 'Edit Ann Lee' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByLabel('Email').inputValue()).toBe('ann@example.test')
    await page.keyboard.press('Escape')
    await row.getByRole('button', { name: 'Message Ann Lee' }).click()
    await page.waitForURL(`**/messages?customer=${ann}`)
    await page.goto('/crm?tab=leads')
    const leads = page.getByRole('table')
    await leads.getByRole('row', { name: /Plain/ }).getByText('Service not specified').waitFor()
    await leads
      .getByRole('row', { name: /Visitor/ })
      .getByText('Painting & Finishing')
      .waitFor()
    expect(await leads.getByRole('button', { name: /^Convert/ }).count()).toBe(2)
  })

  it('adds a customer, and shows at each field what is missing', async () => {
    const page = await open('/crm')
    await page.getByRole('button', { name: 'Add Customer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Customer' })
    await expect
      .poll(() => dialog.getByLabel('First name').evaluate((it) => it === document.activeElement))
      .toBe(true)
    expect(await dialog.getByLabel('Status').inputValue()).toBe('active')
    expect(await dialog.getByLabel('Source').inputValue()).toBe('direct')
    await dialog.getByRole('button', { name: 'Add Customer' }).click()
    for (const text of [
      'First name is required',
      'Last name is required',
      'Please enter a valid email',
      'Please enter a valid phone number',
    ])
      await dialog.getByText(text, { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('exports what each list shows, and nothing that a spreadsheet would run', async () => {
    const page = await open('/crm?q=ann')
    await expect.poll(() => page.getByRole('table').locator('tbody tr').count()).toBe(1)
    const [head, line, ...rest] = await saved(page, 'customers.csv')
    expect(head).toMatch(/^\uFEFFFirst name,Last name,Email,Phone/)
    expect(line).toMatch(/^Ann,Lee,ann@example.test,\(919\) 555-0101,.*"'=1\+1"/)
    expect(rest).toEqual([])
    await page.goto('/crm?tab=leads')
    await page.getByRole('row', { name: /Plain/ }).waitFor()
    const leads = await saved(page, 'leads.csv')
    expect(leads.map((text) => text.split(',')[1]).sort()).toEqual(['Last name', 'Plain', 'Visitor'])
  })
})

it('an edited reason of a lost lead is saved, and the history says what it was before', async () => {
  const { id } = await client.create('/api/leads', { ...person, lastName: 'Gone' })
  await client.send('PATCH', `/api/leads/${id}`, { status: 'lost', lostReason: 'Too dear' })
  const page = await open('/crm?tab=leads&status=lost')
  const row = page.getByRole('row', { name: /Ann Gone/ })
  await row.getByRole('link', { name: 'Ann Gone', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Ann Gone' })
    .getByRole('button', { name: 'Edit', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Lead' })
  await dialog.getByLabel('Reason lost').fill('Chose another')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'Lead has been updated.').waitFor()
  await row.getByText('Chose another', { exact: true }).waitFor()
  expect(await client.read(`/api/leads/${id}`)).toMatchObject({ status: 'lost', lostReason: 'Chose another' })
  const titles = async () =>
    (await client.read('/api/activity?limit=3')).map((it: { title: string }) => it.title)
  await expect.poll(titles).toEqual(['Lost reason changed', 'Lead lost', 'Requested an estimate'])
})

it('a lost lead is not offered to be converted', async () => {
  const { id } = await client.create('/api/leads', { ...person, lastName: 'Maybe' })
  const page = await open('/crm?tab=leads')
  const row = page.getByRole('row', { name: /Ann Maybe/ })
  const convert = row.getByRole('button', { name: 'Convert Ann Maybe' })
  await convert.waitFor()
  await client.send('PATCH', `/api/leads/${id}`, { status: 'lost' })
  await row.getByText('Lost', { exact: true }).waitFor()
  expect(await convert.count()).toBe(0)
  await row.getByRole('link', { name: 'Ann Maybe', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Ann Maybe' })
  await drawer.getByRole('button', { name: 'Edit', exact: true }).waitFor()
  expect(await drawer.getByRole('button', { name: /^Convert|^Mark/ }).count()).toBe(0)
})

it('a lead that is converted is not offered to be converted again by the address, after a reload or Back', async () => {
  const { id } = await client.create('/api/leads', {
    ...{ firstName: 'Cora', lastName: 'Twice', email: 'cora@twice.test', phone: '9195550177' },
  })
  const page = await open('/crm?tab=leads')
  await page.getByRole('button', { name: 'Convert Cora Twice' }).click()
  await page.waitForURL(`**/crm?tab=leads&convert=${id}`)
  await page.getByRole('button', { name: 'Create new' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert lead' })
  await dialog.getByText('Cora Twice is now a customer. Schedule the job?').waitFor()
  await page.waitForURL((url) => !url.searchParams.has('convert'))
  await page.reload()
  await page.getByRole('link', { name: 'View customer Cora Twice' }).waitFor()
  expect(await dialog.count()).toBe(0)
  // the address opened directly
  await page.goto(`/crm?tab=leads&convert=${id}`)
  await page.waitForURL((url) => !url.searchParams.has('convert'))
  expect(await dialog.count()).toBe(0)
})

describe('Back shows the part of a long list that was left', () => {
  const count = 170
  beforeAll(async () => {
    const { id } = await client.create('/api/customers/imports')
    const rows = Array.from({ length: count }, (_, n) => ({
      firstName: 'Row',
      lastName: `N${n}`,
      email: `row${n}@long.test`,
      phone: `984-200-${1000 + n}`,
      // rows of many heights
      notes: 'Long note. '.repeat(n % 7),
    }))
    await client.create(`/api/customers/imports/${id}/rows`, { rows })
  })

  it.each<[path: string, width: number, motion: 'no-preference' | 'reduce', leave: RegExp]>([
    ['/customers?q=long.test', 1440, 'no-preference', /^Appointments of Row/],
    ['/customers?q=long.test', 375, 'reduce', /^Invoices of Row/],
    ['/customers?q=long.test', 375, 'no-preference', /^Invoices of Row/],
    ['/crm?q=long.test', 1440, 'no-preference', /^Message Row/],
  ])('%s, %i px, with motion %s', async (path, width, reducedMotion, leave) => {
    const page = await open('about:blank', { viewport: { width, height: 900 }, reducedMotion })
    await page.goto(path)
    await page.getByText(`${count} of`).first().waitFor()
    await page.mouse.move(200, 500)
    // as a person does, so that what is passed is measured
    for (let n = 0; n < 8; n++) {
      await page.mouse.wheel(0, 500)
      await page.evaluate(
        () => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))),
      )
    }
    const control = page.getByRole(path.startsWith('/crm') ? 'button' : 'link', { name: leave })
    // below what stays at the top of the window, so that a click needs no scrolling
    const inView = () =>
      control.evaluateAll((all) =>
        all.flatMap((it) => {
          const { top, bottom } = it.getBoundingClientRect()
          return top > 250 && bottom < innerHeight - 80
            ? [{ name: it.getAttribute('aria-label') ?? '', top }]
            : []
        }),
      )
    let left: { name: string; top: number }[] = []
    const isStill = async () => {
      const before = await inView()
      for (let frame = 0; frame < 3; frame++) await nextFrame(page)
      left = await inView()
      return left.length > 0 && JSON.stringify(left) === JSON.stringify(before)
    }
    // rows that were just scrolled in move when they are measured
    await expect.poll(isStill).toBe(true)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(2_000)
    const [first] = left
    await page.getByLabel(first?.name as string, { exact: true }).click()
    await page.waitForURL((url) => !path.startsWith(url.pathname))
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goBack()
    await page.waitForURL(`**${path}`)
    const names = async () => (await inView()).map(({ name }) => name)
    await expect.poll(names).toEqual(left.map(({ name }) => name))
    const movedBy = async () => Math.abs(((await inView())[0]?.top ?? 0) - (first?.top ?? 0))
    await expect.poll(movedBy).toBeLessThan(3)
  })
})

describe('a lead', () => {
  const request = {
    ...{ firstName: 'Walter', lastName: 'Calls', email: 'walter@calls.test', phone: '(919) 555-0166' },
    ...{ serviceNeeded: 'painting', projectDescription: 'The porch needs two coats.' },
  }

  it('that is found by the number of a caller opens with what was asked for, and how to answer', async () => {
    const { id } = await client.create('/api/leads', request)
    const page = await open('/dashboard')
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    await openPalette(page)
    await page.keyboard.type('919 555 0166')
    await paletteOf(page)
      .getByRole('option', { name: /Walter Calls/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/crm?tab=leads&lead=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Walter Calls' })
    await drawer.getByText(request.projectDescription, { exact: true }).waitFor()
    await drawer.getByText('Painting & Finishing', { exact: true }).waitFor()
    const hrefs = await drawer
      .getByRole('link')
      .evaluateAll((all) => all.map((it) => it.getAttribute('href')))
    expect(hrefs).toEqual(['tel:9195550166', 'sms:9195550166', `mailto:${encodeURIComponent(request.email)}`])
    expect(await drawer.innerText()).toMatch(
      /The porch needs[\s\S]*\(919\) 555-0166[\s\S]*Follow up on[\s\S]*Estimated value/,
    )
    await expect.poll(() => page.title()).toBe('Lead Walter Calls')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.title()).toBe('Customer Relationship Management')
  })

  it('goes from step to step in its drawer, and a lost one has a reason', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Steps' })
    const page = await open('/crm?tab=leads&q=steps')
    await page.getByRole('link', { name: 'Walter Steps', exact: true }).click()
    await page.waitForURL((url) => url.search === `?tab=leads&q=steps&lead=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Walter Steps' })
    const steps = drawer.getByRole('group', { name: 'Status' })
    const current = () => steps.locator('[aria-pressed=true]').innerText()
    await expect.poll(current).toBe('New')
    await steps.getByRole('button', { name: 'Contacted' }).click()
    await notice(page, 'Walter Steps is marked as contacted.').waitFor()
    await expect.poll(current).toBe('Contacted')
    expect(await steps.getByRole('button', { name: 'New' }).isDisabled()).toBe(true)
    await steps.getByRole('button', { name: 'Lost' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Lead' })
    expect(await dialog.getByLabel('Status').inputValue()).toBe('lost')
    await dialog.getByLabel('Reason lost').fill('Sold the house')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'Lead has been updated.').waitFor()
    await expect.poll(current).toBe('Lost')
    await drawer.getByText('Sold the house', { exact: true }).waitFor()
    expect(await client.read(`/api/leads/${id}`)).toMatchObject({
      status: 'lost',
      lostReason: 'Sold the house',
    })
  })

  it('is offered no status in its form that is refused', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Forward' })
    await client.send('PATCH', `/api/leads/${id}`, { status: 'contacted' })
    const page = await open(`/crm?tab=leads&lead=${id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
    const options = page.getByRole('dialog', { name: 'Edit Lead' }).getByLabel('Status').locator('option')
    await expect.poll(() => options.allTextContents()).toEqual(['Contacted', 'Quoted', 'Lost'])
    await client.send('PATCH', `/api/leads/${id}`, { status: 'lost' })
    await expect.poll(() => options.allTextContents()).toEqual(['Lost'])
  })

  it('keeps the notes that staff write about it', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Noted' })
    const page = await open(`/crm?tab=leads&lead=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Walter Noted' })
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Lead' })
    await dialog.getByLabel('Notes').fill('Gate on the left')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await drawer.getByText('Gate on the left', { exact: true }).waitFor()
    expect(await client.read(`/api/leads/${id}`)).toMatchObject({ notes: 'Gate on the left' })
  })

  it('is corrected in its drawer, and found by what is right', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Rihgt' })
    const page = await open(`/crm?tab=leads&lead=${id}`)
    await page
      .getByRole('dialog', { name: 'Walter Rihgt' })
      .getByRole('button', { name: 'Edit contact' })
      .click()
    const dialog = page.getByRole('dialog', { name: 'Edit Contact' })
    expect(await dialog.getByLabel('Service').inputValue()).toBe('painting')
    await dialog.getByLabel('Last name').fill('Right')
    await dialog.getByLabel('Phone').fill('919 555')
    await dialog.getByLabel('Service').selectOption('Plumbing')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Please enter a valid phone number').waitFor()
    await dialog.getByLabel('Phone').fill('919 555 0160')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'Lead has been updated.').waitFor()
    const drawer = page.getByRole('dialog', { name: 'Walter Right' })
    await drawer.getByText('Plumbing', { exact: true }).waitFor()
    await drawer.getByText('(919) 555-0160').waitFor()
    expect(await client.read('/api/leads?q=right')).toMatchObject([
      { id, serviceNeeded: 'plumbing', projectDescription: request.projectDescription },
    ])
  })

  it('is deleted as spam, which can be taken back', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Spamson' })
    const page = await open('/crm?tab=leads&q=spamson')
    const name = page.getByRole('link', { name: 'Walter Spamson', exact: true })
    await name.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete as spam' }).click()
    await notice(page, 'Walter Spamson is deleted as spam.').waitFor()
    await page.getByText('No leads found').waitFor()
    const found = async () => JSON.parse((await client.send('POST', '/api/search', { q: 'spamson' })).text)
    await expect.poll(found).toEqual({ groups: [] })
    await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).click()
    await name.waitFor()
    expect(await client.read(`/api/leads/${id}`)).toMatchObject({ lastName: 'Spamson', status: 'new' })
    // a drawer that is about to close may ask for the lead once more
    await close(page, ' 404 ')
  })

  it('becomes a customer from its drawer, which then leads to them', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Joins', email: 'w@joins.test' })
    const page = await open(`/crm?tab=leads&lead=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Walter Joins' })
    await drawer.getByRole('button', { name: 'Convert' }).click()
    const dialog = page.getByRole('dialog', { name: 'Convert lead' })
    await dialog.getByLabel(/^Create new/).check()
    await dialog.getByRole('button', { name: 'Create new' }).click()
    await dialog.getByText('Walter Joins is now a customer. Schedule the job?').waitFor()
    await page.keyboard.press('Escape')
    const { customerId } = await client.read(`/api/leads/${id}`)
    await drawer.getByRole('link', { name: 'View customer' }).click()
    await page.waitForURL(`**/customers?customer=${customerId}`)
    await page.getByRole('dialog', { name: 'Walter Joins' }).waitFor()
  })

  it('becomes a new customer where that is chosen, though another one is linked', async () => {
    const { id } = await client.create('/api/leads', { ...request, lastName: 'Apart', email: 'w@apart.test' })
    const neighbour = await client.create('/api/customers', {
      ...{ firstName: 'Nell', lastName: 'Nextdoor', email: 'nell@nextdoor.test', phone: '9195550190' },
    })
    await client.create(`/api/leads/${id}/customer`, { customerId: neighbour.id })
    const page = await open(`/crm?tab=leads&convert=${id}`)
    const dialog = page.getByRole('dialog', { name: 'Convert lead' })
    await dialog.getByText('Linked to this lead').waitFor()
    expect(await dialog.getByLabel(/^Use existing: Nell Nextdoor/).isChecked()).toBe(true)
    await dialog.getByLabel(/^Create new/).check()
    await dialog.getByRole('button', { name: 'Create new' }).click()
    await dialog.getByText('Walter Apart is now a customer. Schedule the job?').waitFor()
    expect((await client.read(`/api/leads/${id}`)).customerId).not.toBe(neighbour.id)
  })

  it('is converted only once it is known who may be the same person', async () => {
    const { id } = await client.create('/api/leads', {
      ...request,
      lastName: 'Unseen',
      email: 'w@unseen.test',
    })
    const page = await open('/crm?tab=leads')
    const matches = `**/api/leads/${id}/matches`
    await page.route(matches, (route) => route.fulfill({ status: 500, body: 'The database rests' }))
    await page.getByRole('button', { name: 'Convert Walter Unseen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Convert lead' })
    await dialog.getByText('Customers could not be searched').waitFor()
    const create = dialog.getByRole('button', { name: 'Create new' })
    expect(await create.isDisabled()).toBe(true)
    await page.unroute(matches)
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => create.isDisabled()).toBe(false)
    await close(page, '500')
  })

  it('that does not exist is said to be missing', async () => {
    const page = await open('/crm?tab=leads&lead=99999')
    await page.getByRole('dialog', { name: 'Lead Not Found' }).getByText('There is no such lead').waitFor()
    await close(page, ' 404 ')
  })
})

it('the form of a customer knows a source of an import, and offers no status that is refused', async () => {
  const id = await add({
    firstName: 'Ray',
    lastName: 'Dio',
    phone: '9195550178',
    source: 'Radio',
    status: 'lead',
  })
  const page = await open(`/customers?customer=${id}`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Customer' })
  expect(await dialog.getByLabel('Source').inputValue()).toBe('Radio')
  expect(await dialog.getByLabel('Status').locator('option').allTextContents()).toEqual(['Lead', 'Active'])
})

it('the customer list finds by phone in any format, and its cards hold what a job needs', async () => {
  const address = '12 List Lane, Raleigh'
  const id = await add({
    firstName: 'Lia',
    lastName: 'Sted',
    phone: '919.555.0190',
    address,
    notes: 'Rings twice',
  })
  const page = await open('/customers')
  const search = page.getByPlaceholder('Search customers...')
  for (const text of [
    '9195550190',
    '555-0190',
    '+1 (919) 555 0190',
    'LIA',
    'sted',
    'Sted, Lia',
    'list lane',
  ]) {
    await search.fill(text)
    await page.getByRole('link', { name: 'Lia Sted', exact: true }).waitFor()
  }
  const card = page.getByRole('article').filter({ hasText: 'Lia Sted' })
  for (const text of ['(919) 555-0190', 'ann@example.test', 'Active', address, 'Rings twice'])
    await card.getByText(text, { exact: true }).waitFor()
  await card.getByText(/^Customer since [A-Z][a-z]{2} \d+, \d{4}$/).waitFor()
  await card.getByRole('link', { name: 'Invoices of Lia Sted' }).click()
  await page.waitForURL(`**/customers/${id}/invoices`)
  await page.goBack()
  await card.getByRole('link', { name: 'Appointments of Lia Sted' }).click()
  await page.waitForURL(`**/customers/${id}/appointments`)
  await page.goto('/customers?q=no+such+customer')
  await page.getByText('No customers found').waitFor()
  await page.getByText('No customers match “no such customer”.').waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await page.getByRole('article').first().waitFor()
  expect(await search.evaluate((it) => it === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: 'Add Customer' }).click()
  await page.waitForURL('**/customers/new')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.waitForURL('**/customers')
})

it('a possible duplicate is named, and never refused', async () => {
  await add({ firstName: 'Twice', phone: '(919) 555-0170', email: 'twice@example.test' })
  const page = await open('/customers/new')
  await page.getByLabel('Phone').waitFor()
  // a menu may take the end of its press with it
  await page.mouse.down({ button: 'right' })
  await page.getByLabel('Phone').fill('+1 919.555.0170')
  const hint = page.getByText('Twice Lee has the same phone number')
  await hint.waitFor()
  await page.getByLabel('Email').fill('TWICE@example.test')
  await page.getByText('Twice Lee has the same phone number and email').waitFor()
  expect(await page.getByRole('link', { name: 'Twice Lee' }).getAttribute('target')).toBe('_blank')
  await page.getByLabel('First name').fill('Twice')
  await page.getByLabel('Last name').fill('Again')
  await page.getByLabel('Address').fill('1 Elm St')
  await page.getByRole('button', { name: 'Create Customer' }).click()
  await notice(page, 'Customer created successfully').waitFor()
  // a customer who is edited is no duplicate of themselves
  await page.goto('/crm?q=again')
  await page.getByRole('button', { name: 'Edit Twice Again' }).click()
  await page.getByText('Twice Lee has the same phone number and email').waitFor()
  expect(await page.getByText(/Twice Again has the same/).count()).toBe(0)
})

it('a warning that arrives while a button is pressed does not move the button', async () => {
  await add({ firstName: 'Known', phone: '(919) 555-0171' })
  const page = await open('/customers/new')
  const create = page.getByRole('button', { name: 'Create Customer' })
  const warning = page.getByText('Known Lee has the same phone number')
  const top = async () => (await create.boundingBox())?.y
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/customers/match*', (route) => pressed.promise.then(() => route.continue()))
  for (const [label, value] of Object.entries({
    ...{ 'First name': 'Quick', 'Last name': 'Press', Address: '1 Elm St' },
    ...{ Email: 'quick@example.test', Phone: '9195550171' },
  }))
    await page.getByLabel(label).fill(value)
  await create.hover()
  const before = await top()
  await page.mouse.down()
  await Promise.all([page.waitForResponse(/matches.*9195550171/), pressed.resolve()])
  await page.evaluate(() => new Promise((settled) => setTimeout(settled, 200)))
  expect([await top(), await warning.count()]).toEqual([before, 0])
  await page.mouse.move(0, 0)
  await page.mouse.up()
  // the warning appears once the press is over, here one that was released beside the button
  await warning.waitFor()
  expect(await top()).toBeGreaterThan(before as number)
  await create.click()
  await notice(page, 'Customer created successfully').waitFor()
})

it('merging keeps what was chosen, moves all records, and old links open the remaining customer', async () => {
  const stays = await add({
    firstName: 'Margaret',
    lastName: 'Ode',
    email: 'm@ode.test',
    phone: '9195550181',
  })
  const goes = await add({
    ...{ firstName: 'Maggie', lastName: 'Ode', email: 'maggie@ode.test', phone: '9195550182' },
    ...{ address: '7 Ode Lane', notes: 'Gate code 1234' },
  })
  const booking = { customerId: goes, title: 'General Repairs', scheduledDate: '2031-06-02T09:00' }
  const { id } = await client.create('/api/appointments', booking)
  const page = await open(`/customers?customer=${stays}`)
  const drawer = page.getByRole('dialog', { name: 'Margaret Ode' })
  await drawer.getByRole('button', { name: 'Merge with…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge customers' })
  expect(await dialog.getByRole('button', { name: 'Merge customers' }).isDisabled()).toBe(true)
  const picker = dialog.getByLabel('Merge Margaret Ode with')
  await expect.poll(() => picker.evaluate((it) => it === document.activeElement)).toBe(true)
  await picker.fill('ode')
  await page.getByRole('option', { name: /Maggie Ode/ }).waitFor()
  // a customer is not merged with themselves
  expect(await page.getByRole('option', { name: /Margaret Ode/ }).count()).toBe(0)
  await picker.fill('maggie')
  await page.getByRole('option', { name: /Maggie Ode/ }).click()
  // what the remaining record lacks is chosen by default
  await expect.poll(() => dialog.getByLabel('7 Ode Lane').isChecked()).toBe(true)
  expect(await dialog.getByLabel('Margaret', { exact: true }).isChecked()).toBe(true)
  await dialog.getByLabel('maggie@ode.test').check()
  await dialog.getByRole('button', { name: 'Merge customers' }).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText(
      `All of Maggie Ode's records (#${goes}) move to Margaret Ode (#${stays}). This cannot be undone.`,
    )
    .waitFor()
  await question.getByRole('button', { name: 'Merge' }).click()
  await notice(page, 'Customers merged').waitFor()
  await notice(page, 'Maggie Ode is now part of Margaret Ode.').waitFor()
  const merged = { id: stays, firstName: 'Margaret', email: 'maggie@ode.test', address: '7 Ode Lane' }
  expect(await client.read(`/api/customers/${goes}`)).toMatchObject({ ...merged, notes: 'Gate code 1234' })
  await drawer.getByRole('link', { name: '7 Ode Lane' }).waitFor()

  await page.goto(`/customers?customer=${goes}`)
  await drawer.getByRole('link', { name: 'maggie@ode.test' }).waitFor()
  await page.goto(`/customers/${goes}/appointments`)
  await page.getByRole('heading', { name: 'Margaret Ode' }).waitFor()
  await page.getByRole('link', { name: 'General Repairs' }).waitFor()
  await expect
    .poll(async () => (await client.read(`/api/appointments/${id}`)).customerName)
    .toBe('Margaret Ode')
})

it('a merge does not drop what a colleague saved while it was being asked about', async () => {
  const stays = await add({ firstName: 'Olga', lastName: 'Late', phone: '9195550185' })
  await add({ firstName: 'Olly', lastName: 'Late', phone: '9195550186', notes: 'Gate code 1234' })
  const page = await open(`/customers?customer=${stays}`)
  await page.getByRole('button', { name: 'Merge with…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge customers' })
  await dialog.getByLabel('Merge Olga Late with').fill('olly')
  await page.getByRole('option', { name: /Olly Late/ }).click()
  const merge = async () => {
    await dialog.getByRole('button', { name: 'Merge customers' }).click()
    await page.getByRole('alertdialog').waitFor()
  }
  const answer = () => page.getByRole('alertdialog').getByRole('button', { name: 'Merge' }).click()
  await merge()
  await client.send('PATCH', `/api/customers/${stays}`, { notes: 'Allergic to latex paint' })
  await answer()
  await notice(page, 'Changed meanwhile').waitFor()
  expect((await client.read(`/api/customers/${stays}`)).notes).toBe('Allergic to latex paint')
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await merge()
  await answer()
  await notice(page, 'Customers merged').waitFor()
  expect((await client.read(`/api/customers/${stays}`)).notes).toBe('Allergic to latex paint\nGate code 1234')
  await close(page, '412')
})

it('customers whose notes are too long for one record are not merged, and their notes stay whole', async () => {
  const [one, other] = ['a', 'b'].map((letter) => letter.repeat(3_000))
  const stays = await add({ firstName: 'Nell', lastName: 'Long', phone: '9195550183', notes: one })
  const goes = await add({ firstName: 'Nelly', lastName: 'Long', phone: '9195550184', notes: other })
  const page = await open(`/customers?customer=${stays}`)
  await page.getByRole('button', { name: 'Merge with…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Merge customers' })
  await dialog.getByLabel('Merge Nell Long with').fill('nelly')
  await page.getByRole('option', { name: /Nelly Long/ }).click()
  await dialog.getByText('Together they have more than 5,000 characters.').waitFor()
  const merge = dialog.getByRole('button', { name: 'Merge customers' })
  expect(await merge.isDisabled()).toBe(true)
  // a colleague shortens them meanwhile
  await client.send('PATCH', `/api/customers/${goes}`, { notes: 'Gate code 1234' })
  await expect.poll(() => merge.isEnabled()).toBe(true)
  expect(await dialog.getByText('Together they have more than').count()).toBe(0)
})

it('shows customers as cards or as rows, as they were shown last, and as cards where rows have no room', async () => {
  await add({ firstName: 'Roy', lastName: 'Row', email: 'roy@row.test', phone: '9195550177' })
  const { page, context } = await signedIn({ viewport: { width: 1440, height: 900 } })
  const cards = page.getByRole('list', { name: 'Customers' })
  const rows = page.getByRole('table', { name: 'Customers' })
  const chosen = (name: string) =>
    page.getByRole('button', { name, exact: true }).getAttribute('aria-pressed')
  await page.goto('/customers')
  await cards.waitFor()
  expect(await chosen('Cards')).toBe('true')
  await page.getByRole('button', { name: 'Rows', exact: true }).click()
  await rows.waitFor()
  expect(new URL(page.url()).search).toBe('?layout=rows')
  const row = rows.getByRole('row').filter({ hasText: 'Roy Row' })
  expect(await row.getByRole('link', { name: 'Appointments of Roy Row' }).getAttribute('href')).toMatch(
    /^\/customers\/\d+\/appointments$/,
  )
  expect(await row.getByRole('link', { name: 'Invoices of Roy Row' }).getAttribute('href')).toMatch(
    /^\/customers\/\d+\/invoices$/,
  )
  await row.getByText('roy@row.test').click()
  await page.getByRole('dialog', { name: 'Roy Row' }).waitFor()
  await page.goto('/customers')
  await rows.waitFor()
  expect(await chosen('Rows')).toBe('true')
  await page.setViewportSize({ width: 899, height: 900 })
  await cards.waitFor()
  expect(await page.getByRole('button', { name: 'Rows', exact: true }).count()).toBe(0)
  await context.close()
})

it('shows what is planned for customers and what they owe, narrows to those who owe, and follows a payment', async () => {
  const debtor = await add({
    firstName: 'Dora',
    lastName: 'Debt',
    email: 'dora@debt.test',
    phone: '9195550178',
  })
  const job = await client.create('/api/appointments', {
    customerId: debtor,
    title: 'Painting & Finishing',
    scheduledDate: '2031-07-01T09:00',
  })
  const invoice = (amount: string) =>
    client.create('/api/invoices', { customerId: debtor, description: 'Work', amount, status: 'pending' })
  const [first] = [await invoice('200.00'), await invoice('175.00')]
  const { page, context } = await signedIn({ viewport: { width: 1440, height: 900 } })
  await page.goto('/customers?layout=rows&status=owes&q=debt.test')
  const row = page.getByRole('table', { name: 'Customers' }).getByRole('row').filter({ hasText: 'Dora Debt' })
  await row.getByText('$375.00').waitFor()
  await row.getByText('2 invoices').waitFor()
  expect(await row.getByRole('link', { name: 'Tue, Jul 1, 2031, 9:00 AM' }).getAttribute('href')).toBe(
    `/appointments/${job.id}`,
  )
  await client.send('POST', `/api/invoices/${first.id}/payments`, { method: 'cash', amount: '200.00' })
  await row.getByText('$175.00').waitFor()
  await row.getByText('1 invoice', { exact: true }).waitFor()
  await page.goto('/customers?layout=cards&q=debt.test')
  await page.getByText('Owes $175.00').waitFor()
  await page.getByText('Next: Tue, Jul 1, 2031, 9:00 AM').waitFor()
  await page.getByLabel('Status').selectOption('owes')
  await page.getByText('1 of ').waitFor()
  await context.close()
})

it('a file is previewed before it is imported, and its import can be undone except for booked customers', async () => {
  const page = await open('/customers')
  // more rows than one call carries; the last two equal two of the first call
  const rows = Array.from({ length: 520 }, (_, n) => {
    const phone = `919-600-${String(n < 518 ? n : n - 518).padStart(4, '0')}`
    return `Row,N${n},row${n}@import.test,${n < 518 ? phone : `+1 (${phone.slice(0, 3)}) ${phone.slice(4)}`}`
  })
  const buffer = Buffer.from(['First Name,Surname,E-Mail,Mobile', ...rows].join('\n'))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'customers.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  await dialog.getByText('518 customers will be added, 2 already exist.').waitFor()
  await dialog.getByRole('button', { name: 'Import 518 customers' }).click()
  await dialog.getByText('518 customers added, 2 already exist.').waitFor()
  const [booked] = await client.read('/api/customers?q=row7@import.test')
  // this session has not seen the import: scheduling knows the customer a moment later
  const booking = { customerId: booked.id, title: 'X', scheduledDate: '2031-07-01T09:00' }
  await expect.poll(async () => (await client.send('POST', '/api/appointments', booking)).status).toBe(201)
  // one is named without loading all
  await page.route('**/api/customers', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await dialog
    .getByText('517 customers removed. 1 customer kept because it has been changed, booked')
    .waitFor()
  await dialog.getByRole('list', { name: 'Customers kept' }).getByText('Row N7').waitFor()
  expect(await client.read('/api/customers?q=import.test')).toHaveLength(1)
})

it('an interrupted import shows how far it came, continues without duplicates, and can be undone', async () => {
  const { page, context, complaints } = await signedIn()
  await page.goto('/customers')
  const rows = Array.from(
    { length: 600 },
    (_, n) => `Half,N${n},half${n}@half.test,919-601-${String(n).padStart(4, '0')}`,
  )
  // the answer to the second part is lost after it was stored
  let parts = 0
  await page.route('**/api/customers/imports/*/rows', async (route) => {
    if (route.request().postDataJSON().dryRun) return route.continue()
    parts += 1
    if (parts !== 2) return route.continue()
    await route.fetch()
    return route.abort('connectionreset')
  })
  const buffer = Buffer.from(['First Name,Surname,E-Mail,Mobile', ...rows].join('\n'))
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  await page.locator('input[type=file]').setInputFiles({ name: 'half.csv', mimeType: 'text/csv', buffer })
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  await dialog.getByRole('button', { name: 'Import 600 customers' }).click()
  await dialog
    .getByText('500 of 600 rows were imported. Some of the next rows may have been imported too.')
    .waitFor()
  await dialog.getByText('500 customers added, 0 already exist.').waitFor()
  await dialog.getByRole('button', { name: 'Undo import' }).waitFor()
  await dialog.getByRole('button', { name: 'Continue import' }).click()
  await dialog.getByText('600 customers added, 0 already exist.').waitFor()
  expect(await client.read('/api/customers?q=half.test')).toHaveLength(600)
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await dialog.getByText('600 customers removed.').waitFor()
  expect(await client.read('/api/customers?q=half.test')).toEqual([])
  await context.close()
  expect(complaints).toEqual([expect.stringMatching(/net::ERR_CONNECTION_RESET .*\/rows$/)])
})

it('an import names the person and the value of each error, splits a single name column, and can be undone later', async () => {
  const page = await open('/customers')
  const buffer = Buffer.from(
    [
      'Name,Email,Phone,Status',
      'Later Undone,later@undo.test,919 602 0001,Active',
      '"Comma, Cara",comma@undo.test,919 602 0002,Lead',
      'Vera Wrong,vera@undo.test,919 602 0003,VIP',
    ].join('\n'),
  )
  const openDialog = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  const importFile = async () => {
    await page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
    await dialog.getByText('2 customers will be added, 0 already exist, 1 row with errors.').waitFor()
    await dialog.getByText('Line 4 (Vera Wrong): status "VIP" must be Lead, Active or Completed').waitFor()
    await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
    await dialog.getByText('2 customers added').waitFor()
    await dialog.getByRole('button', { name: 'Done' }).click()
  }
  await openDialog()
  await importFile()
  expect(await client.read('/api/customers?q=undo.test')).toMatchObject([
    { firstName: 'Cara', lastName: 'Comma' },
    { firstName: 'Later', lastName: 'Undone' },
  ])
  await page.locator('[data-toasts]').getByRole('button', { name: 'Undo' }).click()
  await notice(page, '2 customers removed.').waitFor()
  expect(await client.read('/api/customers?q=undo.test')).toEqual([])

  await openDialog()
  await dialog.getByRole('button', { name: 'Import another file' }).click()
  await importFile()
  // also after the page was left
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await page.waitForURL('**/dashboard')
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await openDialog()
  await dialog.getByRole('button', { name: 'Undo import' }).click()
  await dialog.getByText('2 customers removed.').waitFor()
})

it('a preview names what of a file is not imported, and a company without an email address can be imported and edited', async () => {
  const page = await open('/customers')
  const buffer = Buffer.from(
    [
      'Customer Contact List',
      'Customer,Company,Street Address,City,State,Zip,Phone,Open Balance,Notes',
      ',Quay Flats LLC,5 Quay Rd,Cary,NC,27511,"919 603 0001, 919 603 0002",0.00,',
      'Tess Frome,,4 Elm St,Cary,NC,27511,919 603 0003,0.00,"needs a 6" shelf',
      'Ursa Gant,,6 Elm St,Cary,NC,27511,919 603 0004,0.00,last',
    ].join('\n'),
  )
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import customers' })
  // an import before this one may be shown
  const another = dialog.getByRole('button', { name: 'Import another file' })
  if (await another.isVisible()) await another.click()
  await page.locator('input[type=file]').setInputFiles({ name: 'qb.csv', mimeType: 'text/csv', buffer })
  await dialog.getByText('2 customers will be added, 0 already exist, 1 row with errors.').waitFor()
  await dialog.getByText('Line 4: a quotation mark is not closed').waitFor()
  await dialog.getByText('This column is not imported: Open Balance.').waitFor()
  await dialog.getByText('The line above the headings is not imported.').waitFor()
  await dialog.getByRole('button', { name: 'Import 2 customers' }).click()
  await dialog.getByText('2 customers added').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const [company] = await client.read('/api/customers?q=quay')
  expect(company).toMatchObject({
    firstName: 'Quay Flats LLC',
    lastName: '',
    email: '',
    phone: '919 603 0001',
    address: '5 Quay Rd, Cary, NC 27511',
    notes: 'Phone: 919 603 0002',
  })
  await page.goto(`/customers?customer=${company.id}`)
  const drawer = page.getByRole('dialog', { name: 'Quay Flats LLC' })
  expect(await drawer.locator('a[href^="mailto:"]').count()).toBe(0)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit Customer' })
  await form.getByLabel('Notes').fill('Gate 4')
  await form.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'Customer has been updated.').waitFor()
  expect(await client.read(`/api/customers/${company.id}`)).toMatchObject({ notes: 'Gate 4', email: '' })
})

it('no tab is wider than a screen of 700 px, which is a desktop at 200 %, nor of 1000 px, with little beside the list of pages', async () => {
  await add({
    firstName: 'Wilhelmina',
    lastName: 'Featherstonehaugh',
    email: 'wilhelmina.featherstonehaugh@example.test',
  })
  await client.create('/api/leads/manual', {
    ...{ ...person, lastName: 'Featherstonehaugh', email: 'wilhelmina.featherstonehaugh@example.test' },
    ...{ source: 'phone', projectDescription: 'The gutter above the back door drips.' },
  })
  const page = await open('/crm')
  for (const path of ['/crm', '/crm?tab=leads'])
    for (const width of [700, 767, 1000]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(path)
      await page.getByRole('table').waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} ${width}`).toBe(width)
    }
  await close(page)
})

it('a customer who moves is asked whether upcoming jobs move too; done ones and other sites stay', async () => {
  const from = '1 Elm Street'
  const id = await add({ firstName: 'Mona', lastName: 'Mover', phone: '+1 919.555.0141', address: from })
  const job = (address: string, scheduledDate: string) =>
    client.create('/api/appointments', {
      customerId: id,
      title: 'Painting',
      address,
      scheduledDate,
      duration: 60,
    })
  const soon = '2035-05-04T15:00:00Z'
  const [upcoming, site, past] = [
    await job(from, soon),
    await job('9 Site Road', soon),
    await job(from, '2020-05-04T15:00:00Z'),
  ]
  const addresses = () =>
    Promise.all(
      [upcoming, site, past].map(async (it) => (await client.read(`/api/appointments/${it.id}`)).address),
    )
  const page = await open('about:blank')
  // this window gets no news of it
  await breakStream(page)
  await page.goto(`/appointments/${upcoming.id}`)
  await page.getByRole('link', { name: 'View Customer Profile' }).click()
  const move = async (to: string) => {
    await page
      .getByRole('dialog', { name: 'Mona Mover' })
      .getByRole('button', { name: 'Edit', exact: true })
      .click()
    const form = page.getByRole('dialog', { name: 'Edit Customer' })
    await form.getByLabel('Address').fill(to)
    await form.getByRole('button', { name: 'Save' }).click()
  }
  await move('5 New Road')
  const question = page.getByRole('alertdialog', { name: 'Update upcoming jobs too?' })
  await question
    .getByText('One upcoming job is planned at 1 Elm Street. The new address is 5 New Road.')
    .waitFor()
  await question.getByRole('button', { name: 'Keep the old address' }).click()
  expect(await addresses()).toEqual([from, '9 Site Road', from])
  await move(from)
  await notice(page, 'Customer has been updated.').waitFor()
  await move('7 Newer Road')
  await question.getByRole('button', { name: 'Update' }).click()
  await notice(page, 'The jobs are planned at 7 Newer Road now.').waitFor()
  expect(await addresses()).toEqual(['7 Newer Road', '9 Site Road', from])
  // the page of the job does not show the old one
  await page.goBack()
  await page.getByRole('link', { name: 'Navigate to 7 Newer Road' }).waitFor()
  await close(page, 'ERR_FAILED')
})

it('the drawer of a customer shows a quote and a link that were made while it was open', async () => {
  const id = await add({ firstName: 'Quinn', lastName: 'News', phone: '9195550179' })
  const page = await open(`/customers?customer=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Quinn News' })
  await drawer.getByText('Customer added').waitFor()
  const lines = [{ description: 'Gutters', unitPrice: '120' }]
  const quote = { customerId: id, title: 'Gutters', options: [{ id: 1, lines }] }
  const { id: quoteId } = await client.create('/api/quotes', quote)
  await drawer.getByText(/^Quote .* drafted$/).waitFor()
  await drawer.getByRole('tab', { name: 'Links' }).click()
  await drawer.getByText('No links').waitFor()
  await client.create(`/api/quotes/${quoteId}/send`, { channel: 'in_person' })
  expect((await client.send('POST', `/api/quotes/${quoteId}/customer-link`)).status).toBe(200)
  await drawer.getByRole('tab', { name: 'Overview' }).click()
  await drawer.getByRole('tab', { name: 'Links' }).click()
  await drawer.getByRole('button', { name: /^Revoke link to/ }).waitFor()
})

it('the drawer of a customer names the page, keeps the search, and says when there is no such customer', async () => {
  const id = await add({ firstName: 'Dora', lastName: 'Drawer', phone: '+1 919.555.0140' })
  const page = await open('/customers?q=drawer')
  await page.getByRole('link', { name: 'Dora Drawer', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Dora Drawer' })
  await drawer.getByRole('link', { name: '(919) 555-0140' }).waitFor()
  await expect.poll(() => page.title()).toBe('Customer Dora Drawer')
  expect(new URL(page.url()).search).toBe(`?q=drawer&customer=${id}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.title()).toBe('Customers')
  expect(await page.getByRole('article').count()).toBe(1)
  for (const missing of ['99999', 'abc']) {
    await page.goto(`/customers?customer=${missing}`)
    const missingDrawer = page.getByRole('dialog', { name: 'Customer Not Found' })
    await missingDrawer.getByText('There is no such customer').waitFor()
    expect(await missingDrawer.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  }
  await close(page, ' 400 ', ' 404 ')
})

it('on a phone names, numbers and emails of customers and leads are tall enough for a thumb', async () => {
  const page = await open('about:blank', { viewport: { width: 375, height: 812 } })
  for (const path of ['/customers', '/crm', '/crm?tab=leads']) {
    await page.goto(path)
    await page.getByRole('main').getByRole('link').first().waitFor()
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('main a, main button')]
        .map((it) => ({ text: it.textContent, height: it.getBoundingClientRect().height }))
        .filter(({ height }) => height > 0 && height < 44),
    )
    expect(small, path).toEqual([])
  }
})

it('a list of more than a page loads what follows, keeps no other page waiting for it, and says when it failed', async () => {
  const { id } = await client.create('/api/customers/imports')
  const rows = Array.from({ length: 60 }, (_, n) => ({
    firstName: 'Many',
    lastName: `P${n}`,
    email: `p${n}@many.test`,
    phone: `984-555-${String(1000 + n)}`,
  }))
  await client.create(`/api/customers/imports/${id}/rows`, { rows })
  const page = await openAlone('/crm')
  const newest = page.getByRole('row').filter({ hasText: 'Many P59' })
  const oldest = page.getByRole('row').filter({ hasText: 'Many P0' })
  const loading = page.getByLabel('Loading more')
  const scroll = () => page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const followingPages = /\/api\/customers\?.*cursor=/
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(followingPages, async (route) => {
    await held
    await route.abort()
  })
  await newest.waitFor()
  await scroll()
  await loading.waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await page.getByRole('heading', { name: 'Invoices', level: 1 }).waitFor()
  await page.goBack()
  await newest.waitFor()
  await scroll()
  answer()
  const again = page.getByRole('button', { name: 'Could not be loaded. Try again' })
  await again.waitFor()
  await page.unroute(followingPages)
  await again.click()
  await scroll()
  await oldest.waitFor()
  expect(await again.count()).toBe(0)
  await close(page, 'net::ERR_FAILED')
})
