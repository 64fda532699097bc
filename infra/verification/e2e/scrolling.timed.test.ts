import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { useOffice } from './office.ts'

// one and a half frames at 60 in a second
const frameMs = 25
// the limit at which an answer feels immediate: Nielsen, Usability Engineering, 1993
const atOnceMs = 100
// a key, a pause in which no other came, a call and its rows
const foundMs = 300
const listBytes = 100_000
const people = 10_000

const { client, open } = useOffice({ DEMO_DATA: 'off' })

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

it.each(['/customers', '/crm'])(
  '%s loads little of ten thousand customers, scrolls through them in 25 ms a frame, and a search shows what it finds in 300 ms',
  async (path) => {
    const page = await open('/dashboard')
    const sizes: Promise<number>[] = []
    page.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/api/customers'))
        sizes.push(
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        )
    })
    await page.getByRole('link', { name: path === '/crm' ? 'CRM' : 'Customers', exact: true }).click()
    await page.getByText('Many P9999', { exact: true }).waitFor()
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThanOrEqual(listBytes)
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

    const search = page.getByPlaceholder('Search customers...')
    await search.fill('p123')
    await page.getByText('Many P123', { exact: true }).waitFor()
    const found: number[] = []
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
      expect((await timeSpent()) - typed).toBeLessThanOrEqual(atOnceMs)
    }
    expect(Math.min(...found)).toBeLessThanOrEqual(foundMs)
  },
)
