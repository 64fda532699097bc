import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'on' })
const { client, open, visitor } = office
const title = 'Start with an empty book'
const rosa = {
  firstName: 'Rosa',
  lastName: 'Lindqvist',
  email: 'rosa@customer.test',
  phone: '(919) 444-0101',
}
const paths = ['/dashboard', '/customers', '/appointments', '/invoices', '/messages', '/account']

it('demonstration data are called that in one line of every page, on the narrowest phone and in the dark', async () => {
  const page = await open('/dashboard', { viewport: { width: 320, height: 700 }, colorScheme: 'dark' })
  for (const path of paths) {
    await page.goto(path)
    const banner = page.getByText('Demonstration data', { exact: true }).locator('..')
    const press = banner.getByRole('button', { name: title })
    const [pressed, line] = await Promise.all([press.boundingBox(), banner.boundingBox()])
    expect(line?.height, path).toBeLessThanOrEqual(32)
    expect((pressed?.x ?? 0) + (pressed?.width ?? 0), path).toBeLessThanOrEqual(320)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320)
  }
  const { page: landing, context } = await visitor()
  await landing.goto('/')
  expect(await landing.content()).not.toMatch(/demonstration/i)
  await context.close()
})

it('the calendar ends with the window below that line', async () => {
  const page = await open('/scheduler?view=calendar&cal=week', { viewport: { width: 1440, height: 900 } })
  await page.locator('[data-day]').first().waitFor()
  await page.getByText('Demonstration data', { exact: true }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900)
})

it('what was tried out is listed, and goes with the demonstration only if that is ticked', async () => {
  const [carla] = await client.read('/api/customers?q=Carla')
  await client.create('/api/appointments', {
    ...{
      customerId: carla.id,
      title: 'General Repairs',
      scheduledDate: '2030-01-10T15:00:00Z',
      duration: 60,
    },
  })
  const page = await open('/dashboard')
  await page.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('menuitem', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByText('1 appointment').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  // the card of the first steps leads there as well
  await page.getByRole('region', { name: 'Make it yours' }).getByRole('button', { name: title }).click()
  await dialog.getByText('1 appointment').waitFor()
})

it('a press and the name of the business leave an empty book in every open window, without a restart', async () => {
  const [page, other] = [await open('/customers'), await open('/appointments')]
  await page.getByText('Philippa Grange').first().waitFor()
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Name of the business').fill('Another business')
  await dialog.getByLabel('Remove these, too').check()
  await dialog.getByRole('button', { name: 'Remove demonstration data' }).click()
  await dialog.getByText('Please type the name of the business: Plumbline Home Services').waitFor()
  await dialog.getByLabel('Name of the business').fill('plumbline home services')
  await dialog.getByRole('button', { name: 'Remove demonstration data' }).click()
  await notice(page, 'The book is empty. Users and settings are as they were.').waitFor()
  await page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
  for (const window of [page, other])
    await expect.poll(() => window.getByText('Demonstration data', { exact: true }).count()).toBe(0)
  await expect.poll(() => other.getByText(/No appointments/).count()).toBeGreaterThan(0)
  for (const path of ['/api/customers', '/api/leads', '/api/appointments', '/api/invoices', '/api/messages'])
    expect(await client.read(path), path).toEqual([])
  expect(await client.read('/api/demonstration')).toEqual({ present: false, own: [], ownWork: [] })

  // web and worker go on: what is made now is found, and in the read models of others
  const customer = await client.create('/api/customers', rosa)
  await client.create('/api/appointments', {
    ...{
      customerId: customer.id,
      title: 'General Repairs',
      scheduledDate: '2030-01-10T15:00:00Z',
      duration: 60,
    },
  })
  await page.goto('/customers')
  await page.getByText('Rosa Lindqvist').first().waitFor()
  await other.getByText('Rosa Lindqvist').first().waitFor()
  await office.close(page, '400 (Bad Request)')
})

it('operators are told that there is nothing left to remove', async () => {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['run', '-s', 'ops', '--', 'demo', 'remove', '--name', 'Plumbline Home Services'],
    {
      env: { ...process.env, DATA_DIR: office.dataDir },
    },
  )
  expect(stdout).toContain('There are no demonstration data.')
})
