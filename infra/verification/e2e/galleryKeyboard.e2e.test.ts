import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { useGallery } from './gallery.ts'

// the keyboard tables of the ARIA Authoring Practices Guide, https://www.w3.org/WAI/ARIA/apg/patterns/
const gallery = useGallery()
beforeAll(() => gallery.open())
afterAll(() => gallery.close())
beforeEach(async () => {
  // whatever the row before left open, and under the pointer
  await gallery.page.mouse.move(0, 0)
  for (const _ of [1, 2]) await gallery.page.keyboard.press('Escape')
  await gallery.page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await gallery.page.locator('[data-layer], [popover]:popover-open').first().waitFor({ state: 'detached' })
})

const byRole = (role: 'menuitem' | 'tab' | 'switch' | 'checkbox' | 'combobox' | 'dialog', name: string) =>
  gallery.page.getByRole(role, { name, exact: true })
const focusedText = () =>
  gallery.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )

/** Focuses a control, presses keys, and answers what has the focus then. */
async function press(from: Locator, ...keys: string[]): Promise<string | null | undefined> {
  await from.focus()
  for (const key of keys) await gallery.page.keyboard.press(key)
  return focusedText()
}

it.each([
  [['Enter'], 'Duplicate'],
  [[' '], 'Duplicate'],
  [['ArrowDown'], 'Duplicate'],
  [['ArrowUp'], 'Delete'],
  [['Enter', 'ArrowDown'], 'Archive'],
  [['Enter', 'ArrowUp'], 'Delete'],
  [['Enter', 'End'], 'Delete'],
  [['Enter', 'End', 'ArrowDown'], 'Duplicate'],
  [['Enter', 'End', 'Home'], 'Duplicate'],
  [['Enter', 'a'], 'Archive'],
  [['Enter', 'Escape'], 'More'],
  [['Enter', 'a', 'Enter'], 'More'],
  [['Enter', 'a', ' '], 'More'],
])('menu button: after %j the focus is on %s', async (keys, focus) => {
  expect(await press(gallery.button('More'), ...keys)).toContain(focus)
})

it.each([
  [['ArrowRight'], 'Invoices (2)'],
  [['ArrowLeft'], 'Messages'],
  [['ArrowRight', 'ArrowRight', 'ArrowRight'], 'Overview'],
  [['End'], 'Messages'],
  [['End', 'Home'], 'Overview'],
])('tabs: after %j the focus is on %s, which is selected', async (keys, focus) => {
  await byRole('tab', 'Overview').click()
  expect(await press(byRole('tab', 'Overview'), ...keys)).toBe(focus)
  expect(await byRole('tab', focus).getAttribute('aria-selected')).toBe('true')
})

it.each([
  [['ArrowDown'], 'open', ''],
  [['Alt+ArrowDown'], 'open', ''],
  [['ArrowDown', 'Escape'], 'closed', ''],
  [['ArrowDown', 'ArrowDown', 'Enter'], 'closed', 'first'],
  [['ArrowDown', 'ArrowUp', 'Enter'], 'closed', 'last'],
  [['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter'], 'closed', 'first'],
])(
  'combobox: after %j the list is %s and the option that is chosen is the %s',
  async (keys, state, chosen) => {
    const box = byRole('combobox', 'Customer')
    const clear = box.locator('xpath=..').getByRole('button', { name: 'Clear' })
    if (await clear.count()) await clear.click()
    await gallery.page.keyboard.press('Escape')
    await box.focus()
    const [open = '', ...rest] = keys
    await gallery.page.keyboard.press(open)
    const options = gallery.page.getByRole('listbox').getByRole('option')
    // Enter chooses from the results of a finished search
    await options.first().waitFor()
    await box.locator('xpath=..').locator('[data-spinner]').waitFor({ state: 'detached' })
    const ends = { first: await options.first().innerText(), last: await options.last().innerText(), '': '' }
    for (const key of rest) await gallery.page.keyboard.press(key)
    expect(await box.getAttribute('aria-expanded')).toBe(String(state === 'open'))
    expect(await box.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(ends[chosen as keyof typeof ends].split('\n')[0]).toBe(await box.inputValue())
  },
)

it.each([
  ['switch', 'Email'],
  ['checkbox', 'Send a confirmation'],
] as const)('%s: the space bar turns it on and off', async (role, name) => {
  const control = byRole(role, name)
  const isOn = await control.isChecked()
  for (const expected of [!isOn, isOn]) {
    await press(control, ' ')
    expect(await control.isChecked()).toBe(expected)
  }
})

it('dialog: Tab and Shift+Tab stay inside, Escape closes it and gives the focus back', async () => {
  await press(gallery.button('Dialog'), 'Enter')
  const dialog = byRole('dialog', 'Add customer')
  await dialog.waitFor()
  for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 12; presses++) {
      await gallery.page.keyboard.press(key)
      expect(await dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
    }
  await gallery.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focusedText()).toBe('Dialog')
})

it('tooltip: it comes with the focus of the keyboard and leaves with Escape', async () => {
  const tooltip = gallery.page.getByRole('tooltip', { name: 'Call Ann Lee' })
  await gallery.button('Call Ann Lee').focus()
  await gallery.page.keyboard.press('Shift+Tab')
  await gallery.page.keyboard.press('Tab')
  await tooltip.waitFor()
  await gallery.page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
})

it('tooltip: one that the pointer opened leaves with Escape, though the focus is elsewhere', async () => {
  const tooltip = gallery.page.getByRole('tooltip')
  await gallery.button('More').hover()
  await tooltip.waitFor()
  await gallery.page.keyboard.press('Escape')
  await tooltip.waitFor({ state: 'detached' })
})
