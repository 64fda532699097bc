import { type Pool, run } from '@plumbline/platform/db'
import {
  type Backing,
  createQueue,
  createTimers,
  migrateQueues,
  openQueue,
  queueSchema,
} from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import { deliveryMigrations } from '../ledger/migrations.ts'
import { forgetDeliveries, messaging, sendDelivery } from '../service.ts'
import { addCustomer, deliveryOf, foreignPersonal, sendEmail, settings } from '../testing.ts'

/** Every table of these schemas, and of their read models, with a row that contains this text, in any case. */
async function tablesWith(pool: Pool, schemas: readonly string[], text: string): Promise<string[]> {
  const tables = await run<{ name: string }>(pool, {
    text: `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE regexp_replace(schemaname, '_.*_v\\d+$', '') = ANY($1)`,
    values: [schemas],
  })
  const names: string[] = []
  for (const { name } of tables)
    if ((await pool.query(`SELECT 1 FROM ${name} t WHERE t::text ILIKE $1`, [`%${text}%`])).rowCount)
      names.push(name.replace(/_\w+_v\d+\./, '.'))
  return names
}

it('of a mail server that repeats the address, in any case, only the code is stored in ledger, queue and log', async () => {
  const test = await startServiceForTest(messaging, { settings, foreignPersonal })
  const { database, owner } = test
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
  const timers = await createTimers({ pool: owner, log, install: true })
  const backing: Backing = { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) }
  const worker = await messaging.startWorker({
    ...test,
    clock: () => test.clock.now,
    log,
    timers,
    backing,
    settings: {
      ...settings,
      smtp: { url: smtp.url, from: { name: settings.business.name, address: 'hello@plumbline.example' } },
      pace: { sweepMs: 100 },
    },
  })
  const customerId = await addCustomer(test, { email: 'wilhelmina@featherstone.example' })
  const { id } = (await sendEmail(test, customerId)).json
  await expect.poll(async () => (await deliveryOf(test, id)).status, { timeout: 10_000 }).toBe('failed')
  expect(await deliveryOf(test, id)).toMatchObject({ last_error: 'SMTP 550 5.1.1' })
  await worker.stop()
  await timers.stop()
  await smtp.stop()
  expect(await tablesWith(owner, ['bullmq'], 'SMTP')).toEqual([])
  // the read model of customers is not encrypted: erasing a person rebuilds it
  const readable = await tablesWith(owner, ['messaging', 'bullmq', 'pgboss', 'es'], 'featherstone')
  expect(readable).toEqual(['messaging.customers'])
  expect(lines.join('')).toContain('SMTP 550 5.1.1')
  expect(lines.join('').toLowerCase()).not.toContain('featherstone')

  // what 0.1.0 stored there is removed with the person
  const text = '550 <WILHELMINA@FEATHERSTONE.EXAMPLE>: no such user'
  await owner.query('UPDATE messaging.deliveries SET last_error = $1', [text])
  const old = openQueue(sendDelivery, backing, log)
  await old.add('sendDelivery', { id }, { jobId: `job-${id}`, removeOnFail: false })
  await old.close()
  await owner.query(
    `UPDATE bullmq.job SET state = 'failed', finished_at_ms = 1, failed_reason = $1, stacktrace = to_jsonb(ARRAY[$1::text])`,
    [text],
  )
  await owner.query(`UPDATE bullmq.event SET data = jsonb_build_object('failedReason', $1::text)`, [text])
  const queue = createQueue(sendDelivery, backing, log)
  await forgetDeliveries(owner, queue, [`customer-${customerId}`])
  await queue.close()
  expect(await tablesWith(owner, ['messaging', 'bullmq'], 'featherstone')).toEqual(['messaging.customers'])
  await test.stop()
})

it('the errors of mail servers that 0.1.0 stored are reduced to their codes', async () => {
  const test = await startServiceForTest(messaging, { settings, foreignPersonal })
  const errors = [
    [
      "Can't send mail - all recipients were rejected: 550 5.1.1 <ANN@EXAMPLE.TEST>: unknown",
      'SMTP 550 5.1.1',
    ],
    ['Recipient command failed: 450 try <ANN@EXAMPLE.TEST> later', 'SMTP 450'],
    ['connect ECONNREFUSED 127.0.0.1:1', 'failure'],
  ]
  for (const [text] of errors)
    await test.owner.query(
      `INSERT INTO messaging.deliveries (id, channel, content, status, last_error)
       VALUES (gen_random_uuid(), 'email', '{}', 'failed', $1)`,
      [`ChannelError: ${text}`],
    )
  const migration = deliveryMigrations.find(({ id }) => id === 'deliveries-v6')
  await test.pool.query(migration?.sql as string)
  const { rows } = await test.pool.query('SELECT last_error FROM deliveries ORDER BY created_at')
  expect(rows.map((row) => row.last_error)).toEqual(errors.map(([, code]) => code))
  await test.stop()
})
