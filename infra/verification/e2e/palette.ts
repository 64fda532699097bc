import type { Page } from 'playwright-core'
import { useOffice } from './office.ts'

type Options = Parameters<ReturnType<typeof useOffice>['open']>[1]

/** A product with the year of demo data. `visit` and `goTo` wait for the heading of the page. */
export function useDemo() {
  const office = useOffice({ DEMO_DATA: 'on' })
  async function goTo(page: Page, path: string): Promise<void> {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  async function visit(path: string, options?: Options): Promise<Page> {
    const page = await office.open('about:blank', options)
    await goTo(page, path)
    return page
  }
  return { office, visit, goTo }
}

export const paletteOf = (page: Page) => page.getByRole('dialog', { name: 'Search', exact: true })
export const inputOf = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
export async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await inputOf(page).waitFor()
}
export const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}
