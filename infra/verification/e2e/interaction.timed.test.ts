import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { useOffice } from './office.ts'
import { openPalette, paletteOf } from './palette.ts'

// in plain tables of 50 rows, of which one takes 9 ms on a quiet machine: then about 25 ms, one and a half frames at 60 in a second
const frameTables = 2.8
// the limit at which an answer feels immediate: Nielsen, Usability Engineering, 1993
const atOnceMs = 100
// a key, a pause in which no other came, a call and its rows
const foundMs = 300
const listBytes = 100_000
// of the first page and of what stands above it
const maxCalls = 4
const people = 10_000

let database: TestDatabase
const { client, openAlone } = useOffice(async () => {
  database = await createTestDatabase()
  return { DEMO_DATA: 'off', DATABASE_URL: database.url }
})
afterAll(() => database.drop())

beforeAll(async () => {
  const { id } = await client.create('/api/customers/imports')
  for (let at = 0; at < people; at += 400) {
    const rows = Array.from({ length: 400 }, (_, n) => ({
      firstName: 'Many',
      lastName: `P${at + n}`,
      email: `p${at + n}@many.test`,
      phone: `984-${String(2_000_000 + at + n).replace(/(...)(....)/, '$1-$2')}`,
    }))
    await client.create(`/api/customers/imports/${id}/rows`, { rows })
  }
  // as their read models have them; the last customer's are the first of each list
  await database.pool({ longRunning: true, max: 1 }).query(`
    INSERT INTO billing.invoices (id, customer_id, number, description, amount, tax, total_amount, paid_amount, balance, status,
      due_date, issue_date, created_at, updated_at, searched, version)
    SELECT id, id, id, 'Hang a door', 100, 0, 100, paid, 100 - paid, CASE WHEN paid > 0 THEN 'paid' ELSE 'overdue' END,
      '2026-01-10', '2026-01-10', at, at, 'inv-' || id || ' hang a door 100.00 $100.00', 2
    FROM (SELECT id, now() - (${people} - id) * interval '1 hour' AS at, CASE WHEN id % 9 > 0 THEN 100 ELSE 0 END AS paid
      FROM crm.customers) invoice;
    INSERT INTO scheduling.appointments (id, customer_id, title, starts_at, ends_at, duration_minutes, arrival_window_minutes,
      anytime, status, assignee_ids, estimated_price, created_at, updated_at, searched, version)
    SELECT id, id, 'General Repairs', at, at + interval '1 hour', 60, 0, false, 'scheduled', '[]', 75, now(), now(), 'general repairs', 1
    FROM (SELECT id, now() + interval '1 day' + (${people} - id) * interval '1 hour' AS at FROM crm.customers) appointment;
    ANALYZE billing.invoices, scheduling.appointments`)
}, 240_000)

/** The processor time of the page's main thread so far, in ms; other programs do not count. */
async function mainThreadTimeOf(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
  }
}

/** What the browser needs for a plain table of 50 rows, made and laid out: a measure of how fast this machine is now. */
const drawPlainTables = (page: Page, count: number) =>
  page.evaluate((count) => {
    const cells = '<td><span>Hang a door</span><br><small>9 Other Street</small></td>'.repeat(6)
    for (let n = 0; n < count; n++) {
      const table = document.createElement('table')
      table.innerHTML = `<tr>${cells}</tr>`.repeat(50)
      document.body.append(table)
      table.getBoundingClientRect()
      table.remove()
    }
  }, count)

it.each([
  ['/customers', 'Customers', 'customers', 'crm'],
  ['/crm', 'CRM', 'customers', 'crm'],
  ['/invoices', 'Invoices', 'invoices', 'billing'],
  ['/appointments', /^View All \d/, 'appointments', 'scheduling'],
] as const)(
  '%s loads little of ten thousand records, scrolls through them for less a frame than three plain tables of 50 rows, and a search shows what it finds in 300 ms',
  async (path, link, noun, remote) => {
    const page = await openAlone(path === '/appointments' ? '/scheduler?tab=list' : '/dashboard')
    const calls: string[] = []
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      const isCall = pathname.startsWith(`/api/${noun}`)
      if (isCall) calls.push(pathname)
      if (isCall || pathname.startsWith(`/remotes/${remote}/`))
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        )
    })
    await page.getByRole('link', { name: link, exact: true }).click()
    await page.getByText('Many P9999', { exact: true }).waitFor()
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(0)
    console.log(`${path}: ${(bytes / 1_000).toFixed(1)} kB of answers and script in ${calls.length} calls`)
    expect(bytes).toBeLessThanOrEqual(listBytes)
    expect(calls.length).toBeLessThanOrEqual(maxCalls)
    const timeSpent = await mainThreadTimeOf(page)
    const frames = 120
    // the fastest of several, because what else runs slows the processor down
    const passes: number[] = []
    const tables: number[] = []
    for (let pass = 0; pass < 3; pass++) {
      const before = await timeSpent()
      await page.evaluate(async (count) => {
        for (let n = 0; n < count; n++) {
          window.scrollBy(0, 120)
          await new Promise((frame) => requestAnimationFrame(frame))
        }
      }, frames)
      const after = await timeSpent()
      passes.push((after - before) / frames)
      await drawPlainTables(page, 40)
      tables.push(((await timeSpent()) - after) / 40)
    }
    const inTables = Math.min(...passes) / Math.min(...tables)
    const listed = (all: number[]) => all.map((ms) => ms.toFixed(1)).join(', ')
    console.log(
      `${path}: ${listed(passes)} ms a frame, ${listed(tables)} a plain table: ${inTables.toFixed(1)}`,
    )
    // only visible rows are in the document
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3_000)
    expect(inTables).toBeLessThanOrEqual(frameTables)

    const search = page.getByPlaceholder(`Search ${noun}...`)
    await search.fill('p123')
    await page.getByText('Many P123', { exact: true }).waitFor()
    const found: number[] = []
    const spent: number[] = []
    // the fastest of several, because what else runs slows the processor down
    const rounds = [
      ['4', 'Many P123', 'Many P1234'],
      ['Backspace', 'nobody', 'Many P123'],
    ] as const
    for (const [key, gone, shown] of [...rounds, ...rounds]) {
      const typed = await timeSpent()
      const pressedAt = performance.now()
      await search.press(key)
      // looked for frame by frame: a locator looks after 170 ms and then after 270
      await page.waitForFunction(
        ([gone, shown]) => {
          const has = (text: string) =>
            document.evaluate(`//main//*[text()='${text}']`, document, null, XPathResult.BOOLEAN_TYPE)
              .booleanValue
          return has(shown) && !has(gone)
        },
        [gone, shown] as const,
      )
      found.push(performance.now() - pressedAt)
      spent.push((await timeSpent()) - typed)
    }
    expect(Math.min(...spent)).toBeLessThanOrEqual(atOnceMs)
    expect(Math.min(...found)).toBeLessThanOrEqual(foundMs)
  },
)

it('the palette is on the screen within 50 ms once it is loaded', async () => {
  const page = await openAlone('/dashboard')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await openPalette(page)
  const msToOpen = async () => {
    // pressed again where a slow machine does not listen yet
    const closed = async () => {
      await page.keyboard.press('Escape')
      return paletteOf(page).isHidden()
    }
    await expect.poll(closed, { interval: 200 }).toBe(true)
    return page.evaluate(async () => {
      const key = { key: 'k', ctrlKey: true, cancelable: true, bubbles: true }
      const start = performance.now()
      document.body.dispatchEvent(new KeyboardEvent('keydown', key))
      while (!document.querySelector('[role=dialog] [role=combobox]'))
        await new Promise(requestAnimationFrame)
      await new Promise(requestAnimationFrame)
      return performance.now() - start
    })
  }
  const best = async () => {
    const all: number[] = []
    for (let n = 0; n < 7; n++) all.push(await msToOpen())
    console.log(`the palette is there after ${all.map((ms) => ms.toFixed(0)).join(', ')} ms`)
    return Math.min(...all)
  }
  expect(await best()).toBeLessThanOrEqual(50)
  // a page that is busy when the key comes is noticed
  await page.evaluate(() => {
    const isBusy = () => {
      for (const until = performance.now() + 60; performance.now() < until; );
    }
    document.addEventListener('keydown', (event) => event.key === 'k' && isBusy(), true)
  })
  expect(await best()).toBeGreaterThan(50)
})
