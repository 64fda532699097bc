import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { breakStream, notice, phoneSize } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { open, close } = office

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Team' }).getByRole('listitem').filter({ hasText: name })
const choose = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `Change ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const answer = (page: Page, action: string) =>
  page.getByRole('alertdialog').getByRole('button', { name: action }).click()

/** Invites a member on the team's page; answers the link that is shown. */
async function invite(page: Page, name: string, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog(page).getByLabel('Name').fill(name)
  await dialog(page).getByLabel('Email').fill(`${name}@example.test`)
  await dialog(page).getByLabel('Role').selectOption(role)
  expect(await axeFindings(page)).toEqual([])
  await dialog(page).getByRole('button', { name: 'Invite' }).click()
  const link = dialog(page).getByLabel('Link', { exact: true })
  await link.waitFor()
  expect(await axeFindings(page)).toEqual([])
  const url = await link.inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  return url
}

/** A browser of its own, in which a link is followed and a password chosen. */
async function follow(url: string, password: string, button: string, options = {}) {
  const watched = await office.visitor(options)
  await watched.page.goto(url)
  await watched.page.getByLabel('New password', { exact: true }).fill(password)
  expect(await axeFindings(watched.page)).toEqual([])
  await watched.page.getByRole('button', { name: button }).click()
  await watched.page.getByRole('heading', { level: 1, name: 'Business Dashboard' }).waitFor()
  return watched
}

const devices = [
  ['a phone', 'rosa', phoneSize],
  ['a desktop', 'maria', { viewport: { width: 1440, height: 900 } }],
] as const

it.each(devices)(
  'on %s a member is invited, joins, gets another role while a page is open, and is signed out when deactivated',
  async (_, name, options) => {
    const page = await open('/dashboard', options)
    await page.getByRole('button', { name: 'Your account: owner' }).click()
    await page.getByRole('menuitem', { name: 'Team' }).click()
    await row(page, 'owner').getByText('You').waitFor()
    const url = await invite(page, name, 'Bookkeeper')
    expect(new URL(url).hash).toMatch(/^#[\w-]{43}$/)
    await row(page, name).getByText('Invited', { exact: true }).waitFor()
    expect(await axeFindings(page)).toEqual([])

    const {
      page: theirs,
      context,
      complaints,
    } = await follow(url, 'four words about gutters', 'Join and sign in', options)
    await expect.poll(() => row(page, name).getByText('Invited').count()).toBe(0)
    await theirs.goto('/account')
    await theirs.getByRole('button', { name: `Your account: ${name}` }).click()
    await theirs.getByRole('menuitem', { name: 'Account' }).waitFor()
    expect(await theirs.getByRole('menuitem', { name: 'Team' }).count()).toBe(0)
    await theirs.goto('/settings/team')
    await theirs.getByText('Your role does not allow this').waitFor()

    await choose(page, name, 'Role and rights')
    await dialog(page).getByText('Single rights').click()
    await dialog(page).getByLabel('Change the team').check()
    await dialog(page).getByText('Added to the role').waitFor()
    await dialog(page).getByText('Single rights (1 of their own)').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await notice(page, `What ${name} may do is changed.`).waitFor()
    // the page that was open has it, and shows only what they could do themselves
    await theirs.getByRole('list', { name: 'Team' }).waitFor()
    await theirs.getByRole('button', { name: 'Change owner' }).waitFor()

    await choose(page, name, 'Name and email')
    await dialog(page).getByLabel('Name', { exact: true }).fill(`${name} lee`)
    await dialog(page).getByLabel('Name for customers').fill('Rosa')
    expect(await axeFindings(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await theirs.getByRole('button', { name: `Your account: ${name} lee` }).waitFor()

    await choose(page, `${name} lee`, 'History')
    await dialog(page).getByText('Invited as Bookkeeper').waitFor()
    await dialog(page).getByText('Added: Change the team').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await dialog(page).getByRole('button', { name: 'Done' }).click()

    await choose(page, `${name} lee`, 'Deactivate')
    await answer(page, 'Deactivate')
    await row(page, `${name} lee`).getByText('Deactivated').waitFor()
    await theirs.getByRole('heading', { name: 'Plumbline', level: 1 }).waitFor()
    await theirs.getByRole('button', { name: 'Sign In' }).waitFor()
    expect((await context.request.get('/api/auth/user')).status()).toBe(401)
    await choose(page, `${name} lee`, 'Reactivate')
    await notice(page, `${name} lee can sign in again.`).waitFor()
    // the session of before does not come back
    expect((await context.request.get('/api/auth/user')).status()).toBe(401)
    const unexpected = complaints.filter((it) => !/401|403/.test(it))
    expect(unexpected).toEqual([])
    await context.close()
  },
)

it('a link works once; another password ends the sessions of before; an invitation is revoked', async () => {
  const page = await open('/settings/team')
  const first = await invite(page, 'nora', 'Dispatcher')
  await choose(page, 'nora', 'Send again')
  const second = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const visitor = await office.visitor()
  await visitor.page.goto(first)
  await visitor.page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor()
  expect(await axeFindings(visitor.page)).toEqual([])
  await visitor.context.close()

  const joined = await follow(second, 'four words about gutters', 'Join and sign in')
  await choose(page, 'nora', 'Link for a new password')
  const reset = await dialog(page).getByLabel('Link', { exact: true }).inputValue()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  const other = await office.visitor()
  await other.page.goto(reset)
  await other.page.getByLabel('New password', { exact: true }).fill('password1')
  await other.page.getByRole('button', { name: 'Set password and sign in' }).click()
  await other.page.getByText('too common').waitFor()
  await other.context.close()
  const again = await follow(reset, 'four words about ladders', 'Set password and sign in')
  expect((await joined.context.request.get('/api/auth/user')).status()).toBe(401)
  expect((await again.context.request.get('/api/auth/user')).status()).toBe(200)
  await joined.context.close()
  await again.context.close()

  await invite(page, 'otto', 'Bookkeeper')
  await choose(page, 'otto', 'Revoke invitation')
  await answer(page, 'Revoke invitation')
  await expect.poll(() => row(page, 'otto').count()).toBe(0)
})

it('two owners who change a member at once are asked which change stays, also when no news arrives', async () => {
  const page = await open('/settings/team')
  await invite(page, 'quinn', 'Worker')
  await close(page)
  const mine = await open('about:blank')
  await breakStream(mine)
  await mine.goto('/settings/team')
  await choose(mine, 'quinn', 'Role and rights')
  await dialog(mine).getByLabel('Role').selectOption('Dispatcher')
  const theirs = await open('/settings/team')
  await choose(theirs, 'quinn', 'Role and rights')
  await dialog(theirs).getByLabel('Role').selectOption('Bookkeeper')
  await dialog(theirs).getByRole('button', { name: 'Save' }).click()
  await notice(theirs, 'What quinn may do is changed.').waitFor()
  await dialog(mine).getByRole('button', { name: 'Save' }).click()
  await notice(mine, /^412: Someone else changed this meanwhile/).waitFor()
  const conflict = dialog(mine).locator('[data-conflict=role]')
  await conflict.getByText('Bookkeeper', { exact: true }).waitFor()
  expect(await axeFindings(mine)).toEqual([])
  await conflict.getByRole('button', { name: 'Use mine' }).click()
  await dialog(mine).getByRole('button', { name: 'Save' }).click()
  await row(theirs, 'quinn').getByText('Dispatcher').waitFor()
  await close(mine, '412', 'ERR_FAILED')

  // hours that somebody else sets meanwhile are followed by a form in which nothing was changed
  const following = await open('/settings/team')
  await choose(following, 'quinn', 'Hours')
  await choose(theirs, 'quinn', 'Hours')
  const usual = (of: Page) => dialog(of).getByLabel('The hours of the business')
  await usual(theirs).uncheck()
  await dialog(theirs).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => usual(following).isChecked()).toBe(false)
  await dialog(following).getByText('Updated below: Hours.').waitFor()
})

it('a link that is shown is not ended by what the page fetches anew', async () => {
  const page = await open('/settings/team')
  await invite(page, 'paul', 'Worker')
  let issued = 0
  let listed = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/link')) issued += 1
  })
  // what is old is fetched until it is not, and everything with it
  await page.route('**/api/team/members', async (route) => {
    listed += 1
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-stale-data': 'true' } })
  })
  await choose(page, 'paul', 'Send again')
  const link = dialog(page).getByLabel('Link', { exact: true })
  const shown = await link.inputValue()
  const before = listed
  await expect.poll(() => listed, { timeout: 60_000 }).toBeGreaterThan(before + 1)
  expect([issued, await link.inputValue()]).toEqual([1, shown])
})

it('hours and time off that could not be loaded are offered again', async () => {
  const page = await open('/account')
  let isDown = true
  await page.route('**/api/team/availability', (route) =>
    isDown ? route.fulfill({ status: 500 }) : route.continue(),
  )
  await page.goto('/settings/team')
  await page.getByText('Hours and time off could not be loaded').waitFor()
  isDown = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Change owner' }).click()
  await page.getByRole('menuitem', { name: 'Time off' }).waitFor()
  await close(page, '500')
})
