import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

/** Publishes a build with other code, as one that its team built from it; answers its name. */
async function publishChanged(name: string, change: (code: string) => string): Promise<string> {
  const folder = join(root, `mfe-${name}`, 'dist')
  const here = Release.parse(JSON.parse(readFileSync(join(folder, 'release.json'), 'utf8')))
  const build = `${here.build}-changed`
  const temporary = mkdtempSync(join(tmpdir(), 'plumbline-changed-'))
  const changed = join(temporary, build)
  cpSync(join(folder, here.build), changed, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  const hashOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
  const entry = here.preload[0] as string
  let entryCode = readFileSync(join(changed, entry), 'utf8')
  for (const file of readdirSync(join(changed, 'js'))) {
    const before = readFileSync(join(changed, 'js', file), 'utf8')
    const after = change(before)
    entryCode = entryCode.replaceAll(hashOf(before), hashOf(after))
    writeFileSync(join(changed, 'js', file), after)
  }
  writeFileSync(join(changed, entry), entryCode)
  const release = { ...here, build, integrity: { ...here.integrity, [entry]: hashOf(entryCode) } }
  await publishRelease(name, release, changed)
  rmSync(temporary, { recursive: true })
  return build
}

/** Brings what was built here to the bucket, under a name that only the bucket has. */
async function publishBuilt(name: string): Promise<void> {
  const folder = join(root, `mfe-${name}`)
  const here = Release.parse(JSON.parse(readFileSync(join(folder, 'dist/release.json'), 'utf8')))
  const release = { ...here, build: `${here.build}-bucket` }
  await publishRelease(name, release, join(folder, 'dist', here.build))
}

async function publishRelease(name: string, release: Release, files: string): Promise<void> {
  const { build } = release
  const file = join(root, `mfe-${name}`, 'mfe.json')
  const manifest = parseManifest(JSON.parse(readFileSync(file, 'utf8')), 'mfe.json')
  const store = openStore({ ...s3.location, prefix: 'team/' })
  await store.upload(name, build, files)
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

it('says that code which throws as it is loaded does not work, and offers no other try', async () => {
  const release = await publishChanged('billing', (text) =>
    text.includes('Outstanding')
      ? text.replaceAll(/(\d+\((?:\w+,)*\w+\)\{)/g, '$1throw Error("as planned");')
      : text,
  )
  const watched = await signedIn()
  const { page, context } = watched
  // the gateway asks the store once a second
  await expect.poll(async () => (await page.request.get('/invoices')).text()).toContain(release)
  const reported = page.waitForRequest(/\/api\/remotes\/billing\/failures$/)
  await page.goto('/invoices')
  await page.getByText("Billing doesn't work right now").waitFor()
  expect((await reported).postDataJSON()).toEqual({ build: release, reason: 'as planned' })
  expect(await retry(page).count()).toBe(0)
  await link(page, 'Customers').click()
  await heading(page, 'Customers').waitFor()
  await context.close()
  await command('rollback', 'billing', '--reason', 'as planned')
})

it('loads the page again when a part of it did not come', async () => {
  const { page, context } = await signedIn()
  await page.goto('/scheduler')
  await heading(page, 'Scheduler').waitFor()
  await page.route('**/remotes/scheduling/*/js/**', (route) => route.abort())
  await page.getByRole('tab', { name: 'Calendar' }).click()
  await page.getByText("This page can't be loaded right now").waitFor()
  await page.unroute('**/remotes/scheduling/*/js/**')
  await retry(page).click()
  await page.getByLabel('View', { exact: true }).waitFor()
  await context.close()
})

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
