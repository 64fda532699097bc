import { type Pool, run } from '@plumbline/platform/db'
import { type Backing, createQueue, createTimers, migrateQueues, queueSchema } from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { testKeyring as keyring, startSmtpPeer } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import { forgetDeliveries, sendDelivery, startMessaging } from '../service.ts'
import { business, startMessagingTest } from '../testing.ts'
import { deliveryMigrations } from './migrations.ts'

/** Every table of these schemas in which any row says this, in whatever case. */
async function tablesWith(pool: Pool, schemas: readonly string[], text: string): Promise<string[]> {
  const tables = await run<{ name: string }>(pool, {
    text: `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = ANY($1)`,
    values: [schemas],
  })
  const found: string[] = []
  for (const { name } of tables)
    if ((await pool.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE $1`, [`%${text}%`])).rowCount)
      found.push(name)
  return found
}

it('a mail server that repeats the address, in whatever case, leaves only its code in the ledger, the queue and the log', async () => {
  const test = await startMessagingTest()
  const { database, owner, pool, notifier } = test
  const smtp = await startSmtpPeer({
    onRcptTo: ({ address }, _session, done) => {
      const refusal = new Error(`5.1.1 <${address.toUpperCase()}>: no such user ${address}`)
      done(Object.assign(refusal, { responseCode: 550 }))
    },
  })
  const lines: string[] = []
  const log = createLog('worker', { write: (line) => void lines.push(line) })
  log.level = 'trace'
  await migrateQueues(owner)
  const timers = await createTimers({ pool: owner, log, timers: [], install: true })
  const backing: Backing = { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) }
  const sending = await startMessaging({
    ...{ pool, keyring, log, timers, notifier, backing },
    notify: { ownerEmail: 'owner@example.test', publicUrl: 'http://localhost:3000', business },
    smtp: { url: smtp.url, from: { name: business.name, address: 'hello@plumbline.example' } },
    pace: { sweepMs: 100 },
  })
  const customerId = await test.customer({ email: 'wilhelmina@featherstone.example' })
  const body = { customerId, type: 'email', content: 'Hello' }
  const { id } = (await test.call('POST', '/api/messages', { body })).json
  const row = async () => (await test.deliveries(id))[0]
  const soon = { timeout: 10_000 }
  await expect.poll(async () => (await row())?.status, soon).toBe('failed')
  expect(await row()).toMatchObject({ last_error: 'SMTP 550 5.1.1' })
  await sending.stop()
  await timers.stop()
  await smtp.stop()
  expect(await tablesWith(owner, ['bullmq'], 'SMTP 550 5.1.1')).toContain('bullmq.event')
  // the read model of customers holds the address in the clear: it is what erasing rebuilds
  const held = await tablesWith(owner, ['messaging', 'bullmq', 'pgboss', 'es'], 'featherstone')
  expect(held).toEqual(['messaging.customers'])
  expect(lines.join('')).toContain('SMTP 550 5.1.1')
  expect(lines.join('').toLowerCase()).not.toContain('featherstone')

  // what an earlier release left there goes with the person
  const said = '550 <WILHELMINA@FEATHERSTONE.EXAMPLE>: no such user'
  await owner.query('UPDATE messaging.deliveries SET last_error = $1', [said])
  await owner.query('UPDATE bullmq.job SET failed_reason = $1, stacktrace = to_jsonb(ARRAY[$1::text])', [
    said,
  ])
  await owner.query(`UPDATE bullmq.event SET data = jsonb_build_object('failedReason', $1::text)`, [said])
  const queue = createQueue(sendDelivery, backing, log)
  await forgetDeliveries(owner, queue, [`customer-${customerId}`])
  await queue.close()
  expect(await tablesWith(owner, ['messaging', 'bullmq'], 'featherstone')).toEqual(['messaging.customers'])
  await test.stop()
})

it('what an earlier release kept of a mail server is reduced to its codes', async () => {
  const test = await startMessagingTest()
  const kept = [
    [
      "Can't send mail - all recipients were rejected: 550 5.1.1 <ANN@EXAMPLE.TEST>: unknown",
      'SMTP 550 5.1.1',
    ],
    ['Recipient command failed: 450 try <ANN@EXAMPLE.TEST> later', 'SMTP 450'],
    ['connect ECONNREFUSED 127.0.0.1:1', 'failure'],
  ]
  for (const [said] of kept)
    await test.owner.query(
      `INSERT INTO messaging.deliveries (id, channel, content, status, last_error)
       VALUES (gen_random_uuid(), 'email', '{}', 'failed', $1)`,
      [`ChannelError: ${said}`],
    )
  const step = deliveryMigrations.find(({ id }) => id === 'deliveries-v6')
  await test.pool.query(step?.sql as string)
  const { rows } = await test.pool.query('SELECT last_error FROM deliveries ORDER BY created_at')
  expect(rows.map((row) => row.last_error)).toEqual(kept.map(([, code]) => code))
  await test.stop()
})
