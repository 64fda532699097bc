import { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { inject } from 'vitest'

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // a page lives too short to be worth optimising
  '--js-flags=--no-opt --no-maglev --max-semi-space-size=64',
]

let running: Promise<Browser> | undefined

/** The browser of this worker, for every file that runs in it; it ends with the worker. */
export function useBrowser(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: inject('chromium'), headless: true, args: quiet })
  return running
}

/** At the end of a file: the next one finds a browser without profiles. */
export async function closeProfiles(): Promise<void> {
  const browser = await running
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? [])
}

export type Watched = {
  page: Page
  context: BrowserContext
  /** What the browser complained about: policy violations, uncaught errors, failed requests. */
  complaints: string[]
}

export type ProfileOptions = Parameters<Browser['newContext']>[0]

const widely = { width: 1440, height: 900 }

/** A page in a fresh profile, which notes every complaint of the browser. */
export async function openPage(browser: Browser, options: ProfileOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: widely, ...options })
  const complaints: string[] = []
  // other pages of the profile are not listened to
  await context.exposeBinding('reportViolation', (source, text: string) => {
    if (source.page === page) complaints.push(`policy: ${text}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI}`)
    })
  })
  const page = await context.newPage()
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // a 401 to "who am I" is how a visitor is recognised
    if (message.type() === 'error' && !message.text().includes('401'))
      complaints.push(`console: ${message.text()} ${message.location().url}`.trimEnd())
  })
  return { page, context, complaints }
}

/**
 * Takes back what a test did to a page of its own profile, but for a clock, permissions and scripts that were added, which
 * stay: the page shows nothing of the product then, and is still signed in. False if it is closed already.
 */
export async function emptyPage(page: Page, { viewport = widely }: ProfileOptions = {}): Promise<boolean> {
  if (page.isClosed()) return false
  const context = page.context()
  await Promise.all(context.pages().map((it) => it !== page && it.close()))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  // a form that is not saved asks
  page.on('dialog', (dialog) => dialog.accept())
  // of the same site, as another one would be another process
  await page.goto('/robots.txt')
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  for (const event of ['dialog', 'request', 'response', 'framenavigated'] as const)
    page.removeAllListeners(event)
  for (const button of ['left', 'middle', 'right'] as const) await page.mouse.up({ button })
  await page.emulateMedia({ media: null })
  if (viewport) await page.setViewportSize(viewport)
  return true
}

/** The page with its heading and what it loads, when what slides or fades in has come. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"]') &&
      document.getAnimations().every((it) => it.playState !== 'running'),
  )
}

/** Two frames later what the page was about to do is done, and drawn. */
export const nextFrame = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))

/** The end of the page. Lists measure their rows when these are seen, so the page grows until all are. */
export const scrollToEnd = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frames = 0, height = 0; frames < 8; frames += 1) {
      if (height !== document.documentElement.scrollHeight) frames = 0
      height = document.documentElement.scrollHeight
      window.scrollTo(0, height)
      await new Promise(requestAnimationFrame)
    }
  })

/** A phone held upright. */
export const phoneSize = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const

/** Whether the page scrolls to the side. Its `innerWidth` does not tell: on a phone it grows with what is too wide. */
export const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate((width) => document.documentElement.scrollWidth > width, page.viewportSize()?.width as number)

/** Presses controls, with a finger where there is a touch screen, and counts how often. */
export function tapCounter({ hasTouch = false } = {}) {
  let count = 0
  const tap = async (control: Locator) => {
    const first = control.first()
    await (hasTouch ? first.tap() : first.click())
    count += 1
  }
  return { tap, taps: () => count }
}

/** From now on the page gets no news of changes. */
export const breakStream = (page: Page): Promise<unknown> =>
  page.route('**/api/stream*', (route) => route.abort())

/** A notification of the back-office on the screen, not the copy of its words that is read out. */
export const notice = (page: Page, text: string | RegExp) =>
  page.locator('[data-toasts]').getByText(text, { exact: typeof text === 'string' })
