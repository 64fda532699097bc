import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from './createDatabase.ts'
import { useOffice } from './office.ts'

// one and a half frames at 60 in a second
const frameMs = 25
// the limit at which an answer feels immediate: Nielsen, Usability Engineering, 1993
const atOnceMs = 100
// a key, a pause in which no other came, a call and its rows
const foundMs = 300
const listBytes = 100_000
// of the first page and of what stands above it
const maxCalls = 4
const people = 10_000

let database: Awaited<ReturnType<typeof createDatabase>>
const { client, openAlone } = useOffice(async () => {
  database = await createDatabase()
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
  await database.query(`
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

it.each([
  ['/customers', 'Customers', 'customers', 'crm'],
  ['/crm', 'CRM', 'customers', 'crm'],
  ['/invoices', 'Invoices', 'invoices', 'billing'],
  ['/appointments', /^View All \d/, 'appointments', 'scheduling'],
] as const)(
  '%s loads little of ten thousand records, scrolls through them in 25 ms a frame, and a search shows what it finds in 300 ms',
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
    for (let pass = 0; pass < 3; pass++) {
      const before = await timeSpent()
      await page.evaluate(async (count) => {
        for (let n = 0; n < count; n++) {
          window.scrollBy(0, 120)
          await new Promise((frame) => requestAnimationFrame(frame))
        }
      }, frames)
      passes.push(((await timeSpent()) - before) / frames)
    }
    // only visible rows are in the document
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(3_000)
    expect(Math.min(...passes)).toBeLessThanOrEqual(frameMs)

    const search = page.getByPlaceholder(`Search ${noun}...`)
    await search.fill('p123')
    await page.getByText('Many P123', { exact: true }).waitFor()
    const found: number[] = []
    const spent: number[] = []
    // the faster of two, because what else runs slows the processor down
    for (const [key, gone, shown] of [
      ['4', 'Many P123', 'Many P1234'],
      ['Backspace', 'nobody', 'Many P123'],
    ] as const) {
      const typed = await timeSpent()
      const pressedAt = performance.now()
      await search.press(key)
      await page.getByText(shown, { exact: true }).waitFor()
      await page.getByText(gone, { exact: true }).waitFor({ state: 'detached' })
      found.push(performance.now() - pressedAt)
      spent.push((await timeSpent()) - typed)
    }
    expect(Math.min(...spent)).toBeLessThanOrEqual(atOnceMs)
    expect(Math.min(...found)).toBeLessThanOrEqual(foundMs)
  },
)
