import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishedArchive, unpack } from '../../cli/mfe/keep.ts'
import { launchBrowser, openPage, type Watched } from './browser.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

const password = 'correct horse battery'
const dataDir = throwawayDataDir()
const store = join(dataDir, 'published')
let browser: Browser
let product: Product
let watched: Watched

/** The newest revision of the registry. */
const registryFile = () =>
  join(store, 'registry', readdirSync(join(store, 'registry')).sort().at(-1) as string)
const registry = () => JSON.parse(readFileSync(registryFile(), 'utf8'))

beforeAll(async () => {
  await unpack(publishedArchive, store)
  const env = {
    OWNER_PASSWORD: password,
    RATE_LIMIT_SCALE: '100',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'error',
    REMOTES_STORE: store,
  }
  ;[browser, product] = await Promise.all([launchBrowser(), startProduct(dataDir, env)])
  watched = await openPage(browser)
  await watched.page.request.post(`${product.url}/api/login`, { data: { username: 'owner', password } })
})
afterAll(async () => {
  await browser.close()
  await product.stop()
  await removeDataDir(dataDir)
})

const pages: [remote: string, path: string, heading: string][] = [
  ['crm', '/crm', 'Customer Relationship Management'],
  ['crm', '/customers', 'Customers'],
  ['crm', '/customers/new', 'New Customer'],
  ['scheduling', '/scheduler', 'Scheduler'],
  ['scheduling', '/appointments', 'Appointments'],
  ['scheduling', '/appointments/new', 'New Appointment'],
  ['billing', '/invoices', 'Invoices'],
  ['billing', '/invoices/new', 'New Invoice'],
  ['messaging', '/messages', 'Customer Communications'],
]

it('of every remote there is a build that was published, and its pages are looked at', () => {
  const here = readdirSync(join(import.meta.dirname, '../../..'))
  const names = here.filter((it) => it.startsWith('mfe-')).map((it) => it.slice(4))
  expect(Object.keys(registry().remotes).sort()).toEqual(names)
  expect([...new Set(pages.map(([name]) => name))].sort()).toEqual(names)
})

it.each(pages)('this shell shows %s as it was published: %s', async (name, path, heading) => {
  const { page, complaints } = watched
  const files: string[] = []
  page.on('request', (request) => files.push(new URL(request.url()).pathname))
  await page.goto(product.url + path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  const builds = new Set(files.flatMap((file) => /^\/remotes\/\w+\/\w+\//.exec(file) ?? []))
  expect([...builds]).toContain(`/remotes/${name}/${registry().remotes[name].current}/`)
  expect(complaints).toEqual([])
})

it('this shell shows what they lend to its dashboard', async () => {
  const { page, complaints } = watched
  await page.goto(`${product.url}/dashboard`)
  await page.getByRole('heading', { level: 1, name: 'Business Dashboard' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await page.getByText("can't be shown right now").count()).toBe(0)
  expect(complaints).toEqual([])
})

it('one that was made for a contract this shell does not have is not run, and that is said', async () => {
  const newest = registry()
  newest.revision++
  newest.remotes.messaging.published[0].manifest.contract = 99
  const file = join(store, 'registry', `${String(newest.revision).padStart(8, '0')}.json`)
  writeFileSync(file, JSON.stringify(newest))
  const { page } = watched
  await page.goto(`${product.url}/messages`)
  await page.getByText('This page was made for another version of the back-office').waitFor()
})
