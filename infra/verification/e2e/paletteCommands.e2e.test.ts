import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { isWiderThanScreen, phoneSize, scrollToEnd, settled } from './browser.ts'
import { reach } from './keyboard.ts'
import { addressOf, inputOf, openPalette, paletteOf, useDemo } from './palette.ts'
import { answerSearches } from './searchAnswers.ts'

const { office, visit, goTo } = useDemo()
const { client } = office

describe('the twelve most frequent tasks', () => {
  type Task = { from: string; words?: string; pick?: string; to: string | RegExp; opens?: string }
  // `pick` is chosen with an arrow or a pointer; without it Enter opens the first row
  const tasks: [string, Task][] = [
    ['who is calling', { from: '/account', words: '+1 919 555 0101', to: '/customers?customer=1' }],
    ['open a customer', { from: '/scheduler', words: 'margaret holloway', to: '/customers?customer=1' }],
    ['call the customer in view', { from: '/appointments/1', pick: 'Call', to: /^tel:\d{10}$/ }],
    [
      'text the customer in view',
      { from: '/appointments/1', pick: 'New message', to: '/messages?customer=1' },
    ],
    [
      'book the customer in view',
      { from: '/customers/1/invoices', pick: 'New appointment', to: '/appointments/new?customerId=1' },
    ],
    [
      'invoice the job in view',
      { from: '/appointments/1', pick: 'Invoice this job', to: '/appointments/1', opens: 'Invoice this job' },
    ],
    ['take a payment on an invoice', { from: '/account', words: 'INV-000001', to: '/invoices?invoice=1' }],
    ['a caller becomes a lead', { from: '/invoices', pick: 'New lead', to: '/crm?tab=leads&add=lead' }],
    ['a new customer', { from: '/messages', pick: 'New customer', to: '/customers/new' }],
    ['remind those who are overdue', { from: '/account', words: 'overdue', to: '/invoices?status=overdue' }],
    ['answer unread messages', { from: '/account', words: 'unread', to: '/messages?status=unread' }],
    ["today's calendar", { from: '/invoices', pick: 'Scheduler', to: '/scheduler' }],
  ]

  it.each(tasks)('%s: two presses, wherever one is', async (_, { from, words, pick, to, opens }) => {
    const page = await visit(from)
    await openPalette(page)
    const options = paletteOf(page).getByRole('option')
    if (words) await page.keyboard.type(words)
    const target = pick ? options.filter({ hasText: new RegExp(`^${pick}`) }) : options.first()
    await target.and(page.locator('[href]')).waitFor()
    const href = await target.getAttribute('href')
    if (to instanceof RegExp) return expect(href).toMatch(to)
    if (pick) await target.click()
    else await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe(to)
    await paletteOf(page).waitFor({ state: 'hidden' })
    if (opens) await page.getByRole('dialog', { name: opens }).waitFor()
  })
})

describe('the record in view', () => {
  const inView = (page: Page) => paletteOf(page).getByRole('group', { name: /^On this page/ })

  it.each([
    ['/customers?customer=1', { lead: false }],
    ['/customers/1/invoices', { lead: false }],
    ['/messages?customer=1', { lead: false }],
    ['/appointments/1', { lead: false }],
  ])('on %s can be called, and has its customer filled in', async (path) => {
    const page = await visit(path)
    const customerId = path.startsWith('/appointments/')
      ? (await client.read('/api/appointments/1')).customerId
      : 1
    const { firstName, lastName, phone } = await client.read(`/api/customers/${customerId}`)
    await openPalette(page)
    await inView(page).getByText(`${firstName} ${lastName}`).waitFor()
    const hrefs = await inView(page)
      .getByRole('option')
      .evaluateAll((all) => all.map((it) => it.getAttribute('href')))
    expect(hrefs[0]).toBe(`tel:${phone.replace(/\D/g, '')}`)
    expect(hrefs).toContain(`/appointments/new?customerId=${customerId}`)
    expect(hrefs).toContain(`/invoices/new?customerId=${customerId}`)
    expect(hrefs.includes(`/messages?customer=${customerId}`)).toBe(!path.startsWith('/messages'))
  })

  it('is none on a list', async () => {
    const page = await visit('/customers')
    await openPalette(page)
    expect(await inView(page).count()).toBe(0)
    expect(await paletteOf(page).getByRole('option', { name: 'Call' }).count()).toBe(0)
  })

  it('of a lead is called and converted', async () => {
    const [lead] = await client.read('/api/leads')
    const page = await visit(`/crm?tab=leads&lead=${lead.id}`)
    await openPalette(page)
    await inView(page).getByText(`${lead.firstName} ${lead.lastName}`).waitFor()
    expect(await inView(page).getByRole('option').allTextContents()).toEqual([
      'Call',
      'Convert to customer',
      'Create quote',
    ])
  })
})

describe('what the pages have behind tabs and menus', () => {
  it.each([
    ['calendar', '/scheduler?view=calendar', ['tab', 'Calendar']],
    ['templates', '/messages?tab=templates', ['tab', 'Templates']],
    ['reminders', '/messages?panel=reminders', ['dialog', 'Upcoming reminders']],
    ['import', '/customers?panel=import', ['dialog', 'Import customers']],
    ['account', '/account', ['heading', 'Your account']],
    ['rates', '/settings/rates', ['heading', 'Settings']],
  ] as const)('is reached by its name: %s', async (typed, address, [role, name]) => {
    const page = await visit('/dashboard')
    await openPalette(page)
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe(address)
    await page
      .getByRole(role, { name, ...(role === 'tab' && { selected: true }) })
      .first()
      .waitFor()
  })

  it.each(['log out', 'sign out', 'logout'])('%s ends the session', async (typed) => {
    const page = await visit('/dashboard')
    await openPalette(page)
    await page.keyboard.type(typed)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForURL((url) => url.pathname === '/')
    expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  })
})

describe("'+ New'", () => {
  const menuOf = (page: Page) => page.getByRole('menu', { name: 'New' })
  const created: [string, string, string][] = [
    ['Customer', '/customers/new', '/customers/new'],
    ['Lead', '/crm?tab=leads&add=lead', '/crm?tab=leads&add=lead'],
    ['Appointment', '/appointments/new', '/appointments/new?customerId=1'],
    ['Quote', '/quotes/new', '/quotes/new?customerId=1'],
    ['Invoice', '/invoices/new', '/invoices/new?customerId=1'],
    ['Message', '/messages?add=message', '/messages?customer=1'],
  ]

  it.each(created)('%s is created in two presses, for the customer in view', async (label, to, prefilled) => {
    const page = await visit('/dashboard')
    const create = async () => {
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await menuOf(page).getByRole('menuitem', { name: label }).click()
    }
    await create()
    await expect.poll(() => addressOf(page)).toBe(to)
    await goTo(page, '/customers/1/appointments')
    await create()
    await expect.poll(() => addressOf(page)).toBe(prefilled)
  })

  it('says for whom, opens with the keyboard, and gives the focus back', async () => {
    const page = await visit('/customers/1/appointments')
    const button = page.getByRole('button', { name: 'New', exact: true })
    await reach(page, button)
    await page.keyboard.press('Enter')
    const items = menuOf(page).getByRole('menuitem')
    await items.first().waitFor()
    await expect
      .poll(() => items.allInnerTexts())
      .toEqual([
        'Customer',
        'Lead',
        'Appointment\nfor Margaret Holloway',
        'Quote\nfor Margaret Holloway',
        'Invoice\nfor Margaret Holloway',
        'Message\nfor Margaret Holloway',
      ])
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    await menuOf(page).waitFor({ state: 'hidden' })
    expect(await button.evaluate((it) => it === document.activeElement)).toBe(true)
  })

  it('a message that was begun there is sent, and Back does not begin it again', async () => {
    const page = await visit('/messages?add=message')
    const dialog = page.getByRole('dialog', { name: 'New Message' })
    await dialog.getByRole('combobox', { name: 'Customer' }).fill('holloway')
    await page.getByRole('option', { name: /Margaret Holloway/ }).click()
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Are you in tomorrow?')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await page.waitForURL('**/messages?customer=1')
    await page.goBack()
    expect(await dialog.count()).toBe(0)
  })
})

describe('shortcuts', () => {
  it('n and a letter creates, and only where nobody writes', async () => {
    const page = await visit('/dashboard')
    for (const [letter, to] of [
      ['c', '/customers/new'],
      ['l', '/crm?tab=leads&add=lead'],
      ['a', '/appointments/new'],
      ['q', '/quotes/new'],
      ['i', '/invoices/new'],
      ['m', '/messages?add=message'],
    ] as const) {
      await goTo(page, '/account')
      // pressed again where a busy machine took longer than a second between two keys
      const pressed = async () => {
        await page.keyboard.press('n')
        await page.keyboard.press(letter)
        return addressOf(page)
      }
      await expect.poll(pressed, { interval: 500 }).toBe(to)
    }
    await page.getByRole('dialog', { name: 'New Message' }).waitFor()
    await goTo(page, '/account')
    await page.getByRole('textbox', { name: 'Current password' }).focus()
    await page.keyboard.type('nc')
    expect(addressOf(page)).toBe('/account')
  })

  it('the list of shortcuts tells all of them', async () => {
    const page = await visit('/dashboard')
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.waitFor()
    expect(await sheet.locator('dt').allTextContents()).toEqual([
      'Ctrl K',
      '/',
      'g d',
      'g c',
      'g s',
      'g i',
      'g m',
      'g r',
      'n c',
      'n l',
      'n a',
      'n q',
      'n i',
      'n m',
      'F8',
      'Esc',
      '?',
    ])
  })
})

describe('on a phone', () => {
  it('the palette takes the whole screen, and its rows are large enough for a finger', async () => {
    const page = await visit('/dashboard', phoneSize)
    await answerSearches(page)
    await page.getByRole('button', { name: 'Search' }).tap()
    await inputOf(page).waitFor()
    expect(await paletteOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 812 })
    await inputOf(page).fill('nunez')
    await paletteOf(page)
      .getByRole('option', { name: /^nunez 1\b/ })
      .waitFor()
    const heights = await paletteOf(page)
      .locator('[role=option], button')
      .evaluateAll((all) => all.map((it) => it.getBoundingClientRect().height))
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    await paletteOf(page)
      .getByRole('option', { name: /^nunez 2\b/ })
      .tap()
    await expect.poll(() => addressOf(page)).toBe('/customers?customer=2')
  })

  it.each([
    ...[
      '/dashboard',
      '/customers/new',
      '/appointments/new',
      '/invoices/new',
      '/quotes/new',
      '/messages?customer=1',
      '/account',
    ],
    // with a button of their own there
    ...['/customers', '/invoices', '/quotes', '/crm', '/appointments', '/messages'],
    ...['/scheduler?view=calendar', '/customers/1/appointments', '/customers/1/invoices'],
  ])("on %s '+ New' covers no button: it is not there, and the search creates", async (path) => {
    const page = await visit(path, phoneSize)
    await expect.poll(() => page.getByRole('button', { name: 'New', exact: true }).isVisible()).toBe(false)
    await page.getByRole('button', { name: 'Search' }).tap()
    await paletteOf(page).getByRole('option', { name: 'New customer' }).tap()
    await page.waitForURL('**/customers/new')
  })

  it.each(['/customers', '/invoices', '/crm', '/appointments', '/customers/1/appointments'])(
    'at the end of %s the floating button covers nothing that can be pressed',
    async (path) => {
      const page = await visit(path, phoneSize)
      await settled(page)
      const covered = () =>
        page.evaluate(() => {
          const button = document.querySelector('main [data-primary] > *') as HTMLElement
          const box = button.getBoundingClientRect()
          return [...document.querySelectorAll('main :is(a, button, input, select)')]
            .filter((it) => {
              if (it === button) return false
              const { left, right, top, bottom } = it.getBoundingClientRect()
              const isApart = right <= box.left || left >= box.right || bottom <= box.top || top >= box.bottom
              return !isApart && (it as HTMLElement).checkVisibility()
            })
            .map((it) => it.textContent)
        })
      // a long list grows as its end comes near
      const coveredAtEnd = async () => {
        await scrollToEnd(page)
        return covered()
      }
      await expect.poll(coveredAtEnd).toEqual([])
    },
  )
})

describe('a micro-frontend', () => {
  type Declared = { name: string; [more: string]: unknown }
  /** A page whose document has other manifests, as another build would bring them. */
  async function visitWith(change: (remote: Declared) => Declared) {
    const page = await office.open('about:blank')
    await page.route('/dashboard', async (route) => {
      const answer = await route.fetch()
      const body = (await answer.text()).replace(
        /(id="remotes">)(.*?)(<\/script>)/s,
        (_, start, json, end) => start + JSON.stringify(JSON.parse(json).map(change)) + end,
      )
      await route.fulfill({ response: answer, body })
    })
    await goTo(page, '/dashboard')
    return page
  }

  it('adds a command and a creation without the shell knowing of them', async () => {
    const page = await visitWith((remote) => {
      if (remote.name !== 'crm') return remote
      const entry = { icon: 'unheard-of', order: 5 }
      return {
        ...remote,
        create: [{ ...entry, label: 'Neighbor', to: '/customers/new?neighbor=1' }],
        commands: [{ ...entry, label: 'Birthdays', to: '/crm?birthdays=1' }],
      }
    })
    await openPalette(page)
    await page.keyboard.type('birth')
    await page.keyboard.press('Enter')
    await expect.poll(() => addressOf(page)).toBe('/crm?birthdays=1')
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Neighbor' }).click()
    await expect.poll(() => addressOf(page)).toBe('/customers/new?neighbor=1')
  })

  it('that was built before there were commands still has its pages', async () => {
    const page = await visitWith(({ create, commands, records, shows, ...remote }) => remote)
    expect(await page.getByRole('button', { name: 'New', exact: true }).count()).toBe(0)
    await openPalette(page)
    const groups = paletteOf(page).getByRole('group')
    expect(
      await groups.evaluateAll((all) => all.map((it) => it.firstElementChild?.textContent?.trim())),
    ).toEqual(['Go to'])
    await page.keyboard.type('invoices')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Invoices' }).first().waitFor()
  })
})

it.each([
  ['dark', 375],
  ['dark', 768],
  ['light', 1440],
] as const)(
  'in the %s theme, %i px wide, axe finds nothing, and nothing is wider than the screen',
  async (colorScheme, width) => {
    const page = await visit('/customers/1/appointments', { colorScheme, viewport: { width, height: 800 } })
    await answerSearches(page)
    const check = async (state: string) => {
      expect(await axeFindings(page), state).toEqual([])
      expect(await isWiderThanScreen(page), state).toBe(false)
    }
    await openPalette(page)
    await check('suggestions')
    const wider = await paletteOf(page).evaluate(
      (it) => [...it.querySelectorAll('*')].filter((one) => one.scrollWidth > it.clientWidth).length,
    )
    expect(wider).toBe(0)
    await page.keyboard.type('a name that is as long as people’s names are, and one word more: nunez')
    await paletteOf(page).getByRole('option').first().waitFor()
    // what was found for the beginning of it is paler until all of it is
    await paletteOf(page).locator('[data-stale]').first().waitFor({ state: 'detached' })
    await check('results')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('nobody')
    await paletteOf(page).getByText('No records match').waitFor()
    await check('nothing found')
    await page.keyboard.press('Escape')
    // a phone has the page's own buttons
    if (width > 375) {
      await page.getByRole('button', { name: 'New', exact: true }).click()
      await page.getByText('for Margaret Holloway').first().waitFor()
      await check('+ New')
      await page.keyboard.press('Escape')
    }
    await page.getByRole('button', { name: 'Your account: owner' }).click()
    await page.getByRole('menuitem', { name: 'Account' }).waitFor()
    await check('account menu')
  },
)
