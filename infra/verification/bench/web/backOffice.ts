import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const pages = [
  '/',
  '/crm',
  '/customers',
  '/customers/new',
  '/scheduler',
  '/appointments',
  '/appointments/new',
  '/invoices',
  '/invoices/new',
  '/messages',
]

export async function signedIn(browser: Browser, url: string, password: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.request.post(`${url}/api/login`, { data: { username: 'owner', password } })
  return context
}

/** Scripts of a first visit to the dashboard: how many, and kB as gzip would send them. */
export async function scriptsOf(
  context: BrowserContext,
  url: string,
): Promise<{ files: number; kB: number }> {
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto(url)
  for (const name of ['Upcoming Jobs', 'New leads']) await page.getByRole('heading', { name }).waitFor()
  await page.getByText('View all activity').waitFor()
  const all = await Promise.all(sizes)
  await page.close()
  return { files: all.length, kB: all.reduce((sum, size) => sum + size, 0) / 1_000 }
}

/** What moved by itself while each page loaded, as the browser scores it. */
export async function layoutShifts(context: BrowserContext, url: string): Promise<Record<string, number>> {
  const shifts: Record<string, number> = {}
  for (const path of pages) {
    const page = await context.newPage()
    await page.addInitScript(() => {
      const scope = window as unknown as { shift: number }
      scope.shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
          if (!entry.hadRecentInput) scope.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(1_500)
    shifts[path] = await page.evaluate(() => (window as unknown as { shift: number }).shift)
    await page.close()
  }
  return shifts
}

// a user looks at a page before pressing the next entry; what the page does after it appeared is done by then
const lookedAtMs = 300

/** From the press of an entry of the sidebar until its page is painted, in ms; every page was open before. */
export async function routeChanges(context: BrowserContext, url: string, rounds: number): Promise<number[]> {
  const page = await context.newPage()
  await page.goto(url)
  const entries = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await entries.first().waitFor()
  const targets = await entries.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') as string),
  )
  for (const target of targets) await change(page, target)
  await page.waitForTimeout(1_000)
  const times: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const target of targets) {
      times.push(await change(page, target))
      await page.waitForTimeout(lookedAtMs)
    }
  await page.close()
  return times
}

const change = (page: Page, target: string): Promise<number> =>
  page.evaluate(
    (href) =>
      new Promise<number>((done) => {
        const title = () => document.querySelector('main h1')?.textContent
        const before = title()
        const began = performance.now()
        const look = () => {
          const now = title()
          if (now && (now !== before || location.pathname === href)) {
            // the frame after the one it is painted in
            requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)))
          } else setTimeout(look)
        }
        document.querySelector<HTMLElement>(`nav a[href="${href}"]`)?.click()
        look()
      }),
    target,
  )
