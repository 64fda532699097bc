import { execFile } from 'node:child_process'
import { appendFileSync, cpSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import type { Watched } from '../e2e/browser.ts'
import { useOffice } from '../e2e/office.ts'

const root = resolve(import.meta.dirname, '../../..')
const office = useOffice({ DEMO_DATA: 'off' })
const { dataDir, visitor, signedIn } = office
const store = join(dataDir, 'remotes')
let tab: Watched

beforeAll(async () => {
  tab = await signedIn()
})

const command = async (...args: string[]) =>
  (
    await promisify(execFile)(process.execPath, [join(root, 'infra/cli/mfe/main.ts'), ...args], {
      env: { ...process.env, DATA_DIR: dataDir },
    })
  ).stdout

/** Of a new person. */
async function signedInAs(username: string): Promise<Watched> {
  const main = join(root, 'infra/cli/ops/main.ts')
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir }
  const add = [main, 'users', 'add', username, `${username}@example.test`, '--json']
  const { stdout } = await promisify(execFile)(process.execPath, add, { env })
  const opened = await visitor()
  const data = { username, password: JSON.parse(stdout).password }
  expect((await opened.context.request.post('/api/login', { data })).status()).toBe(200)
  return opened
}

/** Publishes the CRM as another team would have it, with a title of its own; answers the build. */
async function publishTitled(title: string, ...more: string[]): Promise<string> {
  const folder = join(dataDir, `team-${title.replaceAll(' ', '-')}`)
  cpSync(join(root, 'mfe-crm'), folder, { recursive: true, filter: (file) => !/\/dist(\/|$)/.test(file) })
  const file = join(folder, 'src/CrmPage.tsx')
  const text = readFileSync(file, 'utf8')
  const changed = text.replaceAll('Customer Relationship Management', title)
  expect(changed).not.toBe(text)
  writeFileSync(file, changed)
  const said = await command('publish', 'crm', '--folder', folder, ...more)
  return /Published crm (\w+)/.exec(said)?.[1] as string
}

/** A gateway asks the store once a second. */
const untilReleased = (build: string) =>
  expect.poll(async () => (await tab.page.request.get('/crm')).text()).toContain(`/remotes/crm/${build}/`)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const shellFiles = async () =>
  (await (await fetch(`${office.url}/crm`)).text()).match(/\/assets\/app\/[\w./-]+/g)
let first: string
let second: string

it('shows on the next page load what was published; the shell is the same, an open tab goes on', async () => {
  const before = await shellFiles()
  await tab.page.clock.install()
  await tab.page.goto('/crm')
  await heading(tab.page, 'Customer Relationship Management').waitFor()
  first = await publishTitled('First edition')
  // an open tab works on with what it has
  await tab.page.getByRole('tab', { name: /Leads/ }).click()
  await tab.page.getByText('No leads found').waitFor()
  await tab.page.clock.fastForward(61_000)
  const answered = tab.page.waitForResponse('**/api/remotes')
  await tab.page.getByRole('link', { name: 'Scheduler' }).click()
  expect(await (await answered).text()).toContain(first)
  await tab.page.getByRole('link', { name: 'CRM', exact: true }).click()
  await heading(tab.page, 'Customer Relationship Management').waitFor()
  await tab.page.getByText('A newer version is ready.').waitFor()
  await tab.page.getByRole('button', { name: 'Reload' }).click()
  await heading(tab.page, 'First edition').waitFor()
  expect(await shellFiles()).toEqual(before)
  expect(tab.complaints).toEqual([])
})

it('gives a canary to about its share of browsers, each the same every time', async () => {
  second = await publishTitled('Second edition', '--canary', '30')
  const anyoneHasIt = async () => {
    const pages = await Promise.all(
      Array.from({ length: 20 }, async () => (await fetch(`${office.url}/crm`)).text()),
    )
    return pages.some((text) => text.includes(`/remotes/crm/${second}/`))
  }
  await expect.poll(anyoneHasIt).toBe(true)
  const visits = await Promise.all(
    // enough that chance leaves it outside once in a hundred thousand runs
    Array.from({ length: 400 }, async () => {
      const answer = await fetch(`${office.url}/crm`)
      const cookie = (answer.headers.get('set-cookie') as string).split(';')[0] as string
      const again = await fetch(`${office.url}/crm`, { headers: { cookie } })
      return [await answer.text(), await again.text()].map((text) => text.includes(`/remotes/crm/${second}/`))
    }),
  )
  const share = visits.filter(([has]) => has).length / visits.length
  expect(share).toBeGreaterThanOrEqual(0.2)
  expect(share).toBeLessThanOrEqual(0.4)
  expect(visits.every(([has, again]) => has === again)).toBe(true)
})

it('gives one user a build of their own, and goes back with a reason that is kept', async () => {
  const { id } = await (await tab.page.request.get('/api/auth/user')).json()
  await command('pin', 'crm', String(id), second)
  await untilReleased(second)
  await tab.page.reload()
  await heading(tab.page, 'Second edition').waitFor()
  await command('pin', 'crm', String(id), 'none')
  await expect(command('rollback', 'crm')).rejects.toThrow('Say why, with --reason')
  await command('rollback', 'crm', '--reason', 'slow on phones')
  await untilReleased(first)
  await tab.page.reload()
  await heading(tab.page, 'First edition').waitFor()
  expect(await command('history')).toContain('slow on phones')
})

it('takes back by itself a build that several people cannot run, not for one of them', async () => {
  const broken = await publishTitled('Broken edition')
  await untilReleased(broken)
  const failing = async (open: () => Promise<Watched>) => {
    const opened = await open()
    await opened.page.route(`**/remotes/crm/${broken}/js/**`, (route) => route.abort())
    const reported = opened.page.waitForResponse('**/api/remotes/crm/failures')
    await opened.page.goto('/crm')
    await reported
    return opened
  }
  const { page, context } = await failing(signedIn)
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  for (let failures = 1; failures < 8; failures++) {
    const reported = page.waitForResponse('**/api/remotes/crm/failures')
    await retry.click()
    await reported
  }
  expect(await command('history')).not.toContain(`fall back from crm ${broken}`)
  for (let n = 0; n < 2; n++) await (await failing(signedIn)).context.close()
  expect(await command('history')).not.toContain(`fall back from crm ${broken}`)
  for (const name of ['maria', 'nora']) await (await failing(() => signedInAs(name))).context.close()
  await expect.poll(() => command('history')).toContain(`fall back from crm ${broken}`)
  await untilReleased(first)
  await page.reload()
  await heading(page, 'First edition').waitFor()
  await context.close()
})

it('takes two that are published at once', async () => {
  await Promise.all([command('publish', 'billing'), command('publish', 'messaging')])
  const said = await command('list')
  for (const name of ['crm', 'billing', 'messaging']) expect(said).toContain(`'${name}'`)
})

it('goes back to what came with the product, and no further', async () => {
  await command('rollback', 'billing', '--reason', 'tried it')
  expect(await command('history')).toContain('tried it')
  await tab.page.goto('/invoices')
  await heading(tab.page, 'Invoices').waitFor()
  expect(await tab.page.content()).not.toContain('/remotes/billing/built-in/')
  await expect(command('rollback', 'billing', '--reason', 'again')).rejects.toThrow('no earlier build')
})

it('publishes nothing that cannot run here, or that reaches beyond what a remote may know', async () => {
  const folder = join(dataDir, 'wrong')
  cpSync(join(root, 'mfe-crm'), folder, { recursive: true, filter: (file) => !/\/dist(\/|$)/.test(file) })
  const manifest = JSON.parse(readFileSync(join(folder, 'mfe.json'), 'utf8'))
  const publishWith = async (change: object) => {
    writeFileSync(join(folder, 'mfe.json'), JSON.stringify({ ...manifest, ...change }))
    return command('publish', 'crm', '--folder', folder)
  }
  await expect(publishWith({ contract: 99 })).rejects.toThrow('it was made for contract 99')
  const paths = [...manifest.paths, '/invoices']
  await expect(publishWith({ paths })).rejects.toThrow('both claim the path /invoices')
  const create = [{ label: 'Saw', to: '/saws/new', icon: 'saw', order: 1 }]
  await expect(publishWith({ create })).rejects.toThrow('/saws/new is not below one of its paths')
  appendFileSync(join(folder, 'src/routes.tsx'), "\nexport { crm } from '@plumbline/crm/service'\n")
  await expect(publishWith({})).rejects.toThrow("Can't resolve '@plumbline/crm/service'")
  expect(await command('list')).toContain(first)
})

it('goes on with what it read when the store is gone, in open tabs and in new ones', async () => {
  await tab.page.goto('/crm')
  await heading(tab.page, 'First edition').waitFor()
  renameSync(store, `${store}.away`)
  await tab.page.getByRole('link', { name: 'Scheduler' }).click()
  await heading(tab.page, 'Scheduler').waitFor()
  await tab.page.getByRole('link', { name: 'CRM', exact: true }).click()
  await heading(tab.page, 'First edition').waitFor()
  const { page, context, complaints } = await signedIn()
  // what was published, and what never was
  await page.goto('/crm')
  await heading(page, 'First edition').waitFor()
  await page.getByRole('link', { name: 'Scheduler' }).click()
  await heading(page, 'Scheduler').waitFor()
  // there are no cached files of a build that was not requested before
  await page.goto('/messages')
  await page.getByText("Messaging can't be loaded right now").waitFor()
  expect(complaints.filter((it) => it.startsWith('policy'))).toEqual([])
  renameSync(`${store}.away`, store)
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Customer Communications').waitFor()
  await context.close()
})
