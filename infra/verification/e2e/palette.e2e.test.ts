import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { nextFrame, notice } from './browser.ts'
import { reach } from './keyboard.ts'
import { addressOf, inputOf, openPalette, paletteOf, useDemo } from './palette.ts'
import { answerSearches } from './searchAnswers.ts'

const { office, visit, goTo } = useDemo()
const { close } = office
const activeOption = (page: Page) =>
  inputOf(page).evaluate((it) => {
    const id = it.getAttribute('aria-activedescendant')
    return (id && document.getElementById(id)?.textContent) || null
  })
const hasFocus = (page: Page) => inputOf(page).evaluate((it) => it === document.activeElement)

describe('the palette', () => {
  it('opens with Ctrl-K on every page, also where one writes and over a drawer; Escape closes it and the focus goes back', async () => {
    const page = await visit('/invoices/new')
    const field = page.getByRole('textbox', { name: 'Description' }).first()
    await field.focus()
    await openPalette(page)
    expect(await hasFocus(page)).toBe(true)
    await page.keyboard.press('Escape')
    await paletteOf(page).waitFor({ state: 'hidden' })
    expect(await field.evaluate((it) => it === document.activeElement)).toBe(true)
    await goTo(page, '/customers?customer=3')
    await page.getByRole('dialog').waitFor()
    await openPalette(page)
    // the same keys close it, and the drawer stays
    await page.keyboard.press('Control+k')
    await paletteOf(page).waitFor({ state: 'hidden' })
    expect(await page.getByRole('dialog').count()).toBe(1)
  })

  it('opens with the button in the header, by pointer and by keyboard, and a press beside it closes it', async () => {
    const page = await visit('/dashboard')
    const button = page.getByRole('banner').getByRole('button', { name: 'Search' })
    await button.click()
    await inputOf(page).waitFor()
    await page.mouse.click(20, 500)
    await paletteOf(page).waitFor({ state: 'hidden' })
    await reach(page, button)
    await page.keyboard.press('Enter')
    await inputOf(page).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await paletteOf(page).waitFor({ state: 'hidden' })
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('opens with "/" on a page without a search of its own; where there is one, that gets the focus', async () => {
    const page = await visit('/dashboard')
    await page.keyboard.press('/')
    await inputOf(page).waitFor()
    await goTo(page, '/customers')
    const own = page.getByRole('searchbox', { name: 'Search customers' })
    await own.waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('g/')
    expect(await own.inputValue()).toBe('g/')
    expect(await paletteOf(page).count()).toBe(0)
  })

  it('does not open over the login screen of a session that ended', async () => {
    const page = await visit('/dashboard')
    await openPalette(page)
    await page.keyboard.press('Escape')
    await page.context().clearCookies()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('somebody')
    await page.getByText('Your session expired').waitFor()
    expect(await paletteOf(page).isVisible()).toBe(false)
    await page.keyboard.press('Control+k')
    expect(await paletteOf(page).isVisible()).toBe(false)
    await close(page, '401', 'stream')
  })

  it('gets what is typed while it loads; nothing of it is taken for a shortcut', async () => {
    const page = await visit('/dashboard')
    await answerSearches(page)
    let release = () => {}
    const loading = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/**', (route) => loading.then(() => route.continue()))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nc?')
    release()
    await inputOf(page).waitFor()
    expect(await inputOf(page).inputValue()).toBe('nc?')
    expect(addressOf(page)).toBe('/dashboard')
    await page.keyboard.type('!')
    expect(await inputOf(page).inputValue()).toBe('nc?!')
  })

  it('says so when its code cannot be loaded, and opens once it can', async () => {
    // before the page is there: a pointer that rests on the header loads the code ahead
    const page = await office.open('about:blank')
    await page.route('**/assets/**', async (route) => {
      const answer = await route.fetch()
      const isPalette = (await answer.text()).includes('Search everything"')
      await (isPalette ? route.abort() : route.fulfill({ response: answer }))
    })
    await goTo(page, '/dashboard')
    await page.keyboard.press('Control+k')
    await notice(page, 'This could not be loaded').waitFor()
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('button', { name: 'Your account: owner' }).click()
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
    // a key that is pressed while the last attempt still fails, fails with it; one that is pressed while it opens closes it
    const opens = async () => {
      await page.keyboard.press('Control+k')
      return inputOf(page)
        .waitFor({ timeout: 5_000 })
        .then(
          () => true,
          () => false,
        )
    }
    await expect.poll(opens, { timeout: 60_000 }).toBe(true)
    await close(page, 'ERR_FAILED')
  })
})

describe('by keyboard alone', () => {
  const keys: [string, string, string[], string][] = [
    ['the first row is opened', '/dashboard', ['Enter'], '/customers/new'],
    ['arrow down', '/dashboard', ['ArrowDown', 'Enter'], '/crm?tab=leads&add=lead'],
    ['arrow up goes around to the last', '/dashboard', ['ArrowUp', 'Enter'], '/crm'],
    ['and down to the first again', '/dashboard', ['ArrowUp', 'ArrowDown', 'Enter'], '/customers/new'],
    ['page down to the next group', '/account', ['PageDown', 'Enter'], '/dashboard'],
    ['page up to the group before', '/account', ['PageDown', 'ArrowDown', 'PageUp', 'Enter'], '/dashboard'],
    ['words choose', '/dashboard', ['r', 'e', 'p', 'Enter'], '/invoices?view=reports'],
    ['words and arrows', '/dashboard', ['i', 'n', 'v', 'ArrowDown', 'Enter'], '/invoices'],
    [
      'a new word starts at the first again',
      '/dashboard',
      ['ArrowDown', 'i', 'n', 'v', 'Enter'],
      '/invoices/new',
    ],
    [
      'letters are no shortcuts here',
      '/dashboard',
      ['g', 'm', 'Backspace', 'Backspace', 'Enter'],
      '/customers/new',
    ],
  ]
  it.each(keys)('%s', async (_, from, pressed, to) => {
    const page = await visit(from)
    await answerSearches(page)
    await openPalette(page)
    for (const key of pressed) await page.keyboard.press(key)
    await expect.poll(() => addressOf(page)).toBe(to)
    await paletteOf(page).waitFor({ state: 'hidden' })
  })

  it('Tab stays inside, and the focus goes to the heading of the next page', async () => {
    const page = await visit('/dashboard')
    await openPalette(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Close')
    await page.keyboard.press('Tab')
    expect(await hasFocus(page)).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    expect(await hasFocus(page)).toBe(true)
    await page.keyboard.type('messages')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Customer Communications' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })
})

describe('what the server finds', () => {
  it('is shown in groups with counts, after what can be done here, and is read out', async () => {
    const page = await visit('/dashboard')
    const { asked } = await answerSearches(page)
    await openPalette(page)
    await page.keyboard.type('nunez')
    const groups = paletteOf(page).getByRole('group')
    await groups.first().waitFor()
    expect(await groups.evaluateAll((all) => all.map((it) => it.firstElementChild?.textContent))).toEqual([
      'Customers 12',
      'Messages 100+',
    ])
    expect(await page.getByRole('group', { name: 'Customers 12' }).getByRole('option').count()).toBe(6)
    await paletteOf(page).getByRole('status').getByText('Found 12 customers, 100+ messages').waitFor()
    expect(await activeOption(page)).toContain('nunez 1')
    // the words are in no address
    expect(new Set(asked.map(({ url }) => url))).toEqual(new Set([`${office.url}/api/search`]))
    expect(addressOf(page)).toBe('/dashboard')
    await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe('/customers?customer=1')
    await page.getByRole('dialog').waitFor()
  })

  it('of one kind is shown page after page, and another word returns to all kinds', async () => {
    const page = await visit('/dashboard')
    const { asked } = await answerSearches(page)
    await openPalette(page)
    await page.keyboard.type('nunez')
    const options = paletteOf(page).getByRole('option')
    const all = options.getByText('All 12 customers')
    await all.waitFor()
    for (let n = 0; n < 5; n++) await page.keyboard.press('ArrowDown')
    expect(await activeOption(page)).toBe('All 12 customers')
    await page.keyboard.press('Enter')
    await paletteOf(page)
      .getByRole('option', { name: /^nunez 10\b/ })
      .waitFor()
    expect(await options.count()).toBe(11)
    expect(await hasFocus(page)).toBe(true)
    await page.keyboard.press('ArrowUp')
    expect(await activeOption(page)).toBe('Show more')
    await page.keyboard.press('Enter')
    await paletteOf(page)
      .getByRole('option', { name: /^nunez 12\b/ })
      .waitFor()
    expect(await options.count()).toBe(12)
    // the next of them is one arrow away
    await page.keyboard.press('ArrowDown')
    expect(await activeOption(page)).toContain('nunez 11')
    // a word that is typed slowly is asked for in between
    expect(asked.slice(-2).map(({ question }) => question)).toEqual([
      { q: 'nunez', kinds: ['customer'] },
      { q: 'nunez', kinds: ['customer'], cursor: 'page 2' },
    ])
    await page.keyboard.press('Backspace')
    await all.waitFor()
  })

  it('for earlier words never takes the place of what was found for later ones', async () => {
    const page = await visit('/dashboard')
    await answerSearches(page, (q) => (q === 'slow' ? 1_500 : 0))
    await openPalette(page)
    const first = paletteOf(page).getByRole('group', { name: 'Customers 12' }).getByRole('option').first()
    const asked = page.waitForRequest(
      (request) => request.url().endsWith('/api/search') && request.postDataJSON().q === 'slow',
    )
    await page.keyboard.type('slow')
    const slow = await asked
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('later')
    await first.getByText('later 1').waitFor()
    // null if the page gave it up
    await (await slow.response())?.finished()
    await nextFrame(page)
    expect(await first.textContent()).toContain('later 1')
    // a slow answer to the last words is not dropped
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('slow')
    await first.getByText('slow 1').waitFor()
  })

  it('is opened by an Enter that was pressed before it was there', async () => {
    const page = await visit('/dashboard')
    await answerSearches(page, () => 500)
    await openPalette(page)
    await page.keyboard.type('INV-000060')
    await page.keyboard.press('Enter')
    expect(addressOf(page)).toBe('/dashboard')
    await expect.poll(() => addressOf(page)).toBe('/invoices?invoice=60')
    // unless the words were changed meanwhile
    await goTo(page, '/dashboard')
    await openPalette(page)
    await page.keyboard.type('INV-000060')
    await page.keyboard.press('Enter')
    await page.keyboard.type('1')
    await paletteOf(page).getByText('INV-0000601').waitFor()
    await nextFrame(page)
    expect(addressOf(page)).toBe('/dashboard')
  })

  it('is not said to be missing where a page or a command matches', async () => {
    const page = await visit('/dashboard')
    await openPalette(page)
    await page.keyboard.type('reports')
    await paletteOf(page).getByRole('option', { name: 'Reports', exact: true }).waitFor()
    await paletteOf(page).getByRole('status').getByText('No records found').waitFor()
    expect(await paletteOf(page).getByText('No records match').count()).toBe(0)
  })

  it('of one record of a kind is read out in the singular', async () => {
    const page = await visit('/dashboard')
    await answerSearches(page)
    await openPalette(page)
    await page.keyboard.type('INV-000060')
    await paletteOf(page).getByRole('status').getByText('Found 1 invoice', { exact: true }).waitFor()
  })

  it('may be nothing, may take its time, may fail and be asked for again', async () => {
    const page = await visit('/dashboard')
    const answers = await answerSearches(page, (q) => (q === 'wait' ? 1_000 : 0))
    await openPalette(page)
    const status = paletteOf(page).getByRole('status')
    await page.keyboard.type('nobody')
    await status.getByText('No records match “nobody”').waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    // at once: what is found for the letters before would be shown
    await inputOf(page).fill('wait')
    await status.getByText('Searching…').waitFor()
    await paletteOf(page)
      .getByRole('option', { name: /^wait 1\b/ })
      .waitFor()
    answers.fail(true)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('broken')
    await status.getByText('The search did not work').waitFor({ state: 'attached' })
    expect(await activeOption(page)).toBe('Try again')
    answers.fail(false)
    await page.keyboard.press('Enter')
    await paletteOf(page)
      .getByRole('option', { name: /^broken 1\b/ })
      .waitFor()
    await close(page, '500')
  })
})

describe('what was just written', () => {
  it('is found at once, and what was not is not', async () => {
    const page = await visit('/dashboard')
    await openPalette(page)
    await page.keyboard.type('Quillfeather')
    await paletteOf(page).getByText('No records match “Quillfeather”').waitFor()
    const person = {
      firstName: 'Odette',
      lastName: 'Quillfeather',
      email: 'odette@example.test',
      phone: '919 555 0177',
    }
    const created = await page.request.post('/api/customers', { data: person })
    const { id } = await created.json()
    await page.keyboard.press('Escape')
    await openPalette(page)
    await page.keyboard.type('Quillfeather')
    await paletteOf(page)
      .getByRole('option', { name: /^Odette Quillfeather/ })
      .waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe(`/customers?customer=${id}`)
  })
})

describe('recent places', () => {
  it('are those of this window, by their names, without what was typed there', async () => {
    const page = await visit('/customers?q=holl&customer=1')
    await page.getByRole('dialog').getByRole('heading').first().waitFor()
    await goTo(page, '/customers?q=holl')
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await openPalette(page)
    // a page that was loaded anew has none
    expect(await paletteOf(page).getByRole('group', { name: 'Recent' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'View Details' }).first().click()
    await page.waitForURL('**/appointments/*')
    await expect.poll(() => page.title()).toMatch(/, 20\d\d$/)
    const appointment = { title: await page.title(), address: addressOf(page) }
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('margaret')
    await page.waitForURL('**q=margaret')
    await page.getByRole('link', { name: 'Margaret Holloway' }).first().click()
    await page.waitForURL('**customer=1*')
    await expect.poll(() => page.title()).toBe('Customer Margaret Holloway')
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('customer'))
    await openPalette(page)
    const recent = paletteOf(page).getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect
      .poll(() => recent.allTextContents())
      .toEqual(['Customer Margaret Holloway', appointment.title])
    expect(await recent.evaluateAll((all) => all.map((it) => it.getAttribute('href')))).toEqual([
      '/customers?customer=1',
      appointment.address,
    ])
    const stored = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    expect(stored).not.toMatch(/margaret|holloway/i)
  })
})
