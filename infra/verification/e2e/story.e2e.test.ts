import { createTestDatabase } from '@plumbline/platform/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { closeProfiles, openPage, useBrowser } from './browser.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

let browser: Browser
beforeAll(async () => {
  browser = await useBrowser()
})
afterAll(closeProfiles)

const settings = { OWNER_PASSWORD: 'correct horse', RATE_LIMIT_SCALE: '100' }
const stores: Record<string, () => Promise<{ env: Record<string, string>; drop: () => Promise<void> }>> = {
  'the embedded default': async () => ({ env: {}, drop: async () => {} }),
  'a given Postgres and Redis': async () => {
    const database = await createTestDatabase()
    return {
      env: { DATABASE_URL: database.url, REDIS_URL: `${inject('redisUrl')}/1`, DEMO_DATA: 'on' },
      drop: database.drop,
    }
  },
}

describe.each(Object.keys(stores))('on %s', (name) => {
  const dataDir = throwawayDataDir()
  let product: Product
  let drop: () => Promise<void>

  beforeAll(async () => {
    const store = await (stores[name] as () => ReturnType<(typeof stores)[string]>)()
    drop = store.drop
    product = await startProduct(dataDir, { ...settings, ...store.env })
  })
  afterAll(async () => {
    await product?.stop()
    await drop?.()
    await removeDataDir(dataDir)
  })

  it("a visitor's estimate request reaches the owner's screen", async () => {
    const visitor = await openPage(browser)
    await visitor.page.goto(product.url)
    await visitor.page.getByRole('button', { name: 'Get Free Estimate' }).first().click()
    const dialog = visitor.page.getByRole('dialog')
    await dialog.getByLabel('First name').fill('Zora')
    await dialog.getByLabel('Last name').fill('Neale')
    await dialog.getByLabel('Email').fill('zora@example.test')
    await dialog.getByLabel('Phone').fill('(919) 555-0100')
    await dialog.getByLabel(/Service/).selectOption('painting')
    await dialog.getByLabel(/description/i).fill('Kitchen cabinets, 14 doors')
    await dialog.getByRole('button', { name: 'Get Free Estimate' }).click()
    await visitor.page.getByText('Your request has been submitted. We will be in touch shortly.').waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(visitor.complaints).toEqual([])

    const owner = await openPage(browser)
    await owner.page.goto(`${product.url}/crm?tab=leads`)
    await owner.page.getByLabel('Username').fill('owner')
    await owner.page.getByLabel('Password').fill('correct horse')
    await owner.page.getByRole('button', { name: 'Sign In' }).click()
    await owner.page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    await owner.page.getByRole('link', { name: 'CRM', exact: true }).click()
    await owner.page.getByRole('heading', { name: 'Customer Relationship Management' }).waitFor()
    await owner.page.getByRole('tab', { name: /^Leads \(\d+\)$/ }).click()
    const first = owner.page.getByRole('row').nth(1)
    await expect.poll(() => first.textContent()).toMatch(/Zora Neale[\s\S]*Painting & Finishing/)
    expect(owner.complaints).toEqual([])

    await expect.poll(() => product.output()).toContain('New estimate request from Zora Neale')
    await visitor.context.close()
    await owner.context.close()
  })
})
