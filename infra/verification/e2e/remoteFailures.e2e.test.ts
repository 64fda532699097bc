import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { openStore, parseManifest, publish, Release } from '@plumbline/gateway/releases'
import { startS3 } from '@plumbline/platform/testing'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Watched } from './browser.ts'
import { useOffice } from './office.ts'
import { cleanEnv } from './product.ts'

const root = resolve(import.meta.dirname, '../../..')
/** Where the remotes are published to, in place of a bucket at Amazon. */
let s3: Awaited<ReturnType<typeof startS3>>
let bucket: Record<string, string>

beforeAll(async () => {
  s3 = await startS3()
  const { endpoint, region, accessKeyId, secretAccessKey } = s3.location
  bucket = {
    REMOTES_STORE: 's3://remotes/team',
    S3_ENDPOINT: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  }
})
afterAll(() => s3?.stop())
const { dataDir, signedIn } = useOffice(() => ({ DEMO_DATA: 'off', LOG_LEVEL: 'error', ...bucket }))
beforeAll(async () => {
  for (const name of ['crm', 'billing', 'messaging']) await publishBuilt(name)
})

/** Brings what was built here to the bucket, under a name that only the bucket has. */
async function publishBuilt(name: string): Promise<void> {
  const folder = join(root, `mfe-${name}`)
  const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const here = Release.parse(json('dist/release.json'))
  const release = { ...here, build: `${here.build}-bucket` }
  const { build } = release
  const manifest = parseManifest(json('mfe.json'), 'mfe.json')
  const store = openStore({ ...s3.location, prefix: 'team/' })
  await store.upload(name, build, join(folder, 'dist', here.build))
  const added = { build, manifest, release, at: new Date().toISOString(), by: 'ann' }
  await store.change((remotes) => publish(remotes, added), { by: 'ann', what: `publish ${name} ${build}` })
}

const command = async (...args: string[]) =>
  (
    await promisify(execFile)(process.execPath, [join(root, 'infra/cli/mfe/main.ts'), ...args], {
      env: { ...cleanEnv(), DATA_DIR: dataDir, ...bucket },
    })
  ).stdout

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first()
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })
const unreachable = (page: Page, title: string) => page.getByText(`${title} can't be loaded right now`)
const violations = ({ complaints }: Watched) => complaints.filter((it) => it.startsWith('policy'))

/** Changes a file in the bucket, in the only form that is left of it. */
function tamper(remote: string, isIt: (file: string, text: string) => boolean): void {
  const files = [...s3.objects].filter(
    ([key, bytes]) => key.startsWith(`team/${remote}/`) && key.endsWith('.js') && isIt(key, String(bytes)),
  )
  expect(files).toHaveLength(1)
  for (const [key, bytes] of files) {
    s3.objects.set(key, Buffer.from(`window.tampered = true;${bytes}`))
    for (const twin of ['.br', '.gz']) s3.objects.delete(key + twin)
  }
}

it('runs no chunk and no entry that was tampered with; the other pages go on', async () => {
  tamper('crm', (_file, text) => text.includes('Customer Relationship Management'))
  tamper('messaging', (file) => /\/remoteEntry\.\w+\.js$/.test(file))
  const watched = await signedIn()
  const { page } = watched
  await page.goto('/crm')
  await unreachable(page, 'CRM').waitFor()
  await link(page, 'Messages').click()
  await unreachable(page, 'Messaging').waitFor()
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false)
  // what was not touched of the same remote runs
  await link(page, 'Customers').click()
  await heading(page, 'Customers').waitFor()
  await link(page, 'Invoices').click()
  await heading(page, 'Invoices').waitFor()
  expect(violations(watched)).toEqual([])
  await watched.context.close()
})

it.each([
  ['manifest', '**/remotes/billing/*/mf-manifest.json'],
  ['chunk', '**/remotes/billing/*/js/**'],
])(
  'says in place, in bounded time, that a %s does not come; the rest lives on, a retry needs no reload',
  async (_what, hung) => {
    const watched = await signedIn()
    const { page, context } = watched
    await page.route(hung, () => new Promise(() => {}))
    await page.goto('/scheduler')
    await heading(page, 'Scheduler').waitFor()
    // a user who does not wait gets the page of the next press
    await link(page, 'Invoices').click()
    await link(page, 'Customers').click()
    await heading(page, 'Customers').waitFor()
    const began = performance.now()
    await link(page, 'Invoices').click()
    await unreachable(page, 'Billing').waitFor()
    // five seconds for the manifest, ten for a chunk, and a loaded machine
    expect(performance.now() - began).toBeLessThan(20_000)
    await page.unroute(hung)
    await retry(page).click()
    await heading(page, 'Invoices').waitFor()
    expect(violations(watched)).toEqual([])
    await context.close()
  },
)

it.each([
  ['a page of a remote', '/customers', '**/api/customers*', 'Customers'],
  ['the dashboard', '/dashboard', '**/api/activity*', 'Business Dashboard'],
])('renders anew after a render error whose cause is gone: %s', async (_what, path, broken, title) => {
  const { page, context } = await signedIn()
  await page.route(broken, (route) => route.fulfill({ json: [null] }))
  await page.goto(path)
  await page.getByText('This page could not be shown').waitFor()
  // the cause is still there: what was asked for again has come, and the page fails on it
  await Promise.all([page.waitForResponse(broken), retry(page).click()])
  await page.getByText('This page could not be shown').waitFor()
  await page.unroute(broken)
  await retry(page).click()
  await heading(page, title).waitFor()
  expect(await page.getByText('This page could not be shown').count()).toBe(0)
  await context.close()
})

it('goes on with what it read while the store does not answer, and takes up what is new once it does', async () => {
  const open = await signedIn()
  await open.page.goto('/invoices')
  await heading(open.page, 'Invoices').waitFor()
  s3.behaviour.silent = true
  // the open tab, and one that comes now
  await link(open.page, 'Scheduler').click()
  await heading(open.page, 'Scheduler').waitFor()
  await link(open.page, 'Invoices').click()
  await heading(open.page, 'Invoices').waitFor()
  const fresh = await signedIn()
  await fresh.page.goto('/invoices')
  await heading(fresh.page, 'Invoices').waitFor()
  await expect(command('list')).rejects.toThrow('s3://remotes/team/ cannot be reached')
  s3.behaviour.silent = false
  const { id } = await (await fresh.page.request.get('/api/auth/user')).json()
  await command('pin', 'billing', String(id), 'none')
  expect(await command('history')).toContain(`pin billing ${id} none`)
  await fresh.page.reload()
  await heading(fresh.page, 'Invoices').waitFor()
  for (const watched of [open, fresh]) {
    expect(violations(watched)).toEqual([])
    await watched.context.close()
  }
})
