import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice, phoneSize } from './browser.ts'
import { password, signIn, useOffice } from './office.ts'

let database: TestDatabase
const { visitor, client } = useOffice(async () => {
  database = await createTestDatabase()
  return { DATABASE_URL: database.url, DEMO_DATA: 'off' }
})
afterAll(() => database?.drop())

/** From now on the sessions of own devices need the password before what could hurt. */
const passwordsGrowOld = () =>
  database
    .pool({ longRunning: true, max: 1 })
    .query(
      `UPDATE gateway.sessions SET password_at = now() - interval '2 hours', seen_at = now() - interval '2 days' WHERE own_device`,
    )

it('a phone of its own stays signed in, and asks for the password before a setting is changed', async () => {
  const { page, context, complaints } = await visitor(phoneSize)
  await page.goto('/login')
  await page.getByLabel('This is my own device').check()
  expect(await axeFindings(page)).toEqual([])
  await signIn(page)
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  const days = ((await context.cookies()).find((it) => it.name === 'sid')?.expires ?? 0) - Date.now() / 1_000
  expect(Math.round(days / 86_400)).toBe(30)

  await passwordsGrowOld()
  await page.goto('/account')
  await page.getByText('Own device, 30 days').waitFor()
  await page.goto('/settings/business')
  const tagline = page.getByLabel('Tagline')
  await tagline.fill('Done right')
  const save = page.locator('main form').first().getByRole('button', { name: 'Save' })
  await save.click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  const entered = question.getByLabel('Password', { exact: true })
  await entered.fill('not this one')
  expect(await axeFindings(page)).toEqual([])
  await question.getByRole('button', { name: 'Go on' }).click()
  await question.getByText('This is not your password.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  // nothing was changed, and what was typed stands
  await question.waitFor({ state: 'hidden' })
  expect(await page.locator('[data-toasts]').getByText('password').count()).toBe(0)
  expect(await tagline.inputValue()).toBe('Done right')
  await save.click()
  await entered.fill(password)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  await notice(page, 'The business is described.').waitFor()
  await page.reload()
  await expect.poll(() => tagline.inputValue()).toBe('Done right')
  expect(complaints.filter((it) => !it.includes('403') && !it.includes('400'))).toEqual([])
  await context.close()
})

it('the question for the password leaves with the page it was asked on, and nothing is sent', async () => {
  const person = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '919 555 0101' }
  const { id: customerId } = await client.create('/api/customers', person)
  const { id } = await client.create('/api/invoices', { customerId, description: 'Doors', amount: '100' })
  const { page, context } = await visitor(phoneSize)
  await page.goto('/login')
  await page.getByLabel('This is my own device').check()
  await signIn(page)
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  await passwordsGrowOld()
  await page.goto('/invoices')
  const invoice = page.getByRole('article', { name: `Invoice #${id}`, exact: true })
  await invoice.getByText('View Details').click()
  await page.waitForURL(`**/invoices?invoice=${id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Process Payment' }).click()
  await page.getByRole('button', { name: 'Record payment' }).click()
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await question.waitFor()
  await page.goBack()
  await page.waitForURL('**/invoices')
  await question.waitFor({ state: 'hidden' })
  await invoice.getByRole('button', { name: 'Process Payment' }).waitFor()
  expect(await page.locator('[data-toasts]').getByText('password').count()).toBe(0)
  expect(await client.read(`/api/invoices/${id}`)).toMatchObject({ balance: '100.00', payments: [] })
  await context.close()
})
