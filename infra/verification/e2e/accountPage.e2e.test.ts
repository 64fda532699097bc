import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { nextFrame, notice } from './browser.ts'
import { type Client, createClient } from './client.ts'
import { press, write } from './keyboard.ts'
import { password as firstPassword, useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
let password = firstPassword

const signedIn = async (): Promise<Client> => {
  const client = createClient(office.url)
  expect((await client.signIn('owner', password)).status).toBe(200)
  return client
}
const alive = async (client: Client) => (await client.send('GET', '/api/auth/user')).status === 200

const visit = async (width: number) => {
  const watched = await office.visitor({ viewport: { width, height: 800 } })
  const data = { username: 'owner', password }
  await watched.context.request.post('/api/login', { data })
  await watched.page.goto('/dashboard')
  return watched
}

it('the account menu is behind the username, and Logout stays beside it', async () => {
  const { page, context } = await visit(1440)
  const header = page.getByRole('banner')
  await header.getByText('owner', { exact: true }).waitFor()
  await header.getByRole('button', { name: 'Logout' }).waitFor()
  await header.getByRole('button', { name: 'Your account: owner' }).click()
  const menu = page.getByRole('menu', { name: 'Your account' })
  await menu.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/account')
  await header.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('/')
  await page.getByRole('button', { name: 'Get Free Estimate' }).first().waitFor()
  await context.close()
})

it('the theme is chosen in the account menu or the palette, kept, and followed by other windows', async () => {
  const { page, context } = await visit(1440)
  const ground = (of: Page) => of.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const [light, dark] = ['rgb(250, 248, 244)', 'rgb(20, 25, 31)']
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Your account: owner' }).click()
    await page.getByRole('menuitemradio', { name }).click()
  }
  await page.getByRole('button', { name: 'Your account: owner' }).waitFor()
  const other = await context.newPage()
  await other.goto('/account')
  expect(await ground(page)).toBe(light)
  await choose('Dark theme')
  await expect.poll(() => ground(page)).toBe(dark)
  await expect.poll(() => ground(other)).toBe(dark)
  await page.reload()
  await page.getByRole('button', { name: 'Your account: owner' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark theme', checked: true }).waitFor()
  expect(await ground(page)).toBe(dark)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('theme of the system')
  await page.keyboard.press('Enter')
  await expect.poll(() => ground(page)).toBe(light)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => ground(page)).toBe(dark)
  await context.close()
})

it('a password is changed with the keyboard alone, mistakes stand at their fields', async () => {
  const { page, context, complaints } = await visit(1440)
  const otherClient = await signedIn()
  await press(page, page.getByRole('button', { name: 'Your account: owner' }))
  await press(page, page.getByRole('menuitem', { name: 'Account' }))
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  const current = page.getByRole('textbox', { name: 'Current password' })
  const next = page.getByRole('textbox', { name: 'New password' })
  await write(page, current, 'wrong')
  await write(page, next, 'seven77')
  await page.getByText('1 more to go.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('The password needs at least 8 characters.').waitFor()
  await write(page, next, 'a kettle of good tea')
  await page.getByText('A good length.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Current password is incorrect.').waitFor()
  await expect.poll(() => current.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await current.getAttribute('aria-invalid')).toBe('true')
  await write(page, current, password)
  await press(page, page.getByRole('button', { name: 'Show the current password' }))
  expect(await current.getAttribute('type')).toBe('text')
  await press(page, page.getByRole('button', { name: 'Hide the current password' }))
  expect(await current.getAttribute('type')).toBe('password')
  await press(page, page.getByRole('button', { name: 'Change password' }))
  await notice(page, 'Password changed').waitFor()
  password = 'a kettle of good tea'
  expect(await current.inputValue()).toBe('')
  expect(await alive(otherClient)).toBe(false)
  // the page goes on with its new token
  await page.goto('/account')
  await page.getByText('This browser').waitFor()
  expect(complaints.filter((it) => !it.includes('400'))).toEqual([])
  await context.close()
})

it('who is told of changed jobs by SMS says where, and is shown it again', async () => {
  const { page, context } = await visit(375)
  await page.goto('/account')
  const form = page.getByRole('form', { name: 'Changes of your jobs' })
  const channel = form.getByRole('combobox', { name: 'Tell me by' })
  expect(await channel.inputValue()).toBe('email')
  await form.getByText('hello@plumbline.example').waitFor()
  await channel.selectOption({ label: 'SMS' })
  const mobile = form.getByRole('textbox', { name: 'Mobile number' })
  await mobile.fill('12')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Please enter a mobile number').waitFor()
  await mobile.fill('(919) 555-0147')
  await form.getByRole('button', { name: 'Save' }).click()
  await notice(page, 'It is saved how you are told.').waitFor()
  await expect.poll(() => mobile.inputValue()).toBe('+19195550147')
  await page.reload()
  await expect.poll(() => mobile.inputValue()).toBe('+19195550147')
  await context.close()
})

it('sessions are listed and ended, one by one and all but this', async () => {
  const { context: phone } = await office.visitor({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Version/26.0 Mobile/1 Safari/604.1',
  })
  await phone.request.post('/api/login', { data: { username: 'owner', password } })
  const others = [await signedIn(), await signedIn()]
  const { page, context, complaints } = await visit(375)
  await page.goto('/account')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await press(page, page.getByRole('button', { name: 'Sign out: Safari on iPhone' }))
  await notice(page, 'Signed out').waitFor()
  await page.getByText('Safari on iPhone').waitFor({ state: 'detached' })
  expect((await phone.request.get('/api/auth/user')).status()).toBe(401)
  expect(await Promise.all(others.map(alive))).toEqual([true, true])
  const all = page.locator('#main').getByRole('button', { name: 'Sign out everywhere else' })
  await press(page, all)
  const question = page.getByRole('alertdialog')
  await press(page, question.getByRole('button', { name: 'Cancel' }))
  expect(await Promise.all(others.map(alive))).toEqual([true, true])
  await question.waitFor({ state: 'hidden' })
  await press(page, all)
  await press(page, question.getByRole('button', { name: 'Sign out everywhere else' }))
  await all.waitFor({ state: 'detached' })
  expect(await sessions.getByRole('listitem').count()).toBe(1)
  expect(await sessions.evaluate((it) => it === document.activeElement)).toBe(true)
  expect(await Promise.all(others.map(alive))).toEqual([false, false])
  expect(complaints).toEqual([])
  await Promise.all([context.close(), phone.close()])
})

it('a question that is still being loaded when its page is left is not asked on the next one', async () => {
  const other = await signedIn()
  const { page, context } = await visit(1440)
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  const all = page.locator('#main').getByRole('button', { name: 'Sign out everywhere else' })
  await all.waitFor()
  const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>()
  await page.route('**/js/**', (route) => isLeft.then(() => route.continue()))
  const asked = page.waitForResponse('**/js/**')
  await all.click()
  await page.goBack()
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  leave()
  await (await asked).finished()
  for (let frame = 0; frame < 10; frame++) await nextFrame(page)
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  expect(await alive(other)).toBe(true)
  await context.close()
})

it('a list that cannot be had says so, and is there when it is asked for again', async () => {
  const { page, context } = await visit(375)
  await page.route('**/api/account/sessions', (route) => route.fulfill({ status: 503, body: 'Away.' }))
  await page.goto('/account')
  await page.getByText('Your sessions could not be loaded').waitFor()
  await page.unroute('**/api/account/sessions')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('This browser').waitFor()
  await context.close()
})
