import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { focused, useGallery } from './gallery.ts'

const gallery = useGallery()

describe('a combobox', () => {
  const box = () => gallery.page.getByRole('combobox', { name: 'Customer', exact: true })
  const option = (name: string) => gallery.page.getByRole('option', { name })

  it('finds while one types, and chooses with the keyboard', async () => {
    await gallery.open()
    await box().focus()
    await gallery.page.keyboard.type('halv')
    // Enter chooses from the results of a finished search
    await gallery.page.getByRole('status').getByText('8 results', { exact: true }).waitFor()
    await option('Greg Halvorsen').waitFor()
    expect(await box().getAttribute('aria-expanded')).toBe('true')
    expect(await box().getAttribute('aria-controls')).toBe(
      await gallery.page.getByRole('listbox').getAttribute('id'),
    )
    await gallery.page.keyboard.press('ArrowDown')
    await gallery.page.keyboard.press('ArrowUp')
    const active = gallery.page.locator(`[id="${await box().getAttribute('aria-activedescendant')}"]`)
    expect(await active.textContent()).toContain('Greg Halvorsen')
    expect(await focused(box())).toBe(true)
    await gallery.page.keyboard.press('Enter')
    expect(await box().inputValue()).toBe('Greg Halvorsen')
    expect(await box().getAttribute('aria-expanded')).toBe('false')
    await gallery.close()
  })

  it('keeps what was chosen when the search is left, and clears it on request', async () => {
    await gallery.open()
    await box().fill('ruth')
    await option('Ruth Lee').first().click()
    await box().fill('nobody at all')
    await gallery.page.getByText('No customer has this name').waitFor()
    await gallery.page.keyboard.press('Tab')
    await gallery.page.keyboard.press('Tab')
    await expect.poll(() => box().inputValue()).toBe('Ruth Lee')
    await gallery.button('Clear').click()
    expect(await box().inputValue()).toBe('')
    await gallery.close()
  })

  it('says when the search does not work, and tries again', async () => {
    await gallery.open()
    await gallery.page.getByRole('combobox', { name: 'Customer, while the server is down' }).click()
    await gallery.button('Try again').first().click()
    await gallery.page.getByText('The search did not work.').waitFor()
    await gallery.close()
  })

  it('is two touches on a phone', async () => {
    await gallery.open({ width: 375, touch: true })
    await box().tap()
    await option('Maria Delacroix-Montgomery').tap()
    expect(await box().inputValue()).toBe('Maria Delacroix-Montgomery')
    await gallery.close()
  })
})

describe('a text with a limit', () => {
  it('is counted when it comes near the limit, and the count is read out when typing stops', async () => {
    await gallery.open()
    const fields = gallery.page.getByRole('region', { name: 'Fields' })
    const area = fields.getByLabel('Notes')
    const count = fields.getByText(/of 100 characters/)
    await area.fill('x'.repeat(79))
    expect(await count.count()).toBe(0)
    await area.fill('x'.repeat(80))
    await count.first().waitFor()
    const spoken = fields.getByRole('status')
    await expect.poll(() => spoken.textContent()).toBe('80 of 100 characters')
    await area.focus()
    await gallery.page.keyboard.insertText('y'.repeat(2_000))
    // nothing is cut; the form refuses it
    expect((await area.inputValue()).length).toBe(2_080)
    await fields.getByText('2,080 of 100 characters').first().waitFor()
    await area.fill('short')
    await expect.poll(() => count.count()).toBe(0)
    await gallery.close()
  })
})

describe('a notification', () => {
  beforeEach(() => gallery.open())
  afterEach(gallery.close)
  const toast = () => gallery.page.locator('[data-toasts] li')

  it('stays for five seconds', async () => {
    // by the clock of the page, as a busy machine sees it late from outside
    const watch = await gallery.page.evaluateHandle(() => {
      const shownForMs = new Promise<number>((gone) => {
        let shownAt: number | undefined
        new MutationObserver(() => {
          const isShown = document.querySelector('[data-toasts] li') !== null
          if (isShown) shownAt ??= performance.now()
          else if (shownAt !== undefined) gone(performance.now() - shownAt)
        }).observe(document.body, { childList: true, subtree: true })
      })
      return { shownForMs }
    })
    await gallery.button('Toast').click()
    const shownForMs = await watch.evaluate((it) => it.shownForMs)
    expect(shownForMs).toBeGreaterThan(4_500)
    // of which the machine may pause some
    expect(shownForMs).toBeLessThan(30_000)
  })

  it('gets the focus by F8 and goes when it is swiped 50 px to the right', async () => {
    await gallery.button('Toast').click()
    await toast().waitFor()
    await gallery.page.keyboard.press('F8')
    expect(await gallery.page.evaluate(() => document.activeElement?.closest('[data-toasts]') !== null)).toBe(
      true,
    )
    const at = await toast().boundingBox()
    const [x, y] = [(at?.x ?? 0) + 40, (at?.y ?? 0) + 20]
    for (const way of [30, 90]) {
      await gallery.page.mouse.move(x, y)
      await gallery.page.mouse.down()
      await gallery.page.mouse.move(x + way, y, { steps: 5 })
      await gallery.page.mouse.up()
      if (way < 50) expect(await toast().count()).toBe(1)
    }
    // by itself it stays while it has the focus
    await toast().waitFor({ state: 'detached' })
  })
})

it('a tooltip comes after 700 ms, stands 4 px away, and the next one comes at once', async () => {
  await gallery.open()
  const tooltip = () => gallery.page.getByRole('tooltip')
  /** Milliseconds from the pointer on a button to this tooltip, by the clock of the page. */
  const msUntil = async (hint: string, name: string) => {
    const watch = await gallery.button(name).evaluateHandle((button, text) => {
      const isShown = () =>
        [...document.querySelectorAll('[role=tooltip]')].some((it) => it.textContent === text)
      const ms = new Promise<number>((shown) => {
        const watchFrom = (began: number) => {
          const observer = new MutationObserver(() => {
            if (!isShown()) return
            observer.disconnect()
            shown(performance.now() - began)
          })
          observer.observe(document.body, { childList: true, subtree: true })
        }
        button.addEventListener('pointerover', () => watchFrom(performance.now()), { once: true })
      })
      return { ms }
    }, hint)
    await gallery.button(name).hover()
    return watch.evaluate((it) => it.ms)
  }
  expect(await msUntil('Sends the invoice again, with today’s date', 'With a tooltip')).toBeGreaterThan(600)
  await tooltip().waitFor()
  const [bubble, anchor] = [
    await tooltip().boundingBox(),
    await gallery.button('With a tooltip').boundingBox(),
  ]
  expect((anchor?.y ?? 0) - ((bubble?.y ?? 0) + (bubble?.height ?? 0))).toBeCloseTo(4, 0)
  const waitForNext = async () => {
    await gallery.button('With a tooltip').hover()
    await tooltip().waitFor()
    return msUntil('Archive', 'Archive')
  }
  // more than once on a loaded machine
  await expect.poll(waitForNext, { timeout: 60_000 }).toBeLessThan(500)
  await gallery.page.keyboard.press('Escape')
  await gallery.page.mouse.move(5, 400)
  await tooltip().waitFor({ state: 'detached' })
  await gallery.close()
})

it('tabs are one stop of the keyboard, and the arrows go around them', async () => {
  await gallery.open()
  const tab = (name: string) => gallery.page.getByRole('tab', { name })
  await tab('Overview').focus()
  await gallery.page.keyboard.press('ArrowLeft')
  expect(await focused(tab('Messages'))).toBe(true)
  expect(await gallery.page.getByRole('tabpanel', { name: 'Messages' }).textContent()).toBe('What was said.')
  await gallery.page.keyboard.press('Home')
  expect(await tab('Overview').getAttribute('aria-selected')).toBe('true')
  await gallery.page.keyboard.press('Tab')
  expect(await tab('Overview').evaluate((it) => it.parentElement?.contains(document.activeElement))).toBe(
    false,
  )
  await gallery.close()
})

it('an amount stays as it is typed, and is completed when it is left', async () => {
  await gallery.open()
  const amount = gallery.page.getByLabel('Amount')
  await amount.fill('')
  await amount.pressSequentially('$1,2a34.5')
  await gallery.page.keyboard.press('Tab')
  expect(await amount.inputValue()).toBe('$1,2a34.5')
  await amount.fill('$1,234.5')
  await gallery.page.keyboard.press('Tab')
  expect(await amount.inputValue()).toBe('1234.50')
  await gallery.close()
})

it('arrow keys go from row to row of a table, and a whole row leads where its link does', async () => {
  await gallery.open()
  const link = (name: string) =>
    gallery.page.getByRole('table', { name: 'Invoices' }).getByRole('link', { name })
  await link('Ann Lee').focus()
  await gallery.page.keyboard.press('ArrowDown')
  expect(await focused(link('Greg Halvorsen'))).toBe(true)
  await gallery.page.getByRole('cell', { name: '102 Old Mill Lane' }).click({ force: true })
  await gallery.page.waitForURL('**#invoice-3')
  await gallery.close()
})

it('of sixty cards on a page only those exist that are seen, and each says which of sixty it is', async () => {
  await gallery.open()
  const { page } = gallery
  const cards = page.getByRole('list', { name: 'Neighbors' }).getByRole('listitem')
  await page.getByRole('list', { name: 'Neighbors' }).evaluate((it) => it.scrollIntoView())
  await expect.poll(() => cards.first().getAttribute('aria-posinset')).toBe('1')
  expect(await cards.count()).toBeLessThan(45)
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await cards.getByText('159 Old Mill Lane').waitFor()
  const last = cards.last()
  expect(await last.getAttribute('aria-posinset')).toBe('60')
  expect(await last.getAttribute('aria-setsize')).toBe('60')
  expect(await cards.getByText('100 Maple Street').count()).toBe(0)
  await gallery.close()
})
