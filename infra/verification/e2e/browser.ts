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
]

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: inject('chromium'), headless: true, args: quiet })

export type Watched = {
  page: Page
  context: BrowserContext
  /** What the browser complained about: policy violations, uncaught errors, failed requests. */
  complaints: string[]
}

type ProfileOptions = Parameters<Browser['newContext']>[0]

/** What each page violated of the content policy; a page of `watchPage` alone is listened to. */
const violations = new WeakMap<Page, string[]>()

/** A fresh profile. */
export async function openProfile(browser: Browser, options: ProfileOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  await context.exposeBinding('reportViolation', ({ page }, text: string) => {
    if (page) violations.get(page)?.push(`policy: ${text}`)
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void }
      reportViolation(`${violatedDirective} ${blockedURI}`)
    })
  })
  return context
}

/** A page that notes every complaint of the browser. */
export async function watchPage(context: BrowserContext): Promise<Watched> {
  const page = await context.newPage()
  const complaints: string[] = []
  violations.set(page, complaints)
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // a 401 to "who am I" is how a visitor is recognised
    if (message.type() === 'error' && !message.text().includes('401'))
      complaints.push(`console: ${message.text()}`)
  })
  return { page, context, complaints }
}

/** A page in a fresh profile. */
export const openPage = async (browser: Browser, options?: ProfileOptions): Promise<Watched> =>
  watchPage(await openProfile(browser, options))

/** The page with its heading and what it loads, when what slides or fades in has come. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(
    () =>
      !document.querySelector('[aria-busy="true"]') &&
      document.getAnimations().every((it) => it.playState !== 'running'),
  )
}

/** A phone held upright. */
export const phoneSize = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } as const

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

/** A notification of the back-office on the screen, not the copy of its words that is read out. */
export const notice = (page: Page, text: string | RegExp) =>
  page.locator('[data-toasts]').getByText(text, { exact: typeof text === 'string' })
