import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { publishedArchive, unpack } from '../../cli/mfe/keep.ts'
import type { Watched } from './browser.ts'
import { useOffice } from './office.ts'

const { dataDir, signedIn } = useOffice(async () => {
  await unpack(publishedArchive, store)
  return { DEMO_DATA: 'off', LOG_LEVEL: 'error', REMOTES_STORE: store }
})
const store = join(dataDir, 'published')
let watched: Watched

/** The newest revision of the registry. */
const registryFile = () =>
  join(store, 'registry', readdirSync(join(store, 'registry')).sort().at(-1) as string)
const registry = () => JSON.parse(readFileSync(registryFile(), 'utf8'))

beforeAll(async () => {
  watched = await signedIn()
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
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  const builds = new Set(files.flatMap((file) => /^\/remotes\/\w+\/\w+\//.exec(file) ?? []))
  expect([...builds]).toContain(`/remotes/${name}/${registry().remotes[name].current}/`)
  expect(complaints).toEqual([])
})

it('this shell shows what they lend to its dashboard', async () => {
  const { page, complaints } = watched
  await page.goto('/dashboard')
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
  // a gateway asks the store once a second
  await expect.poll(async () => (await page.request.get('/messages')).text()).toContain('"contract":99')
  await page.goto('/messages')
  await page.getByText('This page was made for another version of the back-office').waitFor()
})
