import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { nextFrame, notice, phoneSize, settled } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open, openAlone, close, visitor } = useOffice({ DEMO_DATA: 'off' })
const desk = { viewport: { width: 1440, height: 900 } }
const day = '2031-03-03'
let customerId: number
let maria: number
let tom: number

const join = (username: string) =>
  client.create('/api/team/invitations', { username, email: `${username}@example.test`, role: 'worker' })

beforeAll(async () => {
  const carla = { firstName: 'Carla', lastName: 'Mendes', email: 'carla@example.test', phone: '919 555 0103' }
  customerId = (await client.create('/api/customers', { ...carla, address: '9 Sycamore Ct, Durham' })).id
})

const planned = async (scheduledDate: string, assigneeIds: number[] = [], duration = 60): Promise<number> =>
  (
    await client.create('/api/appointments', {
      ...{ customerId, title: 'General Repairs', duration, estimatedPrice: '75.00' },
      ...{ scheduledDate, assigneeIds },
    })
  ).id
async function stored(id: number): Promise<string> {
  const { scheduledDate, assigneeIds } = await client.read(`/api/appointments/${id}`)
  return `${scheduledDate} of ${assigneeIds.join(', ') || 'nobody'}`
}

async function calendar(query: string, options: Parameters<typeof open>[1] = desk): Promise<Page> {
  const page = await open(`/scheduler?view=calendar&${query}`, options)
  await page.getByLabel('View', { exact: true }).waitFor()
  return page
}
const lane = (page: Page, who: number | 'none') => page.locator(`[data-lane="${who}"]`)
const block = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]:not([data-held])`)
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}
const sentChanges = (page: Page) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON())
  })
  return sent
}

/** Drags a block of one lane into another, later by so many hours. */
async function drag(page: Page, id: number, from: number | 'none', to: number | 'none', hours: number) {
  const grip = lane(page, from).locator(block(page, id))
  await grip.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(grip)
  const target = await boxOf(lane(page, to))
  await page.mouse.move(x + width / 2, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width / 2 + 10, y + height / 2)
  await page.mouse.move(target.x + target.width / 2, y + height * (hours + 0.5), { steps: 4 })
  await page.mouse.up()
}

it('who works alone has no lanes and no filter', async () => {
  await planned(`${day}T09:00`)
  const page = await calendar(`cal=day&day=${day}&assignee=none`)
  await page.locator('[data-appointment]').first().waitFor()
  expect(await page.locator('[data-lane]').count()).toBe(0)
  expect(await page.getByLabel('Who').count()).toBe(0)
})

describe('with a team', () => {
  beforeAll(async () => {
    maria = (await join('maria')).id
    tom = (await join('tom')).id
  })

  it('a day has a lane for each member, and a crew stands in each of theirs', async () => {
    const crew = await planned('2031-03-04T09:00', [maria, tom])
    const page = await calendar('cal=day&day=2031-03-04')
    await lane(page, maria).locator(block(page, crew)).waitFor()
    await lane(page, tom).locator(block(page, crew)).waitFor()
    expect(await page.locator('[data-lane]').count()).toBe(4)
    const nine = await boxOf(page.locator('[data-hours]').getByText('9 AM', { exact: true }))
    const nineToTen = await boxOf(lane(page, tom).locator(block(page, crew)))
    // the hour is written at the height at which it begins
    expect(Math.abs(nine.y + nine.height / 2 - nineToTen.y)).toBeLessThan(3)
    const heads = page.getByRole('region').getByRole('heading', { level: 3 })
    expect(await heads.allTextContents()).toEqual(['Unassigned', 'maria', 'owner', 'tom'])
    await lane(page, tom)
      .getByRole('link', { name: /Carla Mendes.*maria, tom, General/ })
      .waitFor()
    expect(await axeFindings(page)).toEqual([])
  })

  it('a drag into another lane gives the job to its member with the new time, in one change', async () => {
    const id = await planned('2031-03-05T09:00')
    const page = await calendar('cal=day&day=2031-03-05')
    await lane(page, 'none').locator(block(page, id)).waitFor()
    const sent = sentChanges(page)
    await drag(page, id, 'none', maria, 2)
    await notice(page, 'Given to maria').waitFor()
    await page.getByText('Given to maria, Wed, Mar 5, 2031, 11:00 AM – 12:00 PM', { exact: true }).waitFor()
    expect(await stored(id)).toBe(`2031-03-05T16:00:00.000Z of ${maria}`)
    expect(sent).toEqual([{ scheduledDate: '2031-03-05T16:00:00.000Z', duration: 60, assigneeIds: [maria] }])
    await page.getByRole('button', { name: 'Undo' }).click()
    await notice(page, 'Moved back').waitFor()
    await page.getByText('Moved back to Unassigned, Wed, Mar 5, 2031, 9:00 – 10:00 AM').waitFor()
    await expect.poll(() => stored(id)).toBe('2031-03-05T14:00:00.000Z of nobody')
  })

  it('a drag takes the place of one in a crew, and into Unassigned takes one away', async () => {
    const id = await planned('2031-03-06T09:00', [1, maria])
    const page = await calendar('cal=day&day=2031-03-06')
    await lane(page, maria).locator(block(page, id)).waitFor()
    await drag(page, id, maria, tom, 0)
    await lane(page, tom).locator(block(page, id)).waitFor()
    await expect.poll(() => stored(id)).toBe(`2031-03-06T14:00:00.000Z of 1, ${tom}`)
    await drag(page, id, 1, 'none', 0)
    await expect.poll(() => stored(id)).toBe(`2031-03-06T14:00:00.000Z of ${tom}`)
    await drag(page, id, tom, 'none', 0)
    await expect.poll(() => stored(id)).toBe('2031-03-06T14:00:00.000Z of nobody')
  })

  it('a team that comes after the jobs does not take the focus off one', async () => {
    const id = await planned('2031-03-10T09:00', [maria])
    const page = await openAlone('/account', desk)
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/api/team/members', (route) => isThere.then(() => route.continue()))
    const jobs = page.waitForResponse((answer) => answer.url().includes('/api/appointments?'))
    await page.goto('/scheduler?view=calendar&cal=day&day=2031-03-10')
    await (await jobs).finished()
    // as soon as it is drawn, with lanes or without
    const focused = block(page, id).focus()
    await nextFrame(page)
    arrive()
    await focused
    await lane(page, maria).locator(block(page, id)).waitFor()
    expect(await block(page, id).evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('Alt and arrows move across lanes, and the focus stays on the job', async () => {
    const id = await planned('2031-03-07T09:00', [maria])
    const page = await calendar('cal=day&day=2031-03-07')
    await lane(page, maria).locator(block(page, id)).focus()
    await page.keyboard.down('Alt')
    await page.keyboard.press('ArrowRight')
    // there is no other lane
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('status').getByText('tom, Fri, Mar 7, 2031, 9:15 – 10:15 AM').waitFor()
    await page.keyboard.up('Alt')
    await expect.poll(() => stored(id)).toBe(`2031-03-07T14:15:00.000Z of ${tom}`)
    const focused = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-lane]')?.dataset.lane)
    await expect.poll(focused).toBe(String(tom))
    expect(new URL(page.url()).searchParams.get('day')).toBe('2031-03-07')
  })

  it('of two who move a job at once, the second sees who has it now', async () => {
    const id = await planned('2031-03-10T09:00')
    const page = await calendar('cal=day&day=2031-03-10')
    await lane(page, 'none').locator(block(page, id)).waitFor()
    await page.route(`**/api/appointments/${id}`, async (route) => {
      if (route.request().method() === 'PUT')
        await client.send('PUT', `/api/appointments/${id}`, { assigneeIds: [tom] })
      await route.continue()
    })
    await drag(page, id, 'none', maria, 0)
    await notice(page, /Someone else just changed this appointment\. .*Who does it: tom\./).waitFor()
    await lane(page, tom).locator(block(page, id)).waitFor()
    expect(await stored(id)).toBe(`2031-03-10T13:00:00.000Z of ${tom}`)
    await close(page, '412')
  })

  it('the jobs of one are shown in every view, and those of nobody are counted', async () => {
    const [hers, his] = [await planned('2031-03-17T09:00', [maria]), await planned('2031-03-18T09:00', [tom])]
    const page = await calendar('cal=week&day=2031-03-17')
    await page.getByRole('link', { name: /Carla Mendes.*maria, General/ }).waitFor()
    await page.getByLabel('Who').selectOption('tom')
    await block(page, hers).waitFor({ state: 'hidden' })
    await block(page, his).waitFor()
    expect(new URL(page.url()).searchParams.get('assignee')).toBe(String(tom))
    await page.getByRole('button', { name: 'Agenda' }).click()
    await page.getByRole('link', { name: /Carla Mendes, General Repairs, tom/ }).waitFor()
    expect(await page.getByRole('link', { name: /Carla Mendes, General Repairs, maria/ }).count()).toBe(0)
    await page.getByRole('button', { name: 'Week', exact: true }).click()
    await page.getByRole('button', { name: /^\d+ unassigned$/ }).click()
    await page.waitForURL(`**day=${day}**`)
    await page.locator('[data-appointment]').first().waitFor()
    await expect.poll(() => page.getByLabel('Who').inputValue()).toBe('none')
    // the week of before is paler until this one has come
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
  })

  it('a free hour in a lane opens the form with its member', async () => {
    const page = await calendar('cal=day&day=2031-03-19')
    await lane(page, maria).click({ position: { x: 40, y: 56 * 9 + 5 } })
    await page.waitForURL(`**/appointments/new?date=2031-03-19&time=09:00&assignee=${maria}`)
    expect(await page.getByRole('checkbox', { name: 'maria' }).isChecked()).toBe(true)
  })

  it('on a phone there is one lane at a time, and each job says whose it is', async () => {
    const [hers, his] = [await planned('2031-03-20T09:00', [maria]), await planned('2031-03-20T11:00', [tom])]
    const page = await calendar('cal=day&day=2031-03-20', phoneSize)
    await block(page, hers).getByText('maria').waitFor()
    await block(page, his).getByText('tom').waitFor()
    await page.getByLabel('Who').selectOption('maria')
    await block(page, his).waitFor({ state: 'hidden' })
    await block(page, hers).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
    expect(await axeFindings(page)).toEqual([])
  })

  it('who may not plan moves nothing, and has no lanes but their own jobs', async () => {
    const id = await planned('2031-03-21T09:00', [tom])
    const { page, context, complaints } = await visitor(desk)
    const { token } = JSON.parse((await client.send('POST', `/api/team/members/${tom}/link`)).text)
    await page.goto(`/join#${token}`)
    await page.getByLabel('New password', { exact: true }).fill('four words about gutters')
    await page.getByRole('button', { name: 'Join and sign in' }).click()
    await page.getByRole('heading', { name: 'My Day' }).waitFor()
    await page.goto('/scheduler?view=calendar&cal=day&day=2031-03-21')
    await block(page, id).waitFor()
    await page.locator('[data-fixed]').first().waitFor()
    expect(await page.locator('[data-movable], [data-lane]').count()).toBe(0)
    const { x, y, width, height } = await boxOf(block(page, id))
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width / 2, y + height * 2, { steps: 4 })
    expect(await page.locator('[data-held]').count()).toBe(0)
    await page.mouse.up()
    expect(await stored(id)).toBe(`2031-03-21T13:00:00.000Z of ${tom}`)
    expect(complaints).toEqual([])
    await context.close()
  })
})
