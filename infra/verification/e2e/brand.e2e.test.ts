import { testPng } from '@plumbline/platform/testing'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { notice } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'off' })
const { client, open, visitor } = office

const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100" onload="alert(1)">
  <script>alert(1)</script><rect width="300" height="100" rx="20" fill="#1f4ea8"/></svg>`
const files = {
  svg: { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) },
  page: { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') },
  photo: (blue: number) => ({
    name: 'porch.png',
    mimeType: 'image/png',
    // noise, as heavy as a photo can be
    buffer: testPng(1700, 1300, (x, y) => [(x * y * 31) % 256, (x * x + y * 7) % 256, blue, 255]),
  }),
}
const form = (page: Page) => page.getByRole('form', { name: 'Logo and color' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' }).click()
const landing = async () => (await fetch(office.url)).text()
const accentOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())
const isDrawn = (page: Page, selector: string) =>
  page.locator(selector).evaluate((it) => (it as HTMLImageElement).naturalWidth)

it.each([375, 1440])(
  'at %i px a logo and a color are set, are on every page, and are taken back',
  async (width) => {
    const page = await open('/settings/business', { viewport: { width, height: 900 } })
    const before = await landing()
    await form(page).getByLabel('Logo').setInputFiles(files.page)
    await form(page)
      .getByText('This file is no picture that can be shown. Please choose another one')
      .waitFor()
    await form(page).getByLabel('Logo').setInputFiles(files.svg)
    await form(page).getByRole('img', { name: 'The logo on a dark page' }).waitFor()
    await form(page).getByLabel('Color', { exact: true }).fill('#ffd400')
    await save(page)
    await form(page)
      .getByText(/^Too light to be read: its contrast is 1\.3:1 and must be 4\.5:1/)
      .waitFor()
    await form(page)
      .getByRole('button', { name: /^Use #/ })
      .click()
    await expect
      .poll(() =>
        form(page)
          .getByText(/^Too light/)
          .count(),
      )
      .toBe(0)
    await form(page).getByLabel('Color', { exact: true }).fill('#1F4EA8')
    expect(await axeFindings(page)).toEqual([])
    await save(page)
    await notice(page, /^Logo and color are set\./).waitFor()
    await form(page)
      .getByText(/^Changed .* by owner$/)
      .waitFor()

    await page.reload()
    await form(page).waitFor()
    expect(await accentOf(page)).toBe('#1f4ea8')
    await expect.poll(() => isDrawn(page, 'header img')).toBe(512)
    expect(await axeFindings(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    // without the colors in between
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await accentOf(page)).not.toBe('#1f4ea8')
    expect(await axeFindings(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })

    for (const colorScheme of ['light', 'dark'] as const) {
      const {
        page: public_,
        context,
        complaints,
      } = await visitor({ viewport: { width, height: 900 }, colorScheme })
      await public_.goto('/')
      await expect.poll(() => isDrawn(public_, '.brand img')).toBe(512)
      expect((await accentOf(public_)) === '#1f4ea8').toBe(colorScheme === 'light')
      expect(await axeFindings(public_)).toEqual([])
      expect(complaints).toEqual([])
      await context.close()
    }

    await form(page).getByRole('button', { name: 'Remove the logo' }).click()
    await form(page).getByLabel('Color', { exact: true }).fill('')
    await save(page)
    await notice(page, /^Logo and color are set\./).waitFor()
    const plain = (text: string) => text.replace(/name="key" value="[^"]*"/, '')
    await expect.poll(async () => plain(await landing())).toBe(plain(before))
  },
)

it('nothing is saved without the logo that is still being stored', async () => {
  const page = await open('/settings/business')
  const arrived = Promise.withResolvers<void>()
  await page.route('**/api/business/pictures', async (route) => {
    await arrived.promise
    await route.continue()
  })
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/business/brand')) saves.push(request.postData() ?? '')
  })
  await form(page).getByLabel('Logo').setInputFiles(files.svg)
  await form(page).locator('[type=file][aria-busy=true]').waitFor()
  await form(page).getByLabel('Color', { exact: true }).fill('#1f4ea8')
  await form(page).getByLabel('Color', { exact: true }).press('Enter')
  arrived.resolve()
  await form(page).getByRole('img', { name: 'The logo on a light page' }).waitFor()
  expect(saves).toEqual([])
  await save(page)
  await notice(page, /^Logo and color are set\./).waitFor()
  expect(saves).toHaveLength(1)
  expect((await client.read('/api/business')).brand).toMatchObject({
    logo: { hash: expect.any(String) },
    color: '#1f4ea8',
  })
  await client.send('PATCH', '/api/business/brand', { logo: null, color: null })
})

it('an issued invoice is shown, printed and sent with the logo and the color of its issue', async () => {
  const data = testPng(90, 30).toString('base64')
  const { text } = await client.send('POST', '/api/business/pictures', { use: 'logo', data })
  const { hash } = JSON.parse(text)
  await client.send('PATCH', '/api/business/brand', { logo: hash, color: '#1f4ea8' })
  const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '919 555 0101' }
  const { id: customerId } = await client.create('/api/customers', ann)
  const { id } = await client.create('/api/invoices', { customerId, description: 'New tap', amount: '75' })
  await client.send('PATCH', '/api/business/brand', { logo: null, color: null })

  const page = await open(`/invoices?invoice=${id}`)
  await page.getByRole('button', { name: 'Close' }).first().waitFor()
  await page.emulateMedia({ media: 'print' })
  const logo = page.locator(`header img[src="/api/business/logos/${hash}"]`)
  await logo.waitFor()
  // it has its size once it is loaded
  await expect.poll(() => logo.evaluate((it) => (it as HTMLImageElement).naturalWidth)).toBe(90)
  expect(await logo.locator('..').evaluate((it) => getComputedStyle(it).borderBottomColor)).toBe(
    'rgb(31, 78, 168)',
  )
  const pdf = await page.request.get(`/api/invoices/${id}/pdf`)
  const body = await pdf.body()
  expect(body.toString('latin1')).toContain('/Subtype /Image')
  expect(body.length).toBeLessThan(100_000)
})

it('a logo of a later day is planned, and withdrawn', async () => {
  const page = await open('/settings/business')
  await form(page).getByLabel('Logo').setInputFiles(files.svg)
  await form(page).getByRole('img', { name: 'The logo on a light page' }).waitFor()
  await form(page).getByLabel('Holds from').fill('2099-01-01')
  await save(page)
  await page.getByText('From Thursday, January 1, 2099: Another logo').waitFor()
  expect((await client.read('/api/business')).brand.logo).toBeNull()
  await page.getByRole('button', { name: 'Withdraw what is planned from Thursday, January 1, 2099' }).click()
  await notice(page, 'The plan is withdrawn.').waitFor()
})

it('photos are chosen, described and put in order, and the public page loads them when they are near', async () => {
  const page = await open('/settings/landing')
  expect(await landing()).not.toContain('Finished Work')
  for (const [alt, blue] of [
    ['A new porch', 40],
    ['A bathroom', 200],
  ] as const) {
    await page.getByRole('button', { name: 'Add photo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add photo' })
    await dialog.getByLabel('Photo').setInputFiles(files.photo(blue))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Please say what the photo shows').waitFor()
    await dialog.getByLabel('What it shows').fill(alt)
    await expect.poll(() => dialog.locator('img').count()).toBe(1)
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await notice(page, 'The photo is on the public page.').waitFor()
  }
  await page.getByRole('button', { name: 'Move A bathroom up' }).click()
  await notice(page, 'The order is set.').waitFor()
  expect(await axeFindings(page)).toEqual([])

  for (const width of [320, 375, 1440]) {
    const { page: public_, context, complaints } = await visitor({ viewport: { width, height: 700 } })
    const loaded: string[] = []
    public_.on('response', (it) => it.url().includes('/photos/') && loaded.push(it.url()))
    await public_.goto('/')
    const pictures = public_.locator('.photos img')
    expect(await pictures.evaluateAll((all) => all.map((it) => (it as HTMLImageElement).alt))).toEqual([
      'A bathroom',
      'A new porch',
    ])
    const { height } = (await pictures.first().boundingBox()) ?? {}
    await pictures.last().scrollIntoViewIfNeeded()
    await expect.poll(() => loaded.length).toBe(2)
    await expect.poll(() => pictures.first().evaluate((it) => (it as HTMLImageElement).complete)).toBe(true)
    expect((await pictures.first().boundingBox())?.height).toBe(height)
    expect(await axeFindings(public_)).toEqual([])
    expect(await public_.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    expect(complaints).toEqual([])
    await context.close()
  }
  const { photos } = (await client.read('/api/business')).landing
  for (const { hash } of photos) {
    const answer = await fetch(`${office.url}/api/business/photos/${hash}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(300_000)
  }

  await page.getByRole('button', { name: 'Remove A bathroom' }).click()
  await notice(page, 'The photo is removed.').waitFor()
  await page.getByRole('button', { name: 'Remove A new porch' }).click()
  await expect.poll(landing).not.toContain('Finished Work')
})
