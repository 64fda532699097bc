import type { Locator, Page } from 'playwright-core'

const mostSteps = 150

/** Presses Tab until this has the focus, as a person without a mouse would. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let step = 0; step < mostSteps; step++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${target}`)
}

/** Reaches it and presses Enter. */
export async function press(page: Page, target: Locator): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('Enter')
}

/** Reaches a field and writes over what is in it. */
export async function write(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
