import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { settled } from './browser.ts'
import { useOffice } from './office.ts'

const office = useOffice({ DEMO_DATA: 'on' })

// with the demonstration's year of work in them
const paths = [
  '/dashboard',
  '/crm',
  '/crm?tab=leads',
  '/customers',
  '/customers?customer=1',
  '/customers/new',
  '/customers/1/appointments',
  '/customers/1/invoices',
  '/scheduler',
  '/appointments',
  '/appointments/new',
  '/appointments/20',
  '/appointments/20/edit',
  '/invoices',
  '/invoices?invoice=5',
  '/invoices/new',
  '/messages',
  '/messages?customer=1',
  '/account',
  '/nothing/here',
]

describe.each([
  ['light', 1440],
  ['dark', 375],
] as const)('in the %s theme, %i px wide', (colorScheme, width) => {
  let context: BrowserContext
  beforeAll(async () => {
    context = (await office.signedIn({ colorScheme, viewport: { width, height: 800 } })).context
  })
  afterAll(() => context.close())

  it.each(paths)('%s has nothing axe finds, and nothing wider than the screen', async (path) => {
    const page = await context.newPage()
    await page.goto(path)
    await settled(page)
    expect(await axeFindings(page)).toEqual([])
    const overflow = () => document.documentElement.scrollWidth - window.innerWidth
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
    await page.close()
  })
})

it('a page whose words cannot be read would be noticed', async () => {
  const { page, context } = await office.visitor()
  await page.goto('/login')
  await page.getByText('Sign in to your account').waitFor()
  await page.evaluate(() => {
    const words = document.createElement('p')
    words.textContent = 'Hardly there'
    Object.assign(words.style, { color: '#ddd', background: '#fff' })
    document.querySelector('main')?.append(words)
  })
  expect((await axeFindings(page)).join()).toContain('color-contrast')
  await context.close()
})
