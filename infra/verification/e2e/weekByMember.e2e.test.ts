import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open, close } = useOffice({ DEMO_DATA: 'off' })
const desk = { viewport: { width: 1440, height: 900 } }
let customerId: number
let maria: number
let tom: number

const join = (username: string) =>
  client.create('/api/team/invitations', { username, email: `${username}@example.test`, role: 'worker' })

beforeAll(async () => {
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  customerId = (await client.create('/api/customers', { ...carla, address: '9 Sycamore Ct, Durham' })).id
  maria = (await join('maria')).id
  tom = (await join('tom')).id
})

const planned = async (scheduledDate: string, assigneeIds: number[] = [], form: object = {}) =>
  (
    await client.create('/api/appointments', {
      ...{ customerId, title: 'General Repairs', duration: 60, estimatedPrice: '75.00' },
      ...{ scheduledDate, assigneeIds, ...form },
    })
  ).id as number
async function stored(id: number): Promise<string> {
  const { scheduledDate, assigneeIds } = await client.read(`/api/appointments/${id}`)
  return `${scheduledDate} of ${assigneeIds.join(', ') || 'nobody'}`
}

async function week(day: string, options: Parameters<typeof open>[1] = desk): Promise<Page> {
  const page = await open(`/scheduler?view=calendar&cal=week&by=member&day=${day}`, options)
  await page.getByRole('table').waitFor()
  return page
}
const cell = (page: Page, day: string, who: number | 'none') =>
  page.locator(`[data-day="${day}"][data-lane="${who}"]`)
const card = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]:not([data-held])`)
const centerOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
async function drag(page: Page, id: number, from: Locator, to: Locator) {
  const [start, end] = [await centerOf(from.locator(card(page, id))), await centerOf(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y)
  await page.mouse.move(end.x, end.y, { steps: 4 })
  // of a crew, in the row of each
  await to.and(page.locator('[data-target]')).waitFor()
  await page.mouse.up()
}
const sentChanges = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push([request.postDataJSON(), 'if-match' in request.headers()])
  })
  return sent
}

it('a week has a row for each member, which is kept, and the jobs of each day in their order', async () => {
  const late = await planned('2031-03-04T13:00', [maria])
  const early = await planned('2031-03-04T09:00', [maria], { arrivalWindow: 120 })
  const anytime = await planned('2031-03-04', [maria, tom], { anytime: true })
  const page = await open('/scheduler?view=calendar&cal=week&day=2031-03-04', desk)
  await page.getByRole('group', { name: 'Rows' }).getByRole('button', { name: 'By member' }).click()
  await page.getByRole('table').waitFor()
  const heads = page.getByRole('rowheader')
  expect(await heads.allTextContents()).toEqual([
    'Unassignedno jobs',
    'maria3 jobs',
    'ownerno jobs',
    'tom1 job',
  ])
  const hers = cell(page, '2031-03-04', maria).locator('[data-appointment]')
  const ids = await hers.evaluateAll((all) =>
    all.map((it) => Number((it as HTMLElement).dataset.appointment)),
  )
  expect(ids).toEqual([anytime, early, late])
  await cell(page, '2031-03-04', tom).locator(card(page, anytime)).waitFor()
  await page.getByRole('link', { name: 'Scheduled: Arrival 9:00 – 11:00 AM Carla Mendes' }).waitFor()
  await page.getByRole('columnheader', { name: /Mar.* 4.*3 jobs/ }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1440)
  expect(await axeFindings(page)).toEqual([])
  await page.goto('/scheduler?view=calendar&cal=week&day=2031-03-04')
  await page.getByRole('table').waitFor()
  await page.getByRole('button', { name: 'By day' }).click()
  await page.locator('[data-hours]').waitFor()
})

it.each(['light', 'dark'] as const)(
  'it fits a screen of 1024 px, and has no findings, in the %s theme',
  async (colorScheme) => {
    await planned('2031-03-13T09:00', [tom])
    const page = await week('2031-03-13', { viewport: { width: 1024, height: 768 }, colorScheme })
    await page.locator('[data-appointment]').first().waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(1024)
    expect(await axeFindings(page)).toEqual([])
  },
)

it('below that there are days alone', async () => {
  const narrow = { viewport: { width: 1000, height: 768 } }
  const page = await open('/scheduler?view=calendar&cal=week&by=member&day=2031-03-13', narrow)
  await page.locator('[data-hours]').waitFor()
  expect(await page.getByRole('group', { name: 'Rows' }).count()).toBe(0)
})

it('a drag to another member and day is one change, and is undone', async () => {
  const id = await planned('2031-03-18T09:00')
  const page = await week('2031-03-18')
  const [from, to] = [cell(page, '2031-03-18', 'none'), cell(page, '2031-03-20', maria)]
  await from.locator(card(page, id)).waitFor()
  const sent = sentChanges(page)
  await drag(page, id, from, to)
  await to.locator(card(page, id)).waitFor()
  // stays while the pointer is on it
  await notice(page, 'Given to maria').hover()
  expect(await stored(id)).toBe(`2031-03-20T13:00:00.000Z of ${maria}`)
  expect(sent).toEqual([
    [{ scheduledDate: '2031-03-20T13:00:00.000Z', duration: 60, assigneeIds: [maria] }, true],
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await from.locator(card(page, id)).waitFor()
  await expect.poll(() => stored(id)).toBe('2031-03-18T13:00:00.000Z of nobody')
})

it('a drag along a row moves to another day at the same time, and down a column keeps the rest of a crew', async () => {
  const id = await planned('2031-03-25T09:00', [1, maria])
  const page = await week('2031-03-25')
  await cell(page, '2031-03-25', maria).locator(card(page, id)).waitFor()
  await drag(page, id, cell(page, '2031-03-25', maria), cell(page, '2031-03-27', maria))
  await notice(page, 'Appointment moved').waitFor()
  expect(await stored(id)).toBe(`2031-03-27T13:00:00.000Z of 1, ${maria}`)
  await drag(page, id, cell(page, '2031-03-27', maria), cell(page, '2031-03-27', tom))
  await cell(page, '2031-03-27', tom).locator(card(page, id)).waitFor()
  await expect.poll(() => stored(id)).toBe(`2031-03-27T13:00:00.000Z of 1, ${tom}`)
})

it('Alt and arrows move between days and members, and the focus stays on the job', async () => {
  const id = await planned('2031-04-01T09:00', [maria])
  const page = await week('2031-04-01')
  await card(page, id).focus()
  await page.keyboard.down('Alt')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  // there is no member below
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.getByRole('status').getByText('tom, Wed, Apr 2, 2031, 9:00 – 10:00 AM').waitFor()
  await page.keyboard.up('Alt')
  await expect.poll(() => stored(id)).toBe(`2031-04-02T13:00:00.000Z of ${tom}`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-day]')?.dataset.lane)
  await expect.poll(focused).toBe(String(tom))
})

it('of two who move a job at once, the second sees who has it now', async () => {
  const id = await planned('2031-04-08T09:00')
  const page = await week('2031-04-08')
  const from = cell(page, '2031-04-08', 'none')
  await from.locator(card(page, id)).waitFor()
  await page.route(`**/api/appointments/${id}`, async (route) => {
    if (route.request().method() === 'PUT')
      await client.send('PUT', `/api/appointments/${id}`, { assigneeIds: [tom] })
    await route.continue()
  })
  await drag(page, id, from, cell(page, '2031-04-08', maria))
  await notice(page, /Someone else just changed this appointment\. .*Who does it: tom\./).waitFor()
  await cell(page, '2031-04-08', tom).locator(card(page, id)).waitFor()
  expect(await stored(id)).toBe(`2031-04-08T13:00:00.000Z of ${tom}`)
  await close(page, '412')
})
