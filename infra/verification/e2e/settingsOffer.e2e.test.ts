import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({})
const { client, open } = office

type Named = { title: string; label: string; value: string; name: string; percent: string }
const settings = async () =>
  (await client.read('/api/business')) as unknown as {
    services: Named[]
    estimateOptions: Named[]
    tax: { rates: Named[] }
  }
const titles = async () => (await settings()).services.map(({ title }) => title)
const landing = async () => (await fetch(office.url)).text()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save' }).click()

const devices = [
  ['a phone', phoneSize],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
] as const

it.each(devices)(
  'on %s a service is added, put in order by keys, renamed, and retired with undo',
  async (device, options) => {
    const page = await open('/settings/services', options)
    const roofing = `Roofing from ${device}`
    await button(page, 'Add service').click()
    await dialog(page).getByLabel('Name').fill('general repairs')
    await save(page)
    await page.getByText('Another service has this name').waitFor()
    await dialog(page).getByLabel('Name').fill(roofing)
    await dialog(page).getByLabel('Hourly rate').fill('95')
    await dialog(page).getByLabel('Usual duration').selectOption('2 hours')
    await dialog(page).getByLabel('Points').fill('Shingles\n\nFlashing')
    await save(page)
    await notice(page, `${roofing} is offered.`).waitFor()
    await page.getByText('2 hours · $95.00 an hour').first().waitFor()
    await expect.poll(landing).toContain(roofing)

    const before = await titles()
    const at = before.indexOf(roofing)
    await button(page, `Move ${roofing} up`).focus()
    await page.keyboard.press('Enter')
    await expect.poll(titles).toEqual(before.toSpliced(at, 1).toSpliced(at - 1, 0, roofing))
    await expect
      .poll(() => button(page, `Move ${roofing} up`).evaluate((it) => it === document.activeElement))
      .toBe(true)

    await button(page, `Edit ${roofing}`).click()
    expect(await dialog(page).getByLabel('Points').inputValue()).toBe('Shingles\nFlashing')
    await dialog(page).getByLabel('On the public page').uncheck()
    await save(page)
    await expect.poll(landing).not.toContain(roofing)

    const ordered = await titles()
    await button(page, `Retire ${roofing}`).click()
    await expect.poll(titles).not.toContain(roofing)
    await button(page, 'Undo').click()
    await expect.poll(titles).toEqual(ordered)
    await page.getByText(/^Changed .* by owner$/).waitFor()
  },
)

it('the first field of a dialog does not take the focus back from where it is put', async () => {
  const page = await open('/settings/services', phoneSize)
  await button(page, 'Edit General Repairs').click()
  const isFocused = (label: string) =>
    dialog(page)
      .getByLabel(label)
      .evaluate((it) => it === document.activeElement)
  await expect.poll(() => isFocused('Name')).toBe(true)
  await page.keyboard.press('Tab')
  expect(await isFocused('Usual duration')).toBe(true)
  await dialog(page).getByLabel('Taxable').click()
  expect(await dialog(page).getByLabel('Taxable').isChecked()).toBe(false)
})

it('a form of a service that is left asks before its changes are lost', async () => {
  const page = await open('/settings/services')
  await button(page, 'Edit General Repairs').click()
  await dialog(page).getByLabel('Name').fill('Repairs')
  await page.keyboard.press('Escape')
  await button(page.getByRole('alertdialog').page(), 'Discard').click()
  expect(await titles()).toContain('General Repairs')
})

it.each(devices)(
  'on %s an option is added under a value of its own, and renamed under the same',
  async (device, options) => {
    const page = await open('/settings/estimate-options', options)
    const label = `Gutters & Roofs, ${device}`
    const value = `gutters-roofs-${device.replace(' ', '-')}`
    await button(page, 'Add option').click()
    await dialog(page).getByLabel('Name').fill(label)
    await dialog(page).getByLabel('Becomes').selectOption('Installation Services')
    await save(page)
    await notice(page, `${label} is offered.`).waitFor()
    expect((await settings()).estimateOptions).toContainEqual({ value, label, serviceId: 3 })
    await button(page, `Edit ${label}`).click()
    await dialog(page).getByLabel('Name').fill(`Roofs of ${device}`)
    await save(page)
    await notice(page, `Roofs of ${device} is changed.`).waitFor()
    await expect.poll(landing).toContain(`Roofs of ${device}`)
    expect((await settings()).estimateOptions).toContainEqual({
      value,
      label: `Roofs of ${device}`,
      serviceId: 3,
    })
    await button(page, `Remove Roofs of ${device}`).click()
    await notice(page, `Roofs of ${device} is no longer offered. Leads keep it.`).waitFor()
    expect((await settings()).estimateOptions.map((it) => it.value)).not.toContain(value)
  },
)

it.each(devices)(
  'on %s a tax rate has three decimals, and a high one is asked about',
  async (device, options) => {
    const page = await open('/settings/tax', options)
    const name = `Sales tax on ${device}`
    const rate = async () => (await settings()).tax.rates.find((it) => it.name === name)?.percent
    await button(page, 'Add tax rate').click()
    await dialog(page).getByLabel('Name').fill(name)
    await dialog(page).getByLabel('Percent').fill('7.3755')
    await save(page)
    await page.getByText('Please enter a percentage with at most three decimals, such as 7.375').waitFor()
    await dialog(page).getByLabel('Percent').fill('7.375')
    await save(page)
    await notice(page, `${name} is set.`).waitFor()
    await page.reload()
    await page
      .getByText(/^7\.375 %/)
      .first()
      .waitFor()

    await button(page, `Edit ${name}`).click()
    await dialog(page).getByLabel('Percent').fill('31')
    await save(page)
    await button(page, 'Keep editing').click()
    expect(await rate()).toBe('7.375')
    await save(page)
    await button(page, 'Set 31 %').click()
    await notice(page, `${name} is set.`).waitFor()
    expect(await rate()).toBe('31')

    await button(page, `Edit ${name}`).click()
    await dialog(page).getByLabel('Percent').fill('8')
    await dialog(page).getByLabel('Holds from').fill('2099-01-01')
    await save(page)
    await page.getByText(`From Thursday, January 1, 2099: ${name} 8 %`).waitFor()
    await button(page, 'Withdraw what is planned from Thursday, January 1, 2099').click()
    await expect.poll(() => page.getByText('2099').count()).toBe(0)
    await button(page, `End ${name}`).click()
    await expect.poll(rate).toBeUndefined()
  },
)
