import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../processes/postgres/port.ts'
import { closeProfiles, openPage, useBrowser, type Watched } from '../e2e/browser.ts'
import { cleanEnv, removeDataDir, throwawayDataDir } from '../e2e/product.ts'
import { copyRepository } from '../upgrade/nextRelease.ts'

type Developing = { stop: () => Promise<void> }

/** `npm run dev -- …` in a copy; waits until its output has each of the words. */
async function develop(
  copy: string,
  args: string[],
  { env, until }: { env: Record<string, string>; until: string[] },
): Promise<Developing> {
  const child: ChildProcess = spawn(process.execPath, [join(copy, 'infra/tooling/dev/main.ts'), ...args], {
    cwd: copy,
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  let output = ''
  await new Promise<void>((ready, no) => {
    const read = (chunk: Buffer) => {
      output += chunk
      if (until.every((words) => output.includes(words))) ready()
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void exited.then(() => no(new Error(`It stopped:\n${output}`)))
  })
  return {
    stop: async () => {
      child.kill('SIGINT')
      await exited
    },
  }
}

const password = 'correct horse battery'
const dataDir = throwawayDataDir()
let browser: Browser
let copy: string
let developing: Developing
let shell: string
/** Where the remotes are served that are worked on. */
let crm: string
let billing: string

beforeAll(async () => {
  const ports = await Promise.all(Array.from({ length: 4 }, freePort))
  const [product, gallery, first, second] = ports.map(String) as [string, string, string, string]
  shell = `http://localhost:${product}`
  crm = `http://localhost:${first}`
  billing = `http://localhost:${second}`
  copy = await copyRepository()
  const env = {
    PORT: product,
    GALLERY_PORT: gallery,
    DATA_DIR: dataDir,
    OWNER_PASSWORD: password,
    RATE_LIMIT_SCALE: '100',
    DEMO_DATA: 'off',
    LOG_LEVEL: 'error',
    REMOTE_OVERRIDES: billing,
  }
  ;[browser, developing] = await Promise.all([
    useBrowser(),
    develop(copy, ['crm', '--port', first], { env, until: ['crm in the shell', 'Ready at'] }),
  ])
})
afterAll(async () => {
  await closeProfiles()
  await developing.stop()
  await removeDataDir(dataDir)
  rmSync(copy, { recursive: true, force: true })
})

async function signedIn(): Promise<Watched> {
  const opened = await openPage(browser)
  await opened.page.request.post(`${shell}/api/login`, { data: { username: 'owner', password } })
  return opened
}

/** Saves as editors do: the file is empty before it is full, here for longer than a compiler would wait by itself. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = readFileSync(join(copy, file), 'utf8')
  expect(text).toContain(from)
  writeFileSync(join(copy, file), '')
  await setTimeout(20)
  writeFileSync(join(copy, file), text.replaceAll(from, to))
}

const overridden = (path: string, name: string, at: string) =>
  `${shell}${path}?mfe.${name}=${at}/mf-manifest.json`
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const badge = (page: Page) => page.getByRole('complementary', { name: 'Development overrides' })

/** Lost when the page is loaded again. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window)

/** Opens the form to add a customer, types into it, and has its title changed. */
async function typeAndRetitle(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Customer' }).first().click()
  await page.getByRole('dialog', { name: from }).getByLabel('First name').fill('Half-typed')
  await mark(page)
  await edit('mfe-crm/src/customers/CustomerDialog.tsx', from, to)
}

it('shows a change in the shell without a reload, and keeps what was typed', async () => {
  const { page, context, complaints } = await signedIn()
  await page.goto(overridden('/crm', 'crm', crm))
  await heading(page, 'Customer Relationship Management').waitFor()
  await badge(page)
    .getByText(`crm from ${new URL(crm).host}`)
    .waitFor()
  expect(page.url()).toBe(`${shell}/crm`)
  await typeAndRetitle(page, 'Add New Customer', 'Somebody new')
  const form = page.getByRole('dialog', { name: 'Somebody new' })
  await form.waitFor()
  expect(await form.getByLabel('First name').inputValue()).toBe('Half-typed')
  expect(await isMarked(page)).toBe(true)
  expect(complaints).toEqual([])
  await context.close()
})

it('is for one tab, until it is dropped', async () => {
  const { page, context, complaints } = await signedIn()
  const loaded = new Set<string>()
  context.on('request', (request) => loaded.add(new URL(request.url()).origin))
  await page.goto(overridden('/crm', 'crm', crm))
  await badge(page).waitFor()
  await page.goto(`${shell}/customers`)
  await heading(page, 'Customers').waitFor()
  await badge(page).waitFor()
  expect(loaded).toContain(crm)
  loaded.clear()
  const other = await context.newPage()
  await other.goto(`${shell}/crm`)
  await heading(other, 'Customer Relationship Management').waitFor()
  expect(await badge(other).count()).toBe(0)
  await page.getByRole('button', { name: 'Use the published crm' }).click()
  await badge(page).waitFor({ state: 'detached' })
  await heading(page, 'Customers').waitFor()
  expect(loaded).not.toContain(crm)
  expect(complaints).toEqual([])
  await context.close()
})

it('takes nothing from an address that is not allowed', async () => {
  const { page, context } = await signedIn()
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(overridden('/crm', 'crm', 'http://evil.example'))
  await heading(page, 'Customer Relationship Management').waitFor()
  expect(await badge(page).count()).toBe(0)
  expect(requests.filter((url) => url.startsWith('http://evil.example'))).toEqual([])
  // and the policy blocks it too
  const refused = await page.evaluate(() =>
    fetch('http://evil.example/').then(
      () => false,
      () => true,
    ),
  )
  expect(refused).toBe(true)
  const answer = await page.request.get(`${shell}/crm`)
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain(`script-src 'self' ${billing} ${crm};`)
  await context.close()
})

it('works in a shell that runs elsewhere; when nobody serves it any more the page says so, and it can be dropped', async () => {
  const args = ['billing', '--shell', shell, '--port', new URL(billing).port]
  const remote = await develop(copy, args, { env: {}, until: ['billing in the shell', 'compiled'] })
  const { page, context } = await signedIn()
  await page.goto(overridden('/invoices', 'billing', billing))
  await heading(page, 'Invoices').waitFor()
  await remote.stop()
  await page.reload()
  await page.getByText("Billing can't be loaded right now").waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('button', { name: 'Use the published billing' }).click()
  await heading(page, 'Invoices').waitFor()
  expect(await badge(page).count()).toBe(0)
  await context.close()
})

it('a shell as people have it is loaded again on a change, since its React exchanges nothing', async () => {
  rmSync(join(copy, 'shell/dist/development'), { recursive: true })
  const { page, context } = await signedIn()
  await page.goto(overridden('/crm', 'crm', crm))
  await typeAndRetitle(page, 'Somebody new', 'Another one')
  await expect.poll(() => isMarked(page).catch(() => true), { timeout: 60_000 }).toBe(false)
  await page.getByRole('button', { name: 'Add Customer' }).first().click()
  await page.getByRole('dialog', { name: 'Another one' }).waitFor()
  await context.close()
})
