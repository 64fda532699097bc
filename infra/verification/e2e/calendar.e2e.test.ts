import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const { client, open, openAlone, close } = useOffice({})
let customerId: number

beforeAll(async () => {
  const customer = {
    firstName: 'Marta',
    lastName: 'Okafor',
    email: 'marta@example.test',
    phone: '5555550142',
  }
  customerId = (await client.create('/api/customers', customer)).id
})

async function planned(scheduledDate: string, title = 'General Repairs', duration = 60): Promise<number> {
  return (await client.create('/api/appointments', { customerId, title, scheduledDate, duration })).id
}
async function stored(id: number): Promise<string> {
  const { scheduledDate, duration } = await client.read(`/api/appointments/${id}`)
  return `${scheduledDate} for ${duration}`
}

async function calendar(query: string, options?: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open(`/scheduler?view=calendar&${query}`, options)
  // a group of buttons, on a phone a list
  await page.getByLabel('View', { exact: true }).waitFor()
  return page
}

const block = (page: Page, id: number) => page.locator(`[data-appointment="${id}"]:not([data-held])`)
const columnOf = (page: Page, day: string) => page.locator(`[data-day="${day}"]`).last()
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box
}
/** The middle of an appointment, and an hour in pixels. */
async function grip(page: Page, id: number) {
  await block(page, id).scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(block(page, id))
  return { x: x + width / 2, y: y + height / 2, bottom: y + height, hour: height }
}

it('a week is printed with all its days and with the hours of everything in it', async () => {
  const [early, late] = [await planned('2038-06-07T06:00'), await planned('2038-06-12T20:00')]
  const page = await calendar('cal=week&day=2038-06-07')
  await block(page, late).waitFor()
  // a sheet of paper is narrower than the screen
  await page.setViewportSize({ width: 736, height: 976 })
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => page.locator('[data-day]').count()).toBe(7)
  const grid = await boxOf(page.getByRole('region', { name: /Jun 6/ }))
  for (const id of [early, late]) {
    const { y, height } = await boxOf(block(page, id))
    expect(y).toBeGreaterThanOrEqual(grid.y)
    expect(y + height).toBeLessThanOrEqual(grid.y + grid.height + 1)
  }
  // the hours of the night are left out
  expect(grid.height).toBeLessThan(16 * 44 + 100)
  for (const name of ['Today', 'Week']) expect(await page.getByRole('button', { name }).count()).toBe(0)
})

it('asks for the days it shows, with what has begun before them, and pages without waiting', async () => {
  const [overnight, cancelled, next] = [
    await planned('2038-08-07T20:00', 'Night work', 8 * 60),
    await planned('2038-08-07T21:00', 'Night work', 8 * 60),
    await planned('2038-08-16T10:00'),
  ]
  await client.send('PATCH', `/api/appointments/${cancelled}/cancel`)
  const asked: URL[] = []
  const page = await open('/customers')
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.pathname === '/api/appointments') asked.push(url)
  })
  await page.goto(new URL('/scheduler?view=calendar&cal=week&day=2038-08-08', page.url()).href)
  for (const id of [overnight, cancelled])
    await columnOf(page, '2038-08-08').locator(block(page, id)).waitFor()
  // each once: news of what was just created may have it asked again
  const ranges = () => [
    ...new Set(asked.map(({ searchParams }) => `${searchParams.get('from')} ${searchParams.get('to')}`)),
  ]
  await expect
    .poll(ranges)
    .toEqual(['2038-08-08 2038-08-14', '2038-08-01 2038-08-07', '2038-08-15 2038-08-21'])
  // what comes next is there already
  await page.route('**/api/appointments?*', () => {})
  await page.getByRole('button', { name: 'Next days' }).click()
  await block(page, next).waitFor()
  // until a week is loaded, nothing says that it is empty
  await page.getByRole('button', { name: 'Next days' }).click()
  await page.locator('[aria-busy="true"]').waitFor()
})

it('that stays open overnight marks the day it is', async () => {
  const page = await openAlone('about:blank')
  await page.clock.install({ time: new Date('2026-11-24T23:50:00-05:00') })
  await page.goto('/scheduler?view=calendar&cal=week&day=2026-11-24')
  const today = page.locator('[aria-current="date"]')
  await expect.poll(() => today.innerText()).toContain('24')
  await page.locator('[data-now]').waitFor()
  await page.clock.runFor(15 * 60_000)
  await expect.poll(() => today.innerText()).toContain('25')
  await columnOf(page, '2026-11-25').locator('[data-now]').waitFor()
  // a file that is loaded while the clock runs on is given up
  await close(page, 'Loading chunk')
})

describe('with a mouse', () => {
  it('an appointment is dragged to another day and hour, and Undo brings it back', async () => {
    const id = await planned('2038-05-03T10:00')
    const page = await calendar('cal=week&day=2038-05-03')
    const { x, y, hour } = await grip(page, id)
    const tuesday = await boxOf(columnOf(page, '2038-05-04'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 20, y + 10)
    await page.mouse.move(tuesday.x + tuesday.width / 2, y + hour * 1.25, { steps: 4 })
    await page.mouse.up()
    await notice(page, 'Appointment moved').waitFor()
    expect(new URL(page.url()).pathname).toBe('/scheduler')
    expect(await columnOf(page, '2038-05-04').locator(block(page, id)).count()).toBe(1)
    await expect.poll(() => stored(id)).toBe('2038-05-04T15:15:00.000Z for 60')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stored(id)).toBe('2038-05-03T14:00:00.000Z for 60')
    await notice(page, 'Moved back').waitFor()
    expect(await columnOf(page, '2038-05-03').locator(block(page, id)).count()).toBe(1)
  })

  it('after a move the customer is texted the new time in two clicks', async () => {
    const id = await planned('2038-05-17T10:00')
    const page = await calendar('cal=day&day=2038-05-17')
    const { x, y, hour } = await grip(page, id)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, y + hour, { steps: 4 })
    await page.mouse.up()
    await notice(page, /The customer was not notified\./).waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    let clicks = 0
    const click = async (name: string) => {
      clicks++
      await page.getByRole('button', { name, exact: true }).click()
    }
    await click('Text the new time')
    const text = page.getByRole('dialog').getByLabel('Message')
    await expect.poll(() => text.inputValue()).toMatch(/^Hi Marta, .* Monday, May 17 at 11:00 AM\./)
    await click('Send')
    await notice(page, 'Message Sent').waitFor()
    expect(clicks).toBe(2)
    const { text: sent } = await client.send('GET', `/api/messages/customer/${customerId}`)
    expect(JSON.parse(sent).at(-1)).toMatchObject({ type: 'sms', direction: 'outbound' })
    expect(new URL(page.url()).pathname).toBe('/scheduler')
  })

  it('its bottom edge is dragged to another end, and Escape aborts the drag', async () => {
    const id = await planned('2038-05-11T10:00')
    const page = await calendar('cal=day&day=2038-05-11')
    const { x, bottom, hour } = await grip(page, id)
    const pull = async () => {
      await page.mouse.move(x, bottom - 6)
      await page.mouse.down()
      await page.mouse.move(x, bottom + hour / 2, { steps: 4 })
    }
    await pull()
    await page.locator('[data-held]').waitFor()
    await page.keyboard.press('Escape')
    await page.mouse.up()
    expect(await page.locator('[data-held]').count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/scheduler')
    expect(await stored(id)).toBe('2038-05-11T14:00:00.000Z for 60')
    await pull()
    await page.mouse.up()
    await expect.poll(() => stored(id)).toBe('2038-05-11T14:00:00.000Z for 90')
  })

  it('a move that the server refuses is put back, with a notification', async () => {
    const id = await planned('2038-05-12T10:00')
    const page = await calendar('cal=day&day=2038-05-12')
    await page.route('**/api/appointments/*', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 503, body: 'Away.' }) : route.continue(),
    )
    const before = await grip(page, id)
    await block(page, id).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await notice(page, 'Appointment not moved').waitFor()
    await expect.poll(async () => (await grip(page, id)).bottom).toBe(before.bottom)
    await close(page, '503')
  })

  it('a click on an appointment opens it, and one on a free hour opens the form with that time', async () => {
    const id = await planned('2038-05-13T10:00')
    const page = await calendar('cal=day&day=2038-05-13')
    const { x, y, hour } = await grip(page, id)
    await page.mouse.click(x, y + hour * 2.25)
    await page.waitForURL('**/appointments/new?date=2038-05-13&time=12:30')
    await page.goBack()
    await block(page, id).click()
    await page.waitForURL(`**/appointments/${id}`)
  })

  it('a completed appointment is not dragged and is no overlap, while open ones that overlap are marked', async () => {
    const [id, other] = [await planned('2038-05-14T10:00'), await planned('2038-05-14T10:30')]
    await planned('2038-05-14T11:00', 'Grounds Maintenance')
    await client.send('PUT', `/api/appointments/${id}`, { status: 'completed' })
    const page = await calendar('cal=day&day=2038-05-14')
    await block(page, id).waitFor()
    const warnings = (of: number) => block(page, of).getByLabel('overlaps another appointment').count()
    expect([await warnings(id), await warnings(other)]).toEqual([0, 1])
    const [a, b] = [await boxOf(block(page, id)), await boxOf(block(page, other))]
    expect(a.x + a.width).toBeLessThanOrEqual(b.x)
    await page.mouse.move(a.x + 40, a.y + 20)
    await page.mouse.down()
    await page.mouse.move(a.x + 40, a.y + 120, { steps: 4 })
    expect(await page.locator('[data-held]').count()).toBe(0)
    await page.mouse.up()
  })
})

describe('with the keyboard', () => {
  it('Alt and arrows move, with Shift they change the length, and the result is announced', async () => {
    const id = await planned('2038-06-01T10:00')
    const page = await calendar('cal=week&day=2038-06-01')
    await block(page, id).focus()
    await page.keyboard.down('Alt')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('status').getByText('Wed, Jun 2, 2038, 10:30 – 11:45 AM', { exact: true }).waitFor()
    await page.keyboard.up('Alt')
    await expect.poll(() => stored(id)).toBe('2038-06-02T14:30:00.000Z for 75')
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.appointment)
    await expect.poll(focused).toBe(String(id))
  })

  it('an appointment is moved to a day that is not shown, and the calendar follows', async () => {
    const id = await planned('2038-06-07T10:00')
    const page = await calendar('cal=day&day=2038-06-07')
    await block(page, id).focus()
    await page.keyboard.press('Alt+ArrowRight')
    await page.waitForURL('**day=2038-06-08')
    await expect.poll(() => stored(id)).toBe('2038-06-08T14:00:00.000Z for 60')
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.appointment)
    await expect.poll(focused).toBe(String(id))
  })

  it('arrows move the focus to the next appointment, and to the nearest of the next day', async () => {
    const ids = [
      await planned('2038-06-14T10:00'),
      await planned('2038-06-14T14:00'),
      await planned('2038-06-16T09:00'),
      await planned('2038-06-16T14:30'),
    ]
    const page = await calendar('cal=week&day=2038-06-14')
    await block(page, ids[0] as number).focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate(() => (document.activeElement as HTMLElement).dataset.appointment)).toBe(
      String(ids[3]),
    )
  })
})

it.each([
  [1024, '2038-06-22'],
  [1440, '2038-06-29'],
])('at %i px three appointments side by side are shortened by whole words', async (width, day) => {
  const ids = [
    await planned(`${day}T10:00`, 'Automotive & Machinery'),
    await planned(`${day}T10:00`, 'Grounds Maintenance', 120),
    await planned(`${day}T10:30`, 'Installation Services', 30),
    await planned(`${day}T14:00`, 'Painting & Finishing'),
  ]
  const page = await calendar(`cal=week&day=${day}`, { viewport: { width, height: 800 } })
  await block(page, ids[0] as number).waitFor()
  const cutWords = await page.evaluate(() => {
    const range = document.createRange()
    const clipped = ({ parentElement }: Node) =>
      [parentElement, parentElement?.closest('p')].some(
        (it) => it && getComputedStyle(it).clipPath !== 'none',
      )
    return [...document.querySelectorAll<HTMLElement>('[data-appointment]')].flatMap((link) => {
      const texts = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
      const cut: string[] = []
      for (let text = texts.nextNode(); text; text = texts.nextNode())
        for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/g)) {
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const { top, left, right } = range.getBoundingClientRect()
          const line = text.parentElement?.closest('p, [data-title]') ?? link
          const box = line.getBoundingClientRect()
          // words without room are on hidden lines
          const isShown = right > left && top < box.bottom - 2 && !clipped(text)
          if (isShown && (left < box.left || right > box.right + 1)) cut.push(word)
        }
      return cut
    })
  })
  expect(cutWords).toEqual([])
})

it('a day of the month opens, and the view is remembered', async () => {
  await planned('2038-07-15T10:00')
  const page = await calendar('cal=month&day=2038-07-01')
  await page.getByRole('button', { name: 'Thursday, July 15, 2038, 1 appointment' }).click()
  await page.getByRole('heading', { name: 'Thu, Jul 15, 2038' }).waitFor()
  await page.waitForURL('**cal=day&day=2038-07-15')
  await page.getByRole('link', { name: 'Scheduler', exact: true }).first().click()
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await page.getByRole('heading', { name: 'Thu, Jul 15, 2038' }).waitFor()
})

it('times are those of New York, also on a computer in Auckland', async () => {
  const id = await planned('2038-07-20T21:00')
  const page = await calendar('cal=day&day=2038-07-20', { timezoneId: 'Pacific/Auckland' })
  await block(page, id).getByText('9:00 – 10:00 PM').waitFor()
  expect(await block(page, id).evaluate((it) => it.closest('li')?.style.top)).toBe('87.5%')
  await page.getByRole('button', { name: 'Today' }).click()
  const today = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', dateStyle: 'medium' })
  await page.getByRole('heading', { name: today.format(new Date()) }).waitFor()
})

it('an appointment says first whose it is, then what is done in which town, and in a day all of it', async () => {
  const id = await planned('2038-08-10T10:00', 'General Repairs', 120)
  const change = {
    description: 'Hang the door',
    estimatedPrice: '90.00',
    address: '9 Sycamore Ct, Durham, NC',
  }
  await client.send('PUT', `/api/appointments/${id}`, change)
  const page = await calendar('cal=week&day=2038-08-10')
  const lines = () =>
    block(page, id).evaluate((it) => (it as HTMLElement).innerText.split('\n').filter((line) => line.trim()))
  expect((await lines()).slice(-3)).toEqual([
    'Marta Okafor',
    'General Repairs\u00a0· Durham',
    '10:00\u00a0AM\u00a0– 12:00\u00a0PM',
  ])
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  for (const text of ['9 Sycamore Ct, Durham, NC', 'Hang the door', '$90.00'])
    await block(page, id).getByText(text, { exact: true }).waitFor()
})

it('tabs, days and view share a row, and the hours reach to the end of the window', async () => {
  const page = await calendar('cal=week&day=2038-08-10', { viewport: { width: 1024, height: 768 } })
  const row = await Promise.all(
    [
      page.getByRole('tab', { name: 'Calendar' }),
      page.getByRole('button', { name: 'Today' }),
      page.getByRole('heading', { name: /Aug 8/ }),
      page.getByRole('button', { name: 'Agenda' }),
    ].map(boxOf),
  )
  for (const [index, { x, y, height }] of row.entries()) {
    const before = row[index - 1]
    expect(x).toBeGreaterThanOrEqual(before ? before.x + before.width : 0)
    expect(Math.abs(y + height / 2 - ((row[0]?.y ?? 0) + (row[0]?.height ?? 0) / 2))).toBeLessThan(6)
  }
  const grid = await boxOf(page.getByRole('region', { name: /Aug 8/ }))
  expect(768 - (grid.y + grid.height)).toBeLessThan(24)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(768)
})

describe('on a phone', () => {
  const phone = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }

  it('opens in the day view, and touch and hold moves an appointment', async () => {
    const id = await planned('2038-08-03T10:00')
    const page = await calendar('day=2038-08-03', phone)
    expect(await page.getByLabel('View', { exact: true }).inputValue()).toBe('day')
    const { x, y, hour } = await grip(page, id)
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: to === undefined ? [] : [{ x, y: to }] })
    await send('touchStart', y)
    await page.locator('[data-held]').waitFor()
    await send('touchMove', y - 30)
    await send('touchMove', y - hour)
    await send('touchEnd')
    await expect.poll(() => stored(id)).toBe('2038-08-03T13:00:00.000Z for 60')
    expect(new URL(page.url()).pathname).toBe('/scheduler')
  })

  it('a month lists the day that is chosen in it, which opens from there', async () => {
    await planned('2038-09-15T10:00', 'Lawn Care & Irrigation')
    const page = await calendar('cal=month&day=2038-09-01', phone)
    await page.getByText('No appointments this day.').waitFor()
    await page.getByRole('button', { name: 'Wednesday, September 15, 2038, 1 appointment' }).tap()
    await page.getByRole('heading', { name: 'Wednesday, September 15, 2038' }).waitFor()
    await page
      .getByRole('link', { name: /10:00 – 11:00 AM.*Marta Okafor, Lawn Care & Irrigation/s })
      .waitFor()
    expect(new URL(page.url()).searchParams.get('cal')).toBe('month')
    await page.getByRole('button', { name: 'Open day' }).tap()
    await page.waitForURL('**cal=day&day=2038-09-15')
  })

  it('the first hour of work is at the top, and what is not work is shaded', async () => {
    const page = await calendar('day=2038-08-02', phone)
    const seven = await boxOf(page.getByText('7 AM', { exact: true }))
    expect(seven.y + seven.height / 2).toBeLessThanOrEqual(200)
    expect(seven.y).toBeGreaterThan(150)
    await page.getByRole('link', { name: 'New Appointment' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).tap()
    await page.getByRole('menuitem', { name: 'View All Appointments' }).tap()
    await page.waitForURL('**/appointments')
    // the tab and the view are remembered
    await page.goto('/scheduler')
    await page.getByRole('tab', { name: 'List', selected: true }).waitFor()
    await page.getByRole('tab', { name: 'Calendar' }).tap()
    await page.getByLabel('View', { exact: true }).selectOption('agenda')
    await page.goto('/scheduler')
    await page.getByRole('tab', { name: 'Calendar', selected: true }).waitFor()
    expect(await page.getByLabel('View', { exact: true }).inputValue()).toBe('agenda')
  })

  it('a finger that moves at once scrolls and moves nothing', async () => {
    const id = await planned('2038-08-04T10:00')
    const page = await calendar('cal=day&day=2038-08-04', phone)
    const { x, y } = await grip(page, id)
    const touch = await page.context().newCDPSession(page)
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', to?: number) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: to === undefined ? [] : [{ x, y: to }] })
    // none waits for the one before, so that a busy machine does not make the finger rest
    await Promise.all([
      send('touchStart', y),
      ...[30, 60, 90, 120].map((way) => send('touchMove', y - way)),
      send('touchEnd'),
    ])
    expect(await page.locator('[data-held]').count()).toBe(0)
    expect(await stored(id)).toBe('2038-08-04T14:00:00.000Z for 60')
  })

  it.each(['day', 'week', 'month', 'agenda'])(
    'the %s view fits the screen, and its buttons are large enough to tap',
    async (view) => {
      await planned('2038-08-05T10:00')
      const page = await calendar(`cal=${view}&day=2038-08-05`, phone)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
      const buttons = page.getByRole('tabpanel').getByRole('button')
      for (const button of await buttons.all()) {
        const height = await button.evaluate((it) => (it.closest('td') ?? it).getBoundingClientRect().height)
        expect(height).toBeGreaterThanOrEqual(44)
      }
    },
  )
})

describe.each([
  ['light', 2028],
  ['dark', 2029],
] as const)('in the %s theme', (colorScheme, year) => {
  it.each([
    ['day', '03-07'],
    ['week', '05-09'],
    ['month', '07-11'],
    ['agenda', '09-12'],
  ])('axe finds nothing in the %s', async (view, date) => {
    const day = `${year}-${date}`
    const cancelled = await planned(`${day}T10:00`)
    await planned(`${day}T10:30`)
    await client.send('PATCH', `/api/appointments/${cancelled}/cancel`)
    const page = await calendar(`cal=${view}&day=${day}`, { colorScheme })
    await page.getByText('Marta Okafor').first().waitFor()
    expect(await axeFindings(page)).toEqual([])
  })
})
