import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { withLock } from '../../processes/postgres/lock.ts'
import { closeProfiles, emptyPage, openPage, useBrowser, type Watched } from './browser.ts'
import { createClient } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

type Env = Record<string, string>
type PageOptions = Parameters<typeof openPage>[1]

/** What a product is started with first, and its owner `owner` signs in with. */
const firstSettings = { OWNER_PASSWORD: 'correct horse', RATE_LIMIT_SCALE: '100' }

/** The password of the user `owner`. */
export const password = firstSettings.OWNER_PASSWORD

/**
 * A product of its own for the tests of a file, and a client that is signed in. It starts before the tests and stops after
 * them; it is not the first start on its data. `env`: settings of the product; a function is called after the hooks that were
 * registered before.
 * `args`: arguments of `npm start`.
 */
export function useOffice(env: Env | (() => Env | Promise<Env>), args?: readonly string[]) {
  const dataDir = throwawayDataDir()
  let browser: Browser
  let product: Product
  const client = createClient(() => product.url)
  /** Open pages, with the options under which the next test gets them; null: it does not. */
  const opened = new Map<Page, Watched & { options: string | null }>()
  /** Blank pages of the owner, by their options. */
  const blank = new Map<string, Watched>()

  beforeAll(async () => {
    const settings = typeof env === 'function' ? await env() : env
    const demoData = settings.DEMO_DATA === 'off' ? 'off' : 'on'
    const starts = [
      useBrowser().then((it) => {
        browser = it
      }),
      copyStartedFolder(dataDir, demoData)
        .then(() => startProduct(dataDir, { ...firstSettings, ...settings }, args))
        .then((it) => {
          product = it
        }),
    ]
    // if one fails to start, the other is assigned all the same, so that it is stopped
    await Promise.allSettled(starts)
    await Promise.all(starts)
    expect((await client.signIn('owner', password)).status).toBe(200)
  })
  afterEach(async () => {
    await Promise.all([...opened.keys()].map((page) => close(page)))
  })
  afterAll(async () => {
    await closeProfiles()
    await product?.stop()
    await removeDataDir(dataDir)
  })

  /** A fresh profile without a session. Paths that its pages open are the product's. */
  const visitor = (options: PageOptions = {}): Promise<Watched> =>
    openPage(browser, { baseURL: product.url, ...options })

  /** A fresh profile in which the owner is signed in, on a blank page. */
  async function signedIn(options?: PageOptions): Promise<Watched> {
    const watched = await visitor(options)
    const data = { username: 'owner', password }
    expect((await watched.context.request.post('/api/login', { data })).status()).toBe(200)
    return watched
  }

  /** A fresh profile in which the owner signed in on the login screen, on the dashboard. */
  async function signedInByForm(): Promise<Watched> {
    const watched = await visitor()
    await watched.page.goto('/login')
    await signIn(watched.page)
    await watched.page.getByRole('heading', { name: 'Business Dashboard' }).waitFor()
    return watched
  }

  /**
   * A page of the owner. It is left after the test, which fails if the browser complained. The next test gets the same
   * page, emptied, as a page of its own costs as much as half a test; a second page of one test is a fresh one.
   */
  async function open(path: string, options: PageOptions = {}): Promise<Page> {
    const key = JSON.stringify(options)
    const before = blank.get(key)
    blank.delete(key)
    const isSignedIn = before && (await before.context.request.get('/api/auth/user')).ok()
    if (!isSignedIn) await before?.context.close()
    return show(isSignedIn ? before : await signedIn(options), key, path)
  }

  /** The same in a profile that nothing else uses: for a test that changes its clock, its permissions or its scripts. */
  const openAlone = async (path: string, options?: PageOptions): Promise<Page> =>
    show(await signedIn(options), null, path)

  async function show(watched: Watched, options: string | null, path: string): Promise<Page> {
    opened.set(watched.page, { ...watched, options })
    await watched.page.goto(path)
    return watched.page
  }

  /** Leaves a page of `open` before the end of the test. `expected`: parts of complaints that are allowed. */
  async function close(page: Page, ...expected: string[]): Promise<void> {
    const { context, complaints, options } = opened.get(page) as Watched & { options: string | null }
    opened.delete(page)
    const isEmptied = options !== null && !blank.has(options) && (await emptyPage(page, JSON.parse(options)))
    const found = complaints.splice(0).filter((it) => !expected.some((part) => it.includes(part)))
    if (isEmptied) blank.set(options, { page, context, complaints })
    else await context.close()
    expect(found).toEqual([])
  }

  return {
    dataDir,
    client,
    visitor,
    signedIn,
    signedInByForm,
    open,
    openAlone,
    close,
    get product(): Product {
      return product
    },
    get url(): string {
      return product.url
    },
  }
}

/** Fills in the form of the login screen and sends it. */
export async function signIn(page: Page, username = 'owner', secret = password): Promise<void> {
  await page.getByPlaceholder('Enter your username').fill(username)
  await page.getByPlaceholder('Enter your password').fill(secret)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/**
 * Puts into an empty folder what a product had stored when it was started for the first time and stopped: a database that
 * is migrated and filled, the owner, keys. The first test that needs it starts that product for the whole run.
 */
async function copyStartedFolder(dataDir: string, demoData: 'on' | 'off'): Promise<void> {
  const started = join(inject('startedFolders'), demoData)
  await withLock(`${started}.lock`, async () => {
    if (existsSync(started)) return
    const folder = throwawayDataDir()
    const product = await startProduct(folder, { ...firstSettings, DEMO_DATA: demoData }, [])
    if ((await product.stop()) !== 0) throw new Error(`The first start did not stop:\n${product.output()}`)
    await rename(folder, started)
  })
  // with owners, because a database that root starts belongs to another user
  await promisify(execFile)('cp', ['-a', `${started}/.`, dataDir])
}
