import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, eventually } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir, type Victim } from './product.ts'

const dataDir = throwawayDataDir()
let smtp: SmtpPeer
let env: Record<string, string>
let product: Product

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

/** One Message-ID is one mail: a repeat under the same id is what receivers fold together. */
const mailsAbout = (name: string) => smtp.mails.filter((mail) => mail.subject.includes(name))
const distinct = (name: string) => new Set(mailsAbout(name).map((mail) => mail.messageId)).size

it.each<Victim>(['web', 'worker', 'database', 'everything'])(
  'kill -9 of %s right after a 201 loses nothing and sends the owner one mail',
  async (victim) => {
    const name = `Crash-${victim}`
    const answer = await createClient(product.url).requestEstimate(name)
    product.kill9(victim)
    expect(answer.status).toBe(201)
    if (victim === 'everything') {
      await product.exited
      product = await startProduct(dataDir, env)
    }
    const owner = await eventually(async () => {
      const client = createClient(product.url)
      return (await client.signIn('owner', 'correct horse')).status === 200 && client
    })
    expect((await owner.leads()).filter((lead) => lead.lastName === name)).toHaveLength(1)
    // longer than a lease and a sweep, should the worker have died in mid-send
    await eventually(async () => distinct(name) > 0, 200_000)
    await sleep(2_000)
    expect(distinct(name)).toBe(1)
  },
  240_000,
)

it('a request cut off by kill -9 and repeated with its key is stored once', async () => {
  const cut = createClient(product.url)
    .requestEstimate('Cut', 'key-cut')
    .catch(() => null)
  await sleep(2)
  product.kill9('web')
  await cut
  const answer = await eventually(async () => {
    const repeated = await createClient(product.url).requestEstimate('Cut', 'key-cut')
    return repeated.status === 201 && repeated
  })
  expect(JSON.parse(answer.text).lastName).toBe('Cut')
  const owner = createClient(product.url)
  await owner.signIn('owner', 'correct horse')
  expect((await owner.leads()).filter((lead) => lead.lastName === 'Cut')).toHaveLength(1)
})

it('a database that cannot be started for a while comes back by itself', async () => {
  const control = join(dataDir, 'postgres', 'cluster', 'global', 'pg_control')
  renameSync(control, `${control}.away`)
  product.kill9('database')
  await eventually(async () => product.output().includes('The database does not start'), 30_000)
  renameSync(`${control}.away`, control)
  await eventually(async () => (await createClient(product.url).requestEstimate('Back')).status === 201)
})
