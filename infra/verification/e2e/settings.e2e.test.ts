import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off', BUSINESS_EMAIL: 'desk@plumber.test' })
const { client, open } = office

/** The first form of a page: while its button says 'Saving...', that of another form is no other one to press. */
const save = (page: Page) => page.locator('main form').first().getByRole('button', { name: 'Save' }).click()

it('the account menu leads to the settings, and a name is on the next public page', async () => {
  const page = await open('/dashboard')
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Harbour Plumbing')
  await page.getByLabel('In business since').fill('last year')
  await save(page)
  await page.getByText('Please enter a year such as 2011').waitFor()
  await page.getByLabel('In business since').fill('1998')
  await save(page)
  await notice(page, 'The business is described.').waitFor()
  const landing = async () => (await fetch(office.url)).text()
  await expect.poll(landing).toMatch(/Harbour Plumbing[\s\S]*1998/)
  await page.getByText(/^Changed .* by owner$/).waitFor()
})

it('what a variable sets is shown with its name and cannot be changed', async () => {
  const page = await open('/settings/business')
  const email = page.getByLabel('Email')
  await email.waitFor()
  expect(await email.inputValue()).toBe('desk@plumber.test')
  expect(await email.isEditable()).toBe(false)
  await page.getByText('Set by BUSINESS_EMAIL, so it cannot be changed here.').waitFor()
})

it('a phone number that cannot be called is saved, and said to be none', async () => {
  const page = await open('/settings/business')
  await page.getByLabel('Phone').fill('ask at the counter')
  await save(page)
  await page.getByText('This does not look like a number that can be called.').waitFor()
  await page.getByLabel('Phone').fill('(919) 555-0142')
  await save(page)
  await page.getByText('This does not look like a number that can be called.').waitFor({ state: 'detached' })
})

it('a field that is emptied has its default again', async () => {
  const page = await open('/settings/business')
  await page.getByLabel('Address').fill('1 Harbour Road')
  await save(page)
  await notice(page, 'The business is described.').waitFor()
  await page.getByLabel('Address').fill('')
  await save(page)
  await expect.poll(async () => (await client.read('/api/business')).set).not.toContain('description.address')
})

it('two people who change different fields both succeed, and the same field asks', async () => {
  const [mine, theirs] = [await open('/settings/rates'), await open('/settings/rates')]
  await mine.getByLabel('Hourly rate').fill('90')
  // not the price of a step, which follows the hour here as it is typed
  await theirs.getByLabel('Minimum visit').selectOption('120')
  await save(theirs)
  await notice(theirs, 'The rates are set.').waitFor()
  await expect.poll(() => mine.getByLabel('Minimum visit').inputValue()).toBe('120')
  await save(mine)
  await notice(mine, 'The rates are set.').waitFor()
  const rates = async () => (await client.read('/api/business')).rates
  expect(await rates()).toMatchObject({ hourlyRate: '90.00', minimumMinutes: 120 })
  await expect.poll(() => theirs.getByLabel('Hourly rate').inputValue()).toBe('90.00')
  await mine.getByLabel('Minimum visit').selectOption('30')
  await theirs.getByLabel('Minimum visit').selectOption('60')
  await save(theirs)
  await mine.getByRole('button', { name: 'Use mine' }).click()
  await save(mine)
  await expect.poll(rates).toMatchObject({ hourlyRate: '90.00', minimumMinutes: 30 })
})

it('what another person saves while an own save is read again is no part of it', async () => {
  const page = await open('/settings/rates')
  const minimum = page.getByLabel('Minimum visit')
  await minimum.selectOption('90')
  const { promise: isSaved, resolve: goOn } = Promise.withResolvers<void>()
  await page.route('**/api/business', (route) => isSaved.then(() => route.continue()))
  await save(page)
  await notice(page, 'The rates are set.').waitFor()
  await minimum.selectOption('30')
  const { headers } = await client.send('GET', '/api/business')
  const change = { minimumMinutes: 120 }
  const theirs = { 'if-match': headers.get('etag') ?? '' }
  expect((await client.send('PATCH', '/api/business/rates', change, theirs)).status).toBe(200)
  goOn()
  await page.getByRole('button', { name: 'Use mine' }).click()
  await save(page)
  await expect.poll(async () => (await client.read('/api/business')).rates.minimumMinutes).toBe(30)
})

it('a rate of a later day is planned, and withdrawn', async () => {
  const page = await open('/settings/rates')
  const { hourlyRate } = (await client.read('/api/business')).rates
  await page.getByLabel('Hourly rate').fill('120')
  await page.getByLabel('Holds from').fill('2099-01-01')
  await save(page)
  await page.getByText('From Thursday, January 1, 2099: Hourly rate: $120.00').waitFor()
  await expect.poll(() => page.getByLabel('Hourly rate').inputValue()).toBe(hourlyRate)
  await page.getByRole('button', { name: 'Withdraw what is planned from Thursday, January 1, 2099' }).click()
  await notice(page, 'The plan is withdrawn.').waitFor()
})

it('payment terms are set, and one method is needed', async () => {
  const page = await open('/settings/payment')
  await page.getByLabel('Days until an invoice is due').fill('14')
  for (const method of ['Cash', 'Zelle', 'CashApp', 'Venmo', 'Credit card'])
    await page.getByLabel(method, { exact: true }).uncheck()
  await save(page)
  await page.getByText('Please choose how people can pay').waitFor()
  const isFocused = () => page.getByLabel('Cash', { exact: true }).evaluate((it) => it.matches(':focus'))
  await expect.poll(isFocused).toBe(true)
  await page.getByLabel('Cash', { exact: true }).check()
  await save(page)
  await notice(page, 'The payment terms are set.').waitFor()
  expect((await client.read('/api/business')).payment).toMatchObject({ daysUntilDue: 14, methods: ['cash'] })
})

it('messages go out between other hours, and what could never go out is refused at its field', async () => {
  const page = await open('/settings/messages')
  const hours = page.getByRole('form', { name: 'Messages' })
  await page.getByLabel('Until').fill('17:00')
  await page.getByLabel('Reminder of an appointment at').fill('16:45')
  await hours.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Choose a time between these, half an hour before the last one at most').waitFor()
  await page.getByLabel('Reminder of an appointment at').fill('16:00')
  await hours.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'The hours of messages are set.').waitFor()
  expect((await client.read('/api/business')).messages).toEqual({
    ...{ quietUntil: '08:00', quietFrom: '17:00', remindAt: '16:00' },
  })
})

it('customers have to sign quotes, approvals wait for the deposit, and deposits have a limit, where the owner wants it', async () => {
  const page = await open('/settings/quotes')
  await page.getByLabel('Signature').selectOption('Customers have to sign')
  await page.getByLabel('An approval counts only when its deposit is paid').check()
  await page.getByLabel('Deposit at most (% of the total)').fill('101')
  await save(page)
  await page.getByText('A percentage is at most 100').waitFor()
  await page.getByLabel('Deposit at most (% of the total)').fill('10')
  await page.getByLabel('Deposit at most (amount)').fill('1,000')
  await save(page)
  await notice(page, 'The rules of quotes are set.').waitFor()
  const rules = async () => (await client.read('/api/business')).quotes
  expect(await rules()).toEqual({
    ...{ signature: 'required', approvalNeedsDeposit: true },
    ...{ maxDepositPercent: '10', maxDepositAmount: '1000.00' },
  })
  await page.getByLabel('Deposit at most (% of the total)').fill('')
  await save(page)
  await expect.poll(rules).toMatchObject({ maxDepositPercent: null, maxDepositAmount: '1000.00' })
})

it.each([320, 375, 768, 1440])(
  'at %i px every section is reached and fits, and axe finds nothing at 375 and 1440 px',
  async (width) => {
    const page = await open('/settings/business', { viewport: { width, height: 900 } })
    const sections = page.getByRole('navigation', { name: 'Settings' })
    for (const { name, title } of [
      { name: 'Business', title: 'Business' },
      { name: 'Time zone and hours', title: 'Working hours' },
      { name: 'Services', title: 'Services' },
      { name: 'Estimate options', title: 'Estimate options' },
      { name: 'Rates', title: 'Rates' },
      { name: 'Tax', title: 'Tax' },
      { name: 'Messages', title: 'Messages' },
      { name: 'Payment', title: 'Payment' },
      { name: 'Quotes', title: 'Quotes' },
    ]) {
      if (width < 768) await sections.getByLabel('Section').selectOption(name)
      else await sections.getByRole('link', { name }).click()
      await page.getByRole('heading', { level: 2, name: title, exact: true }).waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      if (width === 375 || width === 1440) expect(await axeFindings(page)).toEqual([])
    }
  },
)

it('who saved what was stored already is asked, too, when somebody else changes the same field next', async () => {
  const page = await open('/settings/rates')
  await save(page)
  await notice(page, 'The rates are set.').waitFor()
  await page.getByLabel('Hourly rate').fill('91')
  await client.send('PATCH', '/api/business/rates', { hourlyRate: '120' })
  await page.getByRole('button', { name: 'Keep theirs' }).click()
  expect(await page.getByLabel('Hourly rate').inputValue()).toBe('120.00')
})
