import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { becomesFocused, focused, useGallery } from './gallery.ts'

const gallery = useGallery()

describe('a dialog', () => {
  beforeEach(() => gallery.open())
  afterEach(gallery.close)
  const dialog = () => gallery.page.getByRole('dialog', { name: 'Add customer' })

  it('takes the focus, keeps it in both directions, and gives it back', async () => {
    await gallery.button('Dialog').click()
    await becomesFocused(dialog().getByLabel('First name'))
    for (const key of ['Tab', 'Shift+Tab'])
      for (let presses = 0; presses < 12; presses += 1) {
        await gallery.page.keyboard.press(key)
        expect(await dialog().evaluate((it) => it.contains(document.activeElement))).toBe(true)
      }
    await gallery.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    expect(await focused(gallery.button('Dialog'))).toBe(true)
  })

  it('closes by a press beside it, but not by one that began inside', async () => {
    await gallery.button('Dialog').click()
    const box = await dialog().boundingBox()
    await gallery.page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 30)
    await gallery.page.mouse.down()
    await gallery.page.mouse.move(5, 400)
    await gallery.page.mouse.up()
    expect(await dialog().isVisible()).toBe(true)
    await gallery.page.mouse.click(5, 400)
    await dialog().waitFor({ state: 'detached' })
  })

  it('holds the page behind it still, and lets it go', async () => {
    const scrolled = () => gallery.page.evaluate(() => window.scrollY)
    await gallery.button('Dialog').click()
    const before = await scrolled()
    await gallery.page.mouse.move(20, 400)
    await gallery.page.mouse.wheel(0, -300)
    await gallery.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
    await gallery.page.mouse.wheel(0, -300)
    // by the second turn alone
    await expect.poll(scrolled).toBe(before - 300)
  })

  it('leaves one layer with each Escape: the list, the menu, the question, then itself', async () => {
    await gallery.button('Dialog').click()
    await dialog().getByRole('combobox').click()
    await gallery.page.getByRole('listbox').getByRole('option').first().waitFor()
    await gallery.page.keyboard.press('Escape')
    expect(await gallery.page.getByRole('listbox').count()).toBe(0)
    await gallery.button('More in here').click()
    await gallery.page.getByRole('menu').waitFor()
    await gallery.page.keyboard.press('Escape')
    expect(await gallery.page.getByRole('menu').count()).toBe(0)
    await gallery.button('Discard').click()
    await gallery.page.getByRole('alertdialog').waitFor()
    await gallery.page.keyboard.press('Escape')
    await gallery.page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await becomesFocused(gallery.button('Discard'))
    await gallery.page.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  })

  it('leaves notifications within reach', async () => {
    await gallery.button('Dialog').click()
    await gallery.button('Add customer').click()
    await gallery.page.getByText('Failed to add customer. Please try again.', { exact: true }).waitFor()
    await gallery.button('Dismiss').click()
    await gallery.button('Dismiss').waitFor({ state: 'detached' })
    expect(await dialog().isVisible()).toBe(true)
  })
})

it('a drawer is a sheet at the bottom of a phone, and never higher than the screen', async () => {
  await gallery.open({ width: 375 })
  await gallery.button('Drawer').click()
  const drawer = async () => {
    const box = await gallery.page.getByRole('dialog').boundingBox()
    return box && { x: box.x, width: box.width, bottom: box.y + box.height }
  }
  await expect.poll(drawer).toEqual({ x: 0, width: 375, bottom: 900 })
  await gallery.button('Save').click()
  await gallery.button('Long dialog').click()
  const long = await gallery.page.getByRole('dialog', { name: 'Terms of payment' }).boundingBox()
  expect(long?.height).toBeLessThanOrEqual(900)
  await gallery.close()
})

describe('a question', () => {
  beforeEach(() => gallery.open())
  afterEach(gallery.close)
  const answer = () => gallery.page.getByTestId('answer').textContent()

  it('is answered by its action, by its other button and by Escape', async () => {
    await gallery.button('Confirm danger').click()
    await becomesFocused(gallery.button('Keep it'))
    await gallery.button('Cancel appointment').click()
    await expect.poll(answer).toBe('Yes')
    await gallery.button('Confirm danger').click()
    await gallery.page.keyboard.press('Enter')
    await expect.poll(answer).toBe('No')
    await gallery.button('Confirm').click()
    await becomesFocused(gallery.button('Send invoice'))
    await gallery.page.keyboard.press('Enter')
    await expect.poll(answer).toBe('Yes')
    await gallery.button('Confirm').click()
    await gallery.page.keyboard.press('Escape')
    await expect.poll(answer).toBe('No')
  })
})

describe('a menu', () => {
  beforeEach(() => gallery.open())
  afterEach(gallery.close)
  const item = (name: string) => gallery.page.getByRole('menuitem', { name })

  it('is walked through with the arrows, by letter, and around its ends', async () => {
    await gallery.button('More').focus()
    await gallery.page.keyboard.press('ArrowDown')
    await becomesFocused(item('Duplicate'))
    await gallery.page.keyboard.press('ArrowUp')
    expect(await focused(item('Delete'))).toBe(true)
    await gallery.page.keyboard.press('Home')
    expect(await focused(item('Duplicate'))).toBe(true)
    await gallery.page.keyboard.press('m')
    expect(await focused(item('Move'))).toBe(true)
    await gallery.page.keyboard.press('Enter')
    expect(await item('Move').isVisible()).toBe(true)
    await gallery.page.keyboard.press('a')
    await gallery.page.keyboard.press('Enter')
    expect(await gallery.page.getByTestId('chosen').textContent()).toBe('Archive')
    expect(await focused(gallery.button('More'))).toBe(true)
  })

  it('goes with Escape, with Tab and with a press beside it', async () => {
    for (const leave of [
      () => gallery.page.keyboard.press('Escape'),
      () => gallery.page.keyboard.press('Tab'),
      () => gallery.page.mouse.click(5, 400),
    ]) {
      await gallery.button('More').click()
      await becomesFocused(item('Duplicate'))
      await leave()
      await gallery.page.getByRole('menu').waitFor({ state: 'detached' })
    }
  })
})
