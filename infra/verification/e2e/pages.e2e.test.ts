import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { breakStream, isWiderThanScreen, type ProfileOptions, phoneSize, settled } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'on' })

// with the demonstration's year of work in them
const paths = [
  '/dashboard',
  '/crm',
  '/crm?tab=leads',
  '/crm?tab=leads&lead=1',
  '/customers',
  '/customers?customer=1',
  '/customers/new',
  '/customers/1/appointments',
  '/customers/1/invoices',
  '/scheduler',
  '/appointments',
  '/appointments/new',
  '/appointments/20',
  '/appointments/20/edit',
  '/invoices',
  '/invoices?invoice=5',
  '/invoices/new',
  '/quotes',
  '/quotes/new',
  '/quotes/1',
  '/quotes/1/edit',
  '/quotes/price-book',
  '/messages',
  '/messages?customer=1',
  '/account',
  '/settings/business',
  '/settings/rates',
  '/settings/payment',
  '/settings/landing',
  '/settings/team',
  '/join#wrong',
  '/nothing/here',
]

/** Controls that a finger can hit on less than 44 px of height; what lies on them counts, links inside of sentences do not. */
function smallTargets(): string[] {
  const side = 44
  const controls =
    'a[href], button, input, select, textarea, [role=button], [role=tab], [role=option], label:has(input)'
  const isHit = (it: Element, x: number, y: number) => {
    const found = document.elementFromPoint(x, y)
    return found !== null && (it.contains(found) || found.closest('label')?.control === it)
  }
  const isInSentence = (it: Element) => {
    const paragraph = it.closest('p')?.cloneNode(true) as HTMLElement | undefined
    for (const link of paragraph?.querySelectorAll('a, button') ?? []) link.remove()
    return (paragraph?.textContent?.match(/\p{L}/gu)?.length ?? 0) >= 20
  }
  return [...document.querySelectorAll(controls)].flatMap((it) => {
    if (!it.checkVisibility({ visibilityProperty: true }) || it.closest('[inert], [aria-hidden=true]'))
      return []
    it.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = it.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (height >= side || width <= 1 || isInSentence(it) || !isHit(it, x, y)) return []
    // the ends of what it covers beyond its box
    const reaches = (step: number) => {
      let reached = 0
      while (reached < side && isHit(it, x, y + step * (reached + 1))) reached += 1
      return reached
    }
    const covered = reaches(-1) + reaches(1) + 1
    return covered >= side - 1
      ? []
      : [`${it.tagName} ${it.textContent || it.getAttribute('aria-label')} ${covered} px`]
  })
}

// what lies over these pages, and what is behind their tabs
const furtherPaths = [
  '/dashboard?activity=all',
  '/invoices?view=reports',
  '/invoices?view=uninvoiced',
  '/scheduler?view=calendar',
  '/messages?tab=templates',
  '/messages?panel=reminders',
]

const desk = { viewport: { width: 1440, height: 900 } } as const

/** A page that goes from path to path, as a page of its own costs as much as what is looked at there. */
function usePage(options: ProfileOptions) {
  let page: Page
  beforeAll(async () => {
    page = (await office.signedIn(options)).page
  })
  afterAll(() => page.context().close())
  return async (path: string) => {
    await page.goto(path)
    await settled(page)
    return page
  }
}

describe('on a desk, in the light theme', () => {
  const show = usePage({ ...desk, colorScheme: 'light' })

  it.each(paths)('%s has nothing axe finds, and nothing wider than the screen', async (path) => {
    const page = await show(path)
    expect(await isWiderThanScreen(page)).toBe(false)
    expect(await axeFindings(page)).toEqual([])
  })
})

describe('on a phone, in the dark theme', () => {
  const show = usePage({ ...phoneSize, colorScheme: 'dark' })

  it.each([...paths, ...furtherPaths])(
    '%s has nothing axe finds, nothing wider than the screen, and no control less than 44 px high under a finger',
    async (path) => {
      const page = await show(path)
      expect(await isWiderThanScreen(page)).toBe(false)
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(smallTargets)).toEqual([])
    },
  )

  it('what is wider than the screen would be noticed', async () => {
    const page = await show('/account')
    await page.evaluate(() => {
      const wide = document.createElement('p')
      Object.assign(wide.style, { width: '400px', height: '1px' })
      document.body.append(wide)
    })
    expect(await isWiderThanScreen(page)).toBe(true)
  })

  it('a control that is too small would be noticed, and one that more room lies on would not', async () => {
    const page = await show('/account')
    await page.evaluate(() => {
      const main = document.querySelector('main') as HTMLElement
      for (const [text, padding] of [
        ['Small', 0],
        ['Large', 20],
      ] as const) {
        const button = document.createElement('button')
        button.textContent = text
        Object.assign(button.style, {
          display: 'block',
          font: '14px/16px sans-serif',
          margin: '40px',
          border: 0,
        })
        button.style.padding = `${padding}px`
        main.prepend(button)
      }
    })
    expect(await page.evaluate(smallTargets)).toEqual(['BUTTON Small 16 px'])
  })
})

it('a phone shows the work: every list begins within 250 px, and four invoices are seen whole', async () => {
  const { context } = await office.signedIn(phoneSize)
  const page = await context.newPage()
  const tops: Record<string, number> = {}
  for (const path of [
    '/customers',
    '/crm',
    '/crm?tab=leads',
    '/appointments',
    '/invoices',
    '/quotes',
    '/messages',
  ]) {
    await page.goto(path)
    await settled(page)
    const first = page
      .locator('main :is(article, tbody tr, [data-row])')
      // a day without jobs says so before the next day begins
      .or(page.getByText('No appointments today.'))
      .filter({ visible: true })
      .first()
    tops[path] = (await first.boundingBox())?.y ?? Number.NaN
  }
  for (const [path, top] of Object.entries(tops)) expect(top, path).toBeLessThanOrEqual(250)
  await page.goto('/invoices')
  await settled(page)
  const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  const rows = page.locator('main article').filter({ visible: true })
  await rows.nth(3).waitFor()
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  const whole = boxes.filter((box) => box && box.y + box.height <= (navigation?.y ?? 0))
  expect(whole.length).toBeGreaterThanOrEqual(4)
  await context.close()
})

/** How much of a page has moved by itself, as browsers measure it, once everything that takes 0.9 s has arrived. */
async function layoutShift(context: BrowserContext, path: string): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await breakStream(page)
  await page.route(/\/api\/(?!stream)/, async (route) => {
    const answer = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 900))
    await route.fulfill({ response: answer })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await settled(page)
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  await page.close()
  return shift
}

it.each([
  ['a phone', phoneSize],
  ['a desk', desk],
] as const)(
  'no page moves on %s while answers that take 0.9 s arrive',
  async (_, size) => {
    const { context } = await office.signedIn(size)
    const moved: string[] = []
    // its parts wait three seconds for one another: alone, it has them in time, but for a pause of the machine
    await expect.poll(() => layoutShift(context, '/dashboard'), { timeout: 90_000 }).toBeLessThanOrEqual(0.02)
    const waiting = paths.filter((path) => path !== '/dashboard')
    const walk = async () => {
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        const shift = await layoutShift(context, path)
        if (shift > 0.02) moved.push(`${path} by ${shift.toFixed(3)}`)
      }
    }
    await Promise.all([walk(), walk(), walk()])
    expect(moved).toEqual([])
    await context.close()
  },
  // every page with answers that come late: two minutes on a busy machine, of which the test says nothing
  300_000,
)

it('a page whose words cannot be read would be noticed', async () => {
  const { page, context } = await office.visitor()
  await page.goto('/login')
  await page.getByText('Sign in to your account').waitFor()
  await page.evaluate(() => {
    const words = document.createElement('p')
    words.textContent = 'Hardly there'
    Object.assign(words.style, { color: '#ddd', background: '#fff' })
    document.querySelector('main')?.append(words)
  })
  expect((await axeFindings(page)).join()).toContain('color-contrast')
  await context.close()
})
