import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open } = useOffice({ DEMO_DATA: 'off' })
const desk = { viewport: { width: 1440, height: 900 } }
let customerId: number

beforeAll(async () => {
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  customerId = (await client.create('/api/customers', { ...carla, address: '9 Sycamore Ct, Durham' })).id
})

const planned = async (scheduledDate: string, form: object = {}): Promise<number> =>
  (
    await client.create('/api/appointments', {
      ...{ customerId, title: 'General Repairs', duration: 60, estimatedPrice: '75.00', scheduledDate },
      ...form,
    })
  ).id
async function stored(id: number): Promise<string> {
  const { scheduledDate, arrivalWindow, anytime } = await client.read(`/api/appointments/${id}`)
  return `${scheduledDate} ${anytime ? 'anytime' : `within ${arrivalWindow}`}`
}
async function calendar(query: string): Promise<Page> {
  const page = await open(`/scheduler?view=calendar&${query}`, desk)
  await page.getByLabel('View', { exact: true }).waitFor()
  return page
}
const inRow = (page: Page, id: number) =>
  page.locator(`[data-anytime] [data-appointment="${id}"]:not([data-held])`)
const onGrid = (page: Page, id: number) =>
  page.locator(`[data-hours] [data-appointment="${id}"]:not([data-held])`)
async function boxOf(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}

describe('on a phone', () => {
  it('a window is chosen beside the time, and said wherever the job is', async () => {
    const page = await open(
      `/appointments/new?customerId=${customerId}&date=2031-03-03&time=09:00`,
      phoneSize,
    )
    await page.getByLabel('Service type').selectOption('General Repairs')
    await page.getByLabel('Arrival').selectOption('2 h window')
    await page.getByText('Told: between 9:00 AM and 11:00 AM').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Schedule Appointment' }).click()
    await notice(page, 'Appointment scheduled successfully').waitFor()
    await page.getByText('Arrival 9:00 – 11:00 AM').first().waitFor()
    const [{ id }] = await client.read('/api/appointments?from=2031-03-03&to=2031-03-03')
    expect(await stored(id)).toBe('2031-03-03T14:00:00.000Z within 120')
    await page.goto(`/appointments/${id}`)
    await page.getByText('Arrival 9:00 – 11:00 AM (60 min)').waitFor()
    await page.goto(`/appointments/${id}?text=new-time`)
    const text = page.getByRole('dialog').getByLabel('Message', { exact: true })
    expect(await text.inputValue()).toContain(
      'moved to Monday, March 3 between 9:00 AM and 11:00 AM. If that does not suit you',
    )
  })

  it('a job at any time asks for no time, and is the first of My Day', async () => {
    const early = await planned('2031-03-04T07:00')
    const id = await planned('2031-03-04T11:00', { title: 'Painting & Finishing' })
    const page = await open(`/appointments/${id}/edit`, phoneSize)
    await page.getByLabel('Arrival').selectOption('Anytime')
    await page.getByLabel('Time', { exact: true }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await notice(page, 'The customer was not notified.').waitFor()
    expect(await stored(id)).toBe('2031-03-04T13:00:00.000Z anytime')
    await page.goto('/my-day?day=2031-03-04')
    const jobs = page.getByRole('listitem').filter({ has: page.locator('[data-name]') })
    await jobs.first().waitFor()
    expect(await jobs.locator('> b').allTextContents()).toEqual(['Anytime', '7:00 AM'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await axeFindings(page)).toEqual([])
    expect(await stored(early)).toBe('2031-03-04T12:00:00.000Z within 0')
  })
})

describe('on a desk', () => {
  it('the row above the hours is there while a job of any time is, and not without one', async () => {
    const id = await planned('2031-03-10', { anytime: true })
    const page = await calendar('cal=week&day=2031-03-10')
    await inRow(page, id).waitFor()
    expect(await onGrid(page, id).count()).toBe(0)
    expect(await axeFindings(page)).toEqual([])
    await page.goto('/scheduler?view=calendar&cal=week&day=2031-03-17')
    await page.locator('[data-hours]').waitFor()
    await page.getByRole('heading', { name: /Mar 16/ }).waitFor()
    expect(await page.locator('[data-anytime]').count()).toBe(0)
  })

  it('a drag onto the grid gives a time, and a drag above it takes it away, each to be undone', async () => {
    const id = await planned('2031-03-25', { anytime: true })
    const page = await calendar('cal=day&day=2031-03-25')
    const chip = await boxOf(inRow(page, id))
    const column = await boxOf(page.locator('[data-hours] > [data-day]'))
    const hour = column.height / 24
    await page.mouse.move(chip.x + 40, chip.y + chip.height / 2)
    await page.mouse.down()
    await page.mouse.move(column.x + 60, column.y + 10 * hour, { steps: 4 })
    await page.mouse.up()
    await onGrid(page, id).waitFor()
    await notice(page, 'Appointment moved').waitFor()
    expect(await stored(id)).toBe('2031-03-25T14:00:00.000Z within 0')
    await page.getByRole('button', { name: 'Undo' }).click()
    await inRow(page, id).waitFor()
    await expect.poll(() => stored(id)).toBe('2031-03-25T12:00:00.000Z anytime')
    const other = await planned('2031-03-26T11:00', { arrivalWindow: 60 })
    await page.goto('/scheduler?view=calendar&cal=day&day=2031-03-26')
    await onGrid(page, other).waitFor()
    const block = await boxOf(onGrid(page, other))
    const region = await boxOf(page.locator('section:has([data-hours])'))
    await page.mouse.move(block.x + 40, block.y + block.height / 2)
    await page.mouse.down()
    await page.mouse.move(block.x + 40, block.y, { steps: 4 })
    await page.mouse.move(block.x + 40, region.y + 6, { steps: 4 })
    await page.locator('[data-anytime] [data-held]').waitFor()
    await page.mouse.up()
    await inRow(page, other).waitFor()
    await expect.poll(() => stored(other)).toBe('2031-03-26T12:00:00.000Z anytime')
    await page.getByRole('button', { name: 'Undo' }).click()
    await onGrid(page, other).waitFor()
    await expect.poll(() => stored(other)).toBe('2031-03-26T15:00:00.000Z within 60')
  })

  it('Alt and A take a job to any time of its day, and Alt and an arrow onto the grid', async () => {
    const id = await planned('2031-03-27T11:00')
    const page = await calendar('cal=week&day=2031-03-27')
    await onGrid(page, id).focus()
    await page.keyboard.down('Alt')
    await page.keyboard.press('a')
    await page.getByRole('status').getByText('Thu, Mar 27, 2031, Anytime').waitFor()
    await page.keyboard.up('Alt')
    await expect.poll(() => stored(id)).toBe('2031-03-27T12:00:00.000Z anytime')
    // until then the page has the hour of before, at which an arrow would put it
    await notice(page, 'Appointment moved').waitFor()
    const isFocused = (row: string) =>
      page.evaluate((selector) => document.activeElement?.closest(selector) !== null, row)
    await expect.poll(() => isFocused('[data-anytime]')).toBe(true)
    await page.keyboard.down('Alt')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.up('Alt')
    await expect.poll(() => stored(id)).toBe('2031-03-28T12:15:00.000Z within 0')
    await expect.poll(() => isFocused('[data-hours]')).toBe(true)
  })
})
