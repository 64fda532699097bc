import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open, close } = useOffice({})

const settings = async () => (await client.read('/api/business')) as Record<string, never>
const formOf = (page: Page, name: string) => page.getByRole('form', { name })
const saveForm = (page: Page, name: string) =>
  formOf(page, name).getByRole('button', { name: 'Save' }).click()

it('a time zone is searched and chosen, after a question that shows how appointments will read', async () => {
  const page = await open('/settings/hours')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('mountain denver')
  await page.getByRole('option', { name: 'America/Denver' }).click()
  await saveForm(page, 'Time zone and week')
  const question = page.getByRole('alertdialog', { name: 'Change the time zone?' })
  await question
    .getByText(/ [AP]M → /)
    .first()
    .waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect((await settings()).calendar).toMatchObject({ timeZone: 'America/New_York' })
  // as long as it is not meant, nothing is sent
  await saveForm(page, 'Time zone and week')
  await question.getByRole('button', { name: 'Change time zone' }).click()
  await notice(page, /^The time zone and the week are set\./).waitFor()
  await formOf(page, 'Time zone and week')
    .getByText(/^Changed .* by owner$/)
    .waitFor()
  expect((await settings()).calendar).toMatchObject({ timeZone: 'America/Denver' })
})

it('a zone that somebody else sets while it is asked about is not overwritten', async () => {
  const page = await open('/settings/hours')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('auckland')
  await page.getByRole('option', { name: 'Pacific/Auckland' }).click()
  await saveForm(page, 'Time zone and week')
  const question = page.getByRole('alertdialog', { name: 'Change the time zone?' })
  await question.waitFor()
  await client.send('PATCH', '/api/business/calendar', { timeZone: 'America/Chicago' })
  const conflict = page.locator('[data-conflict=timeZone]')
  await conflict.waitFor()
  await question.getByRole('button', { name: 'Change time zone' }).click()
  await notice(page, 'Changed meanwhile').waitFor()
  expect((await settings()).calendar).toMatchObject({ timeZone: 'America/Chicago' })
  await conflict.getByRole('button', { name: 'Keep theirs' }).click()
  await close(page, '412')
})

it('a zone that is emptied is refused at its field', async () => {
  const page = await open('/settings/hours')
  await formOf(page, 'Time zone and week').getByRole('button', { name: 'Clear' }).click()
  await saveForm(page, 'Time zone and week')
  await page.getByText('There is no such time zone. Choose one such as America/New_York').waitFor()
})

it.each([
  ['a phone', phoneSize],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const)(
  'on %s hours are set, and those of a later day are planned and withdrawn',
  async (device, options) => {
    const page = await open('/settings/hours', options)
    const closes = device === 'a phone' ? '16:00' : '17:00'
    await page.getByLabel('Monday to').fill('07:00')
    await saveForm(page, 'Working hours')
    await page.getByText('The day ends before it begins').waitFor()
    await page.getByLabel('Monday to').fill(closes)
    await saveForm(page, 'Working hours')
    await notice(page, 'The working hours are set.').waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Monday to').inputValue()).toBe(closes)

    await page.getByRole('checkbox', { name: 'Saturday' }).check()
    await formOf(page, 'Working hours').getByLabel('Holds from').fill('2099-01-03')
    await saveForm(page, 'Working hours')
    await page.getByText('From Saturday, January 3, 2099: Saturday: 8:00 AM – 6:00 PM').waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: 'Saturday' }).isChecked()).toBe(false)
    await page
      .getByRole('button', { name: 'Withdraw what is planned from Saturday, January 3, 2099' })
      .click()
    await notice(page, 'The plan is withdrawn.').waitFor()
    await expect.poll(() => page.getByText('From Saturday, January 3, 2099').count()).toBe(0)
  },
)

it('a closed day is added, undone and removed', async () => {
  const page = await open('/settings/hours')
  const days = page.getByRole('list', { name: 'Closed days' })
  const christmas = 'Friday, December 25, 2099'
  const add = async () => {
    await page.getByLabel('Day off').fill('2099-12-25')
    await page.getByRole('button', { name: 'Add day' }).click()
    await days.getByText(christmas).waitFor()
  }
  await page.getByRole('button', { name: 'Add day' }).click()
  await page.getByText('Please enter a date').waitFor()
  await add()
  await page.getByRole('button', { name: 'Undo' }).click()
  await days.waitFor({ state: 'detached' })
  await add()
  await page.reload()
  await page.getByRole('button', { name: `Remove ${christmas}` }).click()
  await days.waitFor({ state: 'detached' })
  expect((await settings()).hours).toMatchObject({ closedDays: [] })
})

it('a closed day that could not be stored stays in its field, and each press has its turn', async () => {
  await client.send('PATCH', '/api/business/hours', { closedDays: ['2099-07-04', '2099-11-26'] })
  const page = await open('/settings/hours')
  let isDown = true
  const begun = Promise.withResolvers<void>()
  const pressed = Promise.withResolvers<void>()
  await page.route('**/api/business/hours', async (route) => {
    if (isDown) return route.fulfill({ status: 500, body: 'The database rests' })
    begun.resolve()
    await pressed.promise
    await route.continue()
  })
  await page.getByLabel('Day off').fill('2099-12-25')
  await page.getByRole('button', { name: 'Add day' }).click()
  await notice(page, /The database rests/).waitFor()
  expect(await page.getByLabel('Day off').inputValue()).toBe('2099-12-25')
  isDown = false
  const removes = page.getByRole('button', { name: /^Remove .* 2099$/ })
  const buttons = await removes.elementHandles()
  const press = (at: number) => buttons[at]?.evaluate((it: HTMLElement) => it.click())
  await press(0)
  await begun.promise
  // a second press before the answer does nothing, rather than being refused
  await press(1)
  pressed.resolve()
  await expect.poll(() => removes.count()).toBe(1)
  expect(await page.getByText('Changed meanwhile').count()).toBe(0)
  await close(page, '500')
})
