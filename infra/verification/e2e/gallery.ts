import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { contentSecurityPolicy } from '../../../gateway/src/security/headers.ts'
import { serveGallery } from '../../../shell/ui/gallery/serve.ts'
import { closeProfiles, openPage, scrollToEnd, useBrowser, type Watched } from './browser.ts'

export type Shown = { theme?: string; width?: number; touch?: boolean; colorScheme?: 'light' | 'dark' }

/** The design system's gallery in a browser, under the policy of the product, one page at a time. */
export function useGallery() {
  let browser: Browser
  let server: Server
  let opened: Watched
  beforeAll(async () => {
    const policy = { 'content-security-policy': contentSecurityPolicy() }
    ;[browser, server] = await Promise.all([useBrowser(), serveGallery(0, policy)])
  })
  afterAll(async () => {
    await closeProfiles()
    server.close()
  })
  return {
    get page(): Page {
      return opened.page
    },
    button: (name: string) => opened.page.getByRole('button', { name, exact: true }),
    async open({ theme = 'light', width = 1440, touch = false, colorScheme }: Shown = {}): Promise<void> {
      opened = await openPage(browser, { viewport: { width, height: 900 }, hasTouch: touch, colorScheme })
      const { port } = server.address() as AddressInfo
      await opened.page.goto(`http://127.0.0.1:${port}/?theme=${theme}`)
      await opened.page.getByRole('heading', { name: 'Design system', level: 1 }).waitFor()
      await settleLists(opened.page)
    },
    async close(): Promise<void> {
      await opened.context.close()
      expect(opened.complaints).toEqual([])
    },
  }
}

/** Until the rows of lists are measured, what stands below them moves under the pointer. */
async function settleLists(page: Page): Promise<void> {
  await scrollToEnd(page)
  await page.evaluate(async () => {
    window.scrollTo(0, 0)
    // a scroll event is sent with the next frame
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame)
    // what is seen again is there when nothing comes and goes any more
    await new Promise<void>((still) => {
      let timer = setTimeout(still, 250)
      const wait = () => {
        clearTimeout(timer)
        timer = setTimeout(still, 250)
      }
      new MutationObserver(wait).observe(document.body, { childList: true, subtree: true })
    })
  })
}

export const focused = (locator: Locator) => locator.evaluate((it) => it === document.activeElement)
export const becomesFocused = (locator: Locator) => expect.poll(() => focused(locator)).toBe(true)
