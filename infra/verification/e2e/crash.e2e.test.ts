import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../../processes/config.ts'
import { startPostgres } from '../../processes/postgres/postgres.ts'
import { judge } from '../load/verdict.ts'
import { createVisitors } from '../load/visitors.ts'
import { createClient, eventually } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir, type Victim } from './product.ts'

const dataDir = throwawayDataDir()
let smtp: SmtpPeer
let env: Record<string, string>
let product: Product
const visitors = createVisitors(() => product.url)

beforeAll(async () => {
  smtp = await startSmtpPeer()
  env = {
    SMTP_URL: smtp.url,
    OWNER_PASSWORD: 'correct horse',
    OWNER_EMAIL: 'owner@example.test',
    RATE_LIMIT_SCALE: '100',
    DEMO_DATA: 'off',
  }
  product = await startProduct(dataDir, env)
})
afterAll(async () => {
  await product.stop()
  await smtp.stop()
  await removeDataDir(dataDir)
})

/** What of everything that was confirmed so far is lost, stored or sent twice, or shown otherwise than the events say. */
async function problems(): Promise<string[]> {
  const owner = await eventually(async () => {
    const client = createClient(product.url)
    return (await client.signIn('owner', 'correct horse')).status === 200 && client
  })
  // signing in may work while the leads still start
  const leads = await eventually(() => owner.leads())
  expect(leads.map(({ id }) => id).sort()).toEqual(visitors.confirmed.map(({ id }) => id).sort())
  // adopts the server that the product started
  const { url } = await startPostgres({ dataDir })
  const store = { root, env: { DATABASE_URL: url, DATA_DIR: dataDir }, mails: smtp.mails }
  return [...(await judge(store, visitors.confirmed)), ...visitors.problems]
}

it.each<Victim>(['web', 'worker', 'database', 'everything'])(
  'kill -9 of %s right after a 201 loses nothing and sends the owner one mail',
  async (victim) => {
    await visitors.request()
    product.kill9(victim)
    if (victim === 'everything') {
      await product.exited
      product = await startProduct(dataDir, env)
    }
    expect(await problems()).toEqual([])
  },
  240_000,
)

it('a request cut off by kill -9 and repeated with its key is stored once', async () => {
  const confirmed = visitors.request()
  await sleep(2)
  product.kill9('web')
  await confirmed
  expect(await problems()).toEqual([])
})

it('a database that cannot be started for a while comes back by itself', async () => {
  const control = join(dataDir, 'postgres', 'cluster', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  product.kill9('database')
  await eventually(async () => product.output().includes('The database does not start'))
  renameSync(`${control}.away`, control)
  await visitors.request()
  expect(await problems()).toEqual([])
})
