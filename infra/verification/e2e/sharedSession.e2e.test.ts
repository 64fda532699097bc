import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { signIn, useOffice } from './office.ts'
import { cleanEnv } from './product.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const staff = office.client
const root = join(import.meta.dirname, '../../..')

beforeAll(async () => {
  await addCustomer('Secretname')
})

async function addCustomer(lastName: string): Promise<void> {
  const body = { firstName: 'Ann', lastName, email: `${lastName}@example.test`, phone: '919 555 0101' }
  await staff.create('/api/customers', body)
}

async function openWindow(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  return page
}

const isFound = (page: Page, text: string) =>
  page.evaluate((wanted) => (window as unknown as { find: (text: string) => boolean }).find(wanted), text)

it('signing out in one window hides what the others show, and keeps their forms for the same user', async () => {
  const { page: first, context } = await office.signedInByForm()
  const list = await openWindow(context, '/customers')
  await list.getByText('Ann Secretname').first().waitFor()
  expect(await isFound(list, 'Secretname')).toBe(true)
  const form = await openWindow(context, '/customers/new')
  await form.getByLabel('First name').fill('Half')
  await first.getByRole('button', { name: 'Logout' }).click()
  for (const page of [list, form]) await page.getByText('You signed out in another window.').waitFor()
  expect(await list.getByText('Ann Secretname').first().isVisible()).toBe(false)
  expect(await isFound(list, 'Secretname')).toBe(false)
  expect(await list.title()).toBe('Sign in · Plumbline')
  await signIn(list)
  for (const page of [list, form])
    await page.getByText('You signed out in another window.').waitFor({ state: 'detached' })
  await list.getByText('Ann Secretname').first().waitFor()
  expect(await form.getByLabel('First name').inputValue()).toBe('Half')
  await context.close()
})

it('a dialog that is open when the session ends is hidden as well, and signing in leads back to it', async () => {
  const { page: first, context } = await office.signedInByForm()
  const other = await openWindow(context, '/dashboard')
  await other.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  await other.keyboard.press('?')
  await other.getByRole('dialog').waitFor()
  await first.getByRole('button', { name: 'Logout' }).click()
  await other.getByText('You signed out in another window.').waitFor()
  expect(await other.getByRole('dialog').isVisible()).toBe(false)
  await signIn(other)
  await other.getByRole('dialog').waitFor()
  await other.keyboard.press('Escape')
  await other.getByRole('button', { name: 'Logout' }).click()
  await other.waitForURL('/')
  await context.close()
})

it('another user who signs in sees nothing of the windows of the user before', async () => {
  const run = promisify(execFile)
  const args = ['infra/cli/ops/main.ts', 'users', 'add', 'maria', 'maria@example.test', '--json']
  const env = { ...cleanEnv(), DATA_DIR: office.dataDir }
  const { stdout } = await run(process.execPath, args, { cwd: root, env })
  const maria = JSON.parse(stdout) as { password: string }
  const { page: first, context } = await office.signedInByForm()
  const form = await openWindow(context, '/customers/new')
  await form.getByLabel('First name').fill('Half')
  await first.getByRole('button', { name: 'Logout' }).click()
  await form.getByText('You signed out in another window.').waitFor()
  await signIn(form, 'maria', maria.password)
  await form.getByText('maria', { exact: true }).waitFor()
  expect(await form.getByLabel('First name').inputValue()).toBe('')
  await context.close()
})

it('eight windows load over plain http, where there are no locks, and each learns what changes', async () => {
  const { context } = await office.signedInByForm()
  await context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'locks', { value: undefined }))
  const windows: Page[] = []
  for (let n = 0; n < 8; n++) {
    const page = await openWindow(context, '/customers')
    await page.getByText('Ann Secretname').first().waitFor()
    windows.push(page)
  }
  await addCustomer('Overhttp')
  for (const page of windows) await page.getByText('Ann Overhttp').first().waitFor()
  await context.close()
})

it('a session that was ended elsewhere brings the login screen without anything being done', async () => {
  const { page: first, context } = await office.signedInByForm()
  expect((await staff.send('DELETE', '/api/account/sessions')).status).toBe(204)
  await first.getByText('Your session expired.').waitFor({ timeout: 40_000 })
  await context.close()
})

it('a change stream that was refused once tells what changed meanwhile', async () => {
  const { page: first, context } = await office.signedInByForm()
  await context.clock.install()
  let refused = 0
  await context.route('**/api/stream*', async (route) => {
    refused += 1
    if (refused === 1) await route.fulfill({ status: 502, body: 'Bad Gateway' })
    else await route.continue()
  })
  const list = await openWindow(context, '/customers')
  await list.getByText('Ann Secretname').first().waitFor()
  const refusal = list.waitForResponse((answer) => answer.status() === 502)
  // the second window takes the stream over, and is refused
  await first.close()
  await (await refusal).finished()
  // the page has heard of it, and waits
  await list.evaluate(() => null)
  expect(refused).toBe(1)
  await addCustomer('Meanwhile')
  expect(await list.getByText('Ann Meanwhile').count()).toBe(0)
  // again where the page had not begun to wait
  const askedAgain = async () => {
    await list.clock.fastForward('00:31')
    return refused > 1
  }
  await expect.poll(askedAgain, { interval: 500 }).toBe(true)
  await list.getByText('Ann Meanwhile').first().waitFor()
  await context.close()
})

it('a current-user call that fails is not signed in: the login screen says what failed', async () => {
  const { page: first, context } = await office.signedInByForm()
  let isBroken = true
  let isUnreachable = false
  await context.route('**/api/auth/user', async (route) => {
    if (isUnreachable) await route.abort()
    else if (isBroken) await route.fulfill({ status: 500, body: 'Something went wrong on our side.' })
    else await route.continue()
  })
  for (const path of ['/dashboard', '/customers']) {
    isBroken = true
    await first.goto(path)
    await first.getByText('Sign in to your account').waitFor()
    const alert = first.getByRole('alert')
    expect(await alert.textContent()).toContain(
      'We could not check whether you are signed in: 500: Something went wrong on our side.',
    )
    isBroken = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await first.getByRole('button', { name: 'Logout' }).waitFor()
  }
  isUnreachable = true
  await first.reload()
  await first
    .getByText('We could not check whether you are signed in: The server could not be reached.')
    .waitFor()
  isUnreachable = false
  await first.getByRole('button', { name: 'Try again' }).click()
  await first.getByText('Ann Secretname').first().waitFor()
  await context.close()
})
