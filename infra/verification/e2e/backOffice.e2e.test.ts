import { gzipSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { scriptsOf } from '../bench/web/backOffice.ts'
import { axeFindings } from './axe.ts'
import { breakStream, notice, phoneSize, type Watched } from './browser.ts'
import { password, signIn, useOffice } from './office.ts'

const office = useOffice({})
let owner: Watched

beforeAll(async () => {
  owner = await office.signedInByForm()
})

describe('signing in', () => {
  it.each(['/login', '/dashboard', '/crm', '/customers/7/invoices', '/no/such/page'])(
    '%s is the login screen to a visitor',
    async (path) => {
      const { page, context, complaints } = await office.visitor()
      await page.goto(path)
      await page.getByText('Sign in to your account').waitFor()
      expect(await page.title()).toBe('Sign in · Plumbline')
      expect(complaints).toEqual([])
      await context.close()
    },
  )

  it('fails with the server’s words in a toast, keeps what was typed, and then succeeds', async () => {
    const visitor = await office.visitor()
    await visitor.page.goto('/crm')
    await signIn(visitor.page, 'owner', 'wrong')
    await notice(visitor.page, 'Login Failed').waitFor()
    await notice(visitor.page, '401: Invalid credentials').waitFor()
    // the notification, which goes after five seconds, is in the middle, as the form is
    const middleOf = async (it: Locator) => {
      const box = await it.boundingBox()
      return box && box.x + box.width / 2
    }
    expect(await middleOf(visitor.page.locator('[data-toasts] li'))).toBe(
      await middleOf(visitor.page.locator('form')),
    )
    expect(await visitor.page.getByPlaceholder('Enter your username').inputValue()).toBe('owner')
    // and says at the fields what is wrong, until they are changed
    const secret = visitor.page.getByPlaceholder('Enter your password')
    const wrong = visitor.page.getByText('The username or the password is wrong.')
    await wrong.waitFor()
    expect(await secret.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => secret.evaluate((it) => it === document.activeElement)).toBe(true)
    await secret.fill('another')
    await wrong.waitFor({ state: 'detached' })
    await signIn(visitor.page)
    await notice(visitor.page, 'Welcome back!').waitFor()
    await visitor.page.waitForURL('**/dashboard')
    await visitor.context.close()
  })

  it('says who helps somebody who is locked out', async () => {
    const { page, context } = await office.visitor(phoneSize)
    await page.goto('/login')
    const summary = page.getByText('Locked out?')
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const help = page.getByText('Whoever manages your team')
    expect(await help.isVisible()).toBe(false)
    await summary.tap()
    await help.waitFor()
    expect(await axeFindings(page)).toEqual([])
    await context.close()
  })

  it('says that the server could not be reached, and not that the password is wrong', async () => {
    const { page, context } = await office.visitor()
    await page.goto('/login')
    await page.getByText('Sign in to your account').waitFor()
    // the place for notifications is loaded after the page
    await page.locator('[data-toasts]').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await signIn(page)
    await notice(page, 'Login Failed').waitFor()
    await notice(page, 'The server could not be reached.').waitFor()
    expect(await notice(page, /Invalid credentials/).count()).toBe(0)
    expect(await page.getByText('The username or the password is wrong.').count()).toBe(0)
    await context.close()
  })

  it('stays on the screen when the code of notifications cannot be loaded, and has them once it can', async () => {
    const { page, context } = await office.visitor()
    let isDown = true
    let failedCount = 0
    await page.route('**/assets/app/js/*', async (route) => {
      // it may be asked for before there is a notification
      if (!isDown || !(await (await route.fetch()).text()).includes('"data-toasts"')) return route.continue()
      failedCount += 1
      return route.abort()
    })
    await page.goto('/login')
    await page.getByText('Sign in to your account').waitFor()
    await signIn(page, 'owner', 'wrong')
    const before = failedCount
    // every two seconds, and longer on a busy machine
    await expect.poll(() => failedCount, { timeout: 60_000 }).toBeGreaterThan(before + 1)
    expect(await page.getByText('Sign in to your account').isVisible()).toBe(true)
    isDown = false
    await notice(page, 'Login Failed').waitFor()
    await context.close()
  })

  it('ends with Logout, which leads to the landing page', async () => {
    const { page, context } = await office.signedInByForm()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('link', { name: 'Login' }).isVisible()).toBe(true)
    await page.goto('/crm')
    await page.getByText('Sign in to your account').waitFor()
    await context.close()
  })
})

it('the entry that was pressed is marked at once, while its page is still on its way', async () => {
  const { page, context } = await office.signedInByForm()
  const arrived = Promise.withResolvers<void>()
  await page.route('**/remotes/crm/**', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'CRM', exact: true })
  await entry.click()
  await expect.poll(() => entry.getAttribute('aria-current')).toBe('page')
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  arrived.resolve()
  await page.getByRole('heading', { name: 'Customer Relationship Management' }).waitFor()
  await context.close()
})

describe('a session that ended meanwhile', () => {
  /** What a page asks for by itself would notice the end of the session before the press does. */
  const silence = async (page: Page) => {
    await breakStream(page)
    await page.route(
      (url) => url.searchParams.has('incoming'),
      (route) => route.fulfill({ json: [] }),
    )
  }

  it('brings the login screen over the page, and signing in goes on where one was', async () => {
    const opened = await office.signedInByForm()
    const { page, context } = opened
    await silence(page)
    await page.reload()
    // a call still under way would notice it, too
    for (const text of ['Upcoming Jobs', 'New leads', 'View all activity'])
      await page.getByText(text).first().waitFor()
    await page.getByRole('region', { name: 'Needs you' }).getByRole('listitem').first().waitFor()
    await page.getByRole('region', { name: /^Today/ }).waitFor()
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    await context.clearCookies()
    await page.getByRole('link', { name: 'CRM', exact: true }).click()
    await page.getByText('Your session expired.').waitFor()
    await signIn(page)
    await page.getByRole('heading', { name: 'Customer Relationship Management' }).waitFor()
    await context.close()
  })

  it('keeps a form that was half filled in', async () => {
    const opened = await office.signedInByForm()
    const { page, context } = opened
    await silence(page)
    await page.route('**/api/customers/matches?*', (route) => route.fulfill({ json: [] }))
    await page.goto('/customers/new')
    await page.getByLabel('First name').fill('Kept')
    await page.getByLabel('Last name').fill('Safely')
    await page.getByLabel('Phone').fill('555 555 0142')
    await page.getByLabel('Email').fill('kept@example.test')
    await page.getByLabel('Address').fill('1 Elm St')
    await context.clearCookies()
    await page.getByRole('button', { name: 'Create Customer' }).click()
    await page.getByText('Your session expired.').waitFor()
    await page.getByPlaceholder('Enter your password').fill(password)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByText('Your session expired.').waitFor({ state: 'detached' })
    expect(await page.getByLabel('First name').inputValue()).toBe('Kept')
    await page.getByRole('button', { name: 'Create Customer' }).click()
    await notice(page, 'Customer created successfully').waitFor()
    await page.waitForURL('**/customers')
    await context.close()
  })
})

describe('the frame', () => {
  it.each([
    ['/', 'Business Dashboard', 'Dashboard'],
    ['/crm', 'Customer Relationship Management', 'CRM'],
    ['/customers', 'Customers', 'Customers'],
    ['/customers/new', 'New Customer', 'Customers'],
    ['/scheduler', 'Scheduler', 'Scheduler'],
    ['/appointments', 'Appointments', 'Scheduler'],
    ['/appointments/new', 'New Appointment', 'Scheduler'],
    ['/appointments/999999', 'Appointment Not Found', 'Scheduler'],
    ['/customers/999999/appointments', 'Customer Not Found', 'Customers'],
    ['/invoices', 'Invoices', 'Invoices'],
    ['/invoices/new', 'New Invoice', null],
    ['/messages', 'Customer Communications', 'Messages'],
    ['/customers/999999/invoices', 'Customer Not Found', 'Customers'],
    ['/no/such/page', '404 Page Not Found', null],
  ])('%s shows "%s" and highlights %s', async (path, heading, entry) => {
    await owner.page.goto(path)
    await owner.page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    const current = owner.page.locator('nav [aria-current=page]')
    expect(await current.allTextContents()).toEqual(entry ? [entry] : [])
  })

  it('says so honestly where a part is not installed', async () => {
    const { page } = owner
    await page.route('**/messages', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const without = text.replace(/("name":"messaging".*?"release":)\{.*?\]\}/, '$1null')
      expect(without).not.toBe(text)
      await route.fulfill({ response: answer, body: without })
    })
    await page.goto('/messages')
    await page.getByText('This page is not part of this installation yet').waitFor()
    await page.unroute('**/messages')
  })

  it('does not run what was made for another version, and says so', async () => {
    const { page } = owner
    const requests: string[] = []
    await page.route('**/remotes/messaging/**', async (route) => {
      requests.push(route.request().url())
      await route.continue()
    })
    await page.route('**/messages', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const newer = text.replace(/("name":"messaging".*?"contract":)\d+/, '$199')
      expect(newer).not.toBe(text)
      await route.fulfill({ response: answer, body: newer })
    })
    await page.goto('/messages')
    await page.getByText('This page was made for another version of the back-office').waitFor()
    expect(requests).toEqual([])
    await page.unrouteAll()
  })

  /** The check of the user is answered only when `answer` is called. */
  const delayUserCheck = async (page: Page) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route('**/api/auth/user', (route) => promise.then(() => route.continue()))
    return { answer: resolve }
  }

  it('keeps the focus on a link that was reached before the page had loaded', async () => {
    const { page } = owner
    const { answer } = await delayUserCheck(page)
    await page.goto('/dashboard')
    const link = page.getByRole('link', { name: 'Plumbline', exact: true })
    await link.focus()
    expect(await page.locator('h1').count()).toBe(0)
    answer()
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    expect(await link.evaluate((it) => it === document.activeElement)).toBe(true)
    await page.unrouteAll()
  })

  it.each([
    { width: 1440, height: 900 },
    { width: 375, height: 812 },
    { width: 812, height: 375 },
  ])('at %j has no entries before the user is known, and a place for them', async (viewport) => {
    const state = await owner.context.storageState()
    const { page, context } = await office.visitor({ viewport, storageState: state })
    const { answer } = await delayUserCheck(page)
    await page.goto('/dashboard')
    const sidebar = page.getByRole('navigation', { name: 'Main' })
    await sidebar.waitFor()
    expect(await sidebar.getByRole('link').count()).toBe(0)
    const place = await sidebar.boundingBox()
    answer()
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    expect(await sidebar.getByRole('link').count()).toBe(6)
    expect(await sidebar.boundingBox()).toEqual(place)
    // the session ends while the page is closed
    const second = await delayUserCheck(page)
    await page.goto('about:blank')
    await context.clearCookies()
    await page.goto('/dashboard')
    await sidebar.waitFor()
    expect(await sidebar.getByRole('link').count()).toBe(0)
    second.answer()
    await page.getByText('Sign in to your account').waitFor()
    expect(await sidebar.count()).toBe(0)
    await context.close()
  })

  it('moves the focus to the heading of the next page', async () => {
    await owner.page.goto('/dashboard')
    await owner.page.getByRole('link', { name: 'CRM', exact: true }).press('Enter')
    await owner.page.getByRole('heading', { name: 'Customer Relationship Management' }).waitFor()
    await expect.poll(() => owner.page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  })

  it('has keys for every page, which the sheet tells, and leaves letters alone where one writes', async () => {
    const { page } = owner
    await page.goto('/')
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    const shortcuts = await sheet
      .locator('dl')
      .evaluate((all) =>
        [...all.children]
          .flatMap((it, n) => (n % 2 ? [] : [[it, all.children[n + 1]]]))
          .map((those) => those.map((it) => it?.textContent?.trim())),
      )
    const ways = shortcuts.filter(([, what]) => what?.startsWith('Go to') && !what.includes('notifications'))
    expect(ways).toHaveLength(6)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    for (const [keys = '', what = ''] of ways) {
      const place = page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: what.slice(6), exact: true })
      // pressed again where a busy machine took longer than a second between two keys
      const pressed = async () => {
        for (const key of keys.split(/\s+/)) await page.keyboard.press(key)
        return place.getAttribute('aria-current')
      }
      await expect.poll(pressed).toBe('page')
    }
    // the page may still be on its way
    await page.keyboard.press('/')
    const search = page.locator('main input[type=search]:focus')
    await search.waitFor()
    await page.keyboard.type('gd?')
    expect(await search.inputValue()).toBe('gd?')
    expect(new URL(page.url()).pathname).toBe('/crm')
  })

  it('searches the page that is on its way, not the one that leaves', async () => {
    const { page } = await office.signedInByForm()
    await page.goto('/messages')
    const search = page.locator('main input[type=search]:focus')
    await page.locator('main input[type=search]').waitFor()
    const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>()
    await page.route('**/remotes/crm/**', (route) => isThere.then(() => route.continue()))
    // both keys within a second, inside the page, so that a busy machine does not delay the second
    await page.evaluate(() => {
      for (const key of 'gr') window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
    })
    await page.locator('[aria-current=page][href="/crm"]').waitFor()
    for (const key of '/gm?') await page.keyboard.press(key)
    expect(await search.count()).toBe(0)
    arrive()
    await search.waitFor()
    expect(new URL(page.url()).pathname).toBe('/crm')
    await page.keyboard.type('gm?')
    expect(await search.inputValue()).toBe('gm?')
    await page.context().close()
  })

  it('a page that appears between the two keys does not swallow the second', async () => {
    const { page } = owner
    // both keys within a second; pressed inside the page, so that a busy machine does not delay the second
    const pressAcrossPages = async () => {
      await page.goto('/crm')
      await page.getByRole('heading', { level: 1, name: 'Customer Relationship Management' }).waitFor()
      await page.evaluate(async () => {
        const press = (key: string) =>
          window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
        const heading = () => document.querySelector('h1')?.textContent
        press('g')
        history.pushState(null, '', '/customers')
        dispatchEvent(new PopStateEvent('popstate'))
        while (heading() !== 'Customers') await new Promise(requestAnimationFrame)
        press('m')
      })
      await page.waitForURL('**/messages', { timeout: 10_000 }).catch(() => {})
      return new URL(page.url()).pathname
    }
    await expect.poll(pressAcrossPages, { timeout: 60_000 }).toBe('/messages')
  })

  it('made no browser complain: no policy violation, no error', () => {
    // pages of what is not there were asked for on purpose
    expect(owner.complaints.filter((text) => !text.includes('404'))).toEqual([])
  })
})

it('a script that the policy forbids would be noticed', async () => {
  const { page, context, complaints } = await office.visitor()
  await page.goto('/login')
  await page.getByText('Sign in to your account').waitFor()
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.forbidden = true'
    document.head.append(script)
  })
  await expect.poll(() => complaints.join()).toContain('policy: script-src-elem')
  expect(await page.evaluate(() => 'forbidden' in window)).toBe(false)
  await context.close()
})

/** In the files that come by themselves to a page that stands for some seconds: each has a timer, or waits for old data. */
const comesLater = [
  ...['swipeThreshold', 'an unknown number', 'Enter your username', '"data-signed-out"', 'Make it yours'],
  'Some figures may be a few minutes old',
]

it('a dashboard that can be used takes at most 236 kB of script, as gzip counts it, in 10 files', async () => {
  const { page, context } = await office.visitor()
  await page.goto('/login')
  await signIn(page)
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  // a visit with nothing in the cache
  const { context: fresh } = await office.visitor({ storageState: await context.storageState() })
  // on a busy machine some seconds pass before the last part is there
  await fresh.route('**/assets/app/js/*', async (route) => {
    const text = await (await route.fetch()).text()
    if (!comesLater.some((part) => text.includes(part))) await route.continue()
  })
  const { kB, files } = await scriptsOf(fresh, `${office.url}/dashboard`)
  expect(kB).toBeLessThanOrEqual(236)
  expect(files).toBeLessThanOrEqual(10)
  await context.close()
  await fresh.close()
})

it('search, + New and the account menu bring at most 12 kB of script, as gzip counts it, and not before they are used', async () => {
  const { page, context } = await office.signedInByForm()
  await page.getByText('View all activity').waitFor()
  for (const name of ['Upcoming Jobs', 'New leads']) await page.getByRole('heading', { name }).waitFor()
  // these come by themselves, once the page is there
  await page.getByRole('heading', { name: 'Make it yours' }).waitFor()
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('incoming=true')),
  )
  // the sign-in over a page, after a while, and the notice of old data, when the services are busy
  const alsoByItself = ['data-signed-out', 'Some figures may be a few minutes old']
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const size = (body: Buffer) =>
      alsoByItself.some((text) => body.includes(text)) ? 0 : gzipSync(body, { level: 9 }).length
    sizes.push(response.body().then(size))
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search everything' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Lead' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Your account: owner' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).waitFor()
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(5_000)
  expect(bytes).toBeLessThanOrEqual(12_000)
  await context.close()
})

describe('the leads', () => {
  it('are searched as one types, and the search lives in the URL', async () => {
    const { page } = owner
    await page.goto('/crm?tab=leads')
    await page.getByPlaceholder('Search customers...').pressSequentially('HALV')
    await expect.poll(() => page.getByRole('row').count()).toBe(2)
    expect(await page.getByPlaceholder('Search customers...').inputValue()).toBe('HALV')
    await page.waitForURL('**q=HALV')
    await page.reload()
    await page.getByText('Greg Halvorsen').waitFor()
    await page.getByPlaceholder('Search customers...').fill('nobody at all')
    await page.getByText('No leads found').waitFor()
  })

  it('keep every choice that is made before the one before it is drawn', async () => {
    const { page } = owner
    await page.goto('/crm?tab=leads')
    await page.getByText('Greg Halvorsen').waitFor()
    await page.evaluate(async () => {
      const choose = (control: Element | null, value: string) => {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
        control?.dispatchEvent(new Event(control.matches('select') ? 'change' : 'input', { bubbles: true }))
      }
      choose(document.querySelector('main select[aria-label=Status]'), 'new')
      for (let turn = 0; turn < 50; turn++) await null
      choose(document.querySelector('main input[type=search]'), 'Halv')
    })
    await page.waitForURL((url) => url.searchParams.get('q') === 'Halv')
    expect(new URL(page.url()).searchParams.get('status')).toBe('new')
  })
})

describe('a remote that cannot be reached', () => {
  it.each([
    '**/remotes/crm/*/mf-manifest.json',
    '**/remotes/crm/*/remoteEntry.*.js',
    '**/remotes/crm/*/js/**',
  ])('at %s is a message in the page; the rest works, and Try again needs no reload', async (blocked) => {
    const { page, context } = await office.visitor()
    let down = true
    await page.route(blocked, (route) => (down ? route.abort() : route.continue()))
    await page.goto('/login')
    await signIn(page)
    await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    await page.evaluate(() => Object.assign(window, { same: true }))
    await page.getByRole('link', { name: 'CRM', exact: true }).click()
    const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await retry.waitFor()
    await page.getByRole('link', { name: 'Scheduler' }).click()
    await page.getByRole('heading', { name: 'Scheduler' }).waitFor()
    await page.getByRole('link', { name: 'CRM', exact: true }).click()
    await retry.waitFor()
    down = false
    await retry.click()
    await page.getByRole('heading', { name: 'Customer Relationship Management' }).waitFor()
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    await context.close()
  })

  it('whose files were tampered with is not run', async () => {
    const { page, context } = await office.visitor()
    await page.route('**/remotes/crm/*/remoteEntry.*.js', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: `${await answer.text()};window.tampered=true` })
    })
    await page.goto('/login')
    await signIn(page)
    await page.getByRole('link', { name: 'CRM', exact: true }).click()
    await page.getByText("CRM can't be loaded right now").waitFor()
    expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
    await context.close()
  })
})
