import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root as thisRelease } from '../../processes/config.ts'
import { closeProfiles, openPage, useBrowser } from '../e2e/browser.ts'
import { type Client, createClient } from '../e2e/client.ts'
import { ownPort, removeDataDir, throwawayDataDir } from '../e2e/product.ts'
import { type Cluster, openCluster } from '../upgrade/cluster.ts'
import { beginWork } from '../upgrade/continuity.ts'
import { makeNextRelease, type NextRelease, renamedPages, renamePages } from '../upgrade/nextRelease.ts'
import { prepareRelease } from '../upgrade/releaseProcess.ts'

const password = 'correct horse'
const dataDir = throwawayDataDir()
let browser: Browser
let database: TestDatabase
let next: NextRelease
let cluster: Cluster
let colleague: Client

beforeAll(async () => {
  database = await createTestDatabase()
  const env = {
    ...{ DATABASE_URL: database.url, MASTER_KEY: Buffer.alloc(32, 1).toString('base64') },
    ...{ OWNER_PASSWORD: password, DATA_DIR: dataDir, PORT: String(await ownPort()) },
    ...{ DEMO_DATA: 'off', RATE_LIMIT_SCALE: '100', LOG_LEVEL: 'warn' },
  }
  cluster = await openCluster({ topology: 'together', env })
  ;[browser, next] = await Promise.all([useBrowser(), makeNextRelease()])
  await Promise.all([prepareRelease(thisRelease, env), renamePages(next)])
  await prepareRelease(next.root, env)
  await Promise.all(cluster.roles.map((role) => cluster.start(thisRelease, role)))
  colleague = createClient(cluster.url)
  expect((await colleague.signIn('owner', password)).status).toBe(200)
})
afterAll(async () => {
  await closeProfiles()
  await cluster.close()
  await next.remove()
  await database.drop()
  await removeDataDir(dataDir)
})

const addCustomer = async (lastName: string) => {
  const form = { firstName: 'Ann', lastName, email: 'ann@example.test', phone: '919 555 0101' }
  expect((await colleague.send('POST', '/api/customers', form)).status).toBe(201)
}
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click()
const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: 'Your account: owner' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
}
/** Opens a page signed in, in a browser of its own. */
const open = async (path: string) => {
  const opened = await openPage(browser)
  await opened.context.request.post(`${cluster.url}/api/login`, { data: { username: 'owner', password } })
  await opened.page.goto(cluster.url + path)
  return opened
}
const { account, invoices } = renamedPages

it('tabs that are open during an upgrade go on: live changes, what was typed, and pages not yet loaded', async () => {
  await addCustomer('Before')
  const [{ page: list, context, complaints }, other] = [await open('/customers'), await open('/customers')]
  await list.getByText('Ann Before').first().waitFor()
  const form = await context.newPage()
  await form.goto(`${cluster.url}/customers/new`)
  await form.getByLabel('First name').fill('Typed')
  await form.getByLabel('Last name').fill('Before')

  for (const role of cluster.roles) await cluster.start(next.root, role)
  // documents of either release, each with scripts from whichever process gets the connection
  for (let n = 0; n < 6; n++) {
    const fresh = await open('/invoices')
    await fresh.page.getByRole('heading', { level: 1, name: /^(All i|I)nvoices$/ }).waitFor()
    expect(fresh.complaints).toEqual([])
    await fresh.context.close()
  }
  for (const role of cluster.roles.toReversed()) await cluster.stop(thisRelease, role)

  await addCustomer('Meanwhile')
  await list.getByText('Ann Meanwhile').first().waitFor()
  await form.getByLabel('Email').fill('typed@example.test')
  await form.getByLabel('Phone').fill('9195550171')
  await form.getByLabel('Address').fill('1 Elm St')
  expect(await form.getByLabel('Last name').inputValue()).toBe('Before')
  await form.getByRole('button', { name: 'Create Customer' }).click()
  await list.getByText('Typed Before').first().waitFor()
  // neither was requested while a process that has them on its disk ran
  await follow(list, 'Invoices')
  await heading(list, invoices.title).waitFor()
  await openAccount(list)
  await heading(list, account.title).waitFor()
  expect(complaints).toEqual([])

  const fresh = await open('/invoices')
  await heading(fresh.page, invoices.next).waitFor()
  await openAccount(fresh.page)
  await heading(fresh.page, account.next).waitFor()

  // a release whose files are no longer stored
  await database.pool({ longRunning: true, max: 1 }).query('DELETE FROM gateway.front_end_files')
  await follow(other.page, 'Invoices')
  await other.page.getByText("Billing can't be loaded right now").waitFor()
  for (const it of [context, fresh.context, other.context]) await it.close()
})

it('a session or an idempotency key that is lost is noticed', async () => {
  const work = await beginWork(cluster.url, 'control')
  expect(await work.problems()).toEqual([])
  await database.pool({ longRunning: true, max: 1 }).query('DELETE FROM crm.idempotency')
  expect(await work.problems()).toEqual([
    expect.stringContaining('the idempotency key from control is answered otherwise: 201'),
    'the customer from control is stored 2 times',
  ])
  await database.pool({ longRunning: true, max: 1 }).query('DELETE FROM gateway.sessions')
  expect(await work.problems()).toEqual(['the session from control is answered 401'])
})
