import { billing, renderInvoicePdf, renderQuotePdf } from '@plumbline/billing/service'
import type { AttachedDocument } from '@plumbline/messaging/events'
import { sendDelivery } from '@plumbline/messaging/service'
import { createPool, type Pool } from '@plumbline/platform/db'
import { type Backing, createTimers, openQueue, queueSchema, type Timers } from '@plumbline/platform/jobs'
import { createLog, type Log } from '@plumbline/platform/log'
import { dropUnreadVersions } from '@plumbline/platform/projections'
import {
  announceReleases,
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
  runSubscription,
  type Subscription,
  waitForInlineReadModels,
} from '@plumbline/platform/subscriptions'
import { backupIntervalOf, scheduleBackups } from '../backup/schedule.ts'
import { readConfig, settingsOf } from '../config.ts'
import { knownKeyring, refuseOtherMasterKey } from '../keys/masterKey.ts'
import { loadService, serviceNames } from '../services.ts'
import { owners } from '../stores/schemas.ts'
import { whenThereIsAStore } from '../stores/whenThereIsAStore.ts'
import { runChild } from '../supervisor/child.ts'
import { serveOperations } from './operations.ts'
import { createPools } from './pools.ts'

/** How long answers to requests with an idempotency key are stored. */
const storedDays = 7

/**
 * What happens after a request: the subscriptions, queues and timers of every service. Those of inline read models apply what
 * other releases append.
 */
await runChild(async () => {
  const config = readConfig()
  const url = config.databaseUrl as string
  const log = createLog('worker')
  const services = await Promise.all(serviceNames.map(loadService))
  // with those below 57: Postgres allows 100 by default
  const pools = createPools({ url, log, max: 6 })
  const queuePool = createPool({
    url,
    name: 'plumbline-queues',
    log,
    searchPath: queueSchema,
    max: 10,
    // the outbox relay adds a job again that a crash of the database undoes
    asyncCommit: true,
  })
  const timerPool = createPool({ url, name: 'plumbline-timers', log, max: 4 })
  const backing: Backing = config.redisUrl
    ? { kind: 'redis', url: config.redisUrl }
    : { kind: 'postgres', pool: queuePool }
  const timers = await whenThereIsAStore(() => createTimers({ pool: timerPool, log, supervise: true }))
  await startHousekeeping(timerPool, timers, log)
  const backups = await scheduleBackups(config.backups, { pool: timerPool, timers, log })
  const keyring = knownKeyring(config)
  await refuseOtherMasterKey(timerPool, keyring)
  const announced = await whenThereIsAStore(() =>
    announceReleases(
      services.map(({ release }) => release),
      { db: timerPool, log },
    ),
  )
  const settings = {
    ...settingsOf(config),
    drawDocument: (document: AttachedDocument) => {
      const [pool, context] = [pools.of(billing.schema), { settings: config, keyring, now: new Date() }]
      return 'invoiceId' in document
        ? renderInvoicePdf(pool, context, document.invoiceId)
        : renderQuotePdf(pool, context, document.quoteId)
    },
  }

  // appends of every process wake the subscriptions of this one
  const appended = createInProcessNotifier()
  const stopRelay = relayPgNotifications(url, appended, log)
  const queue = openQueue(sendDelivery, backing, log)
  const stopping = new AbortController()
  const workers = await Promise.all(
    services.map(async ({ schema, startWorker }) => {
      const pool = pools.of(schema)
      const notifier = { ...createPgNotifier(pool, log), subscribe: appended.subscribe }
      const started = await startWorker({ pool, notifier, keyring, log, settings, timers, backing })
      return { pool, ...started }
    }),
  )
  const runAll = (isRun: (kind: Subscription['kind']) => boolean) =>
    workers.flatMap(({ pool, subscriptions }) =>
      subscriptions
        .filter(({ kind }) => isRun(kind))
        .map((subscription) =>
          runSubscription(subscription, { pool, keyring, notifier: appended, log, signal: stopping.signal }),
        ),
    )
  const running = runAll((kind) => kind === 'inline')
  // commands of reactors need the read models that they write
  for (const { pool, subscriptions } of workers)
    await whenThereIsAStore(() => waitForInlineReadModels(pool, subscriptions))
  running.push(...runAll((kind) => kind !== 'inline'))
  // what answers that it is ready can be stopped as well
  const operations = await serveOperations({
    at: config.ops,
    log,
    // without a port nobody reads them
    metrics:
      config.ops &&
      (await import('./metrics.ts')).createStoreMetrics(
        timerPool,
        [queue],
        services.flatMap(({ release }) => release.readModels),
        backupIntervalOf(config.backups),
      ),
    queues: [queue],
    checks: { database: () => timerPool.query('SELECT 1'), queue: () => queue.getJobCounts() },
  })
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      await announced.stop()
      await operations?.stop()
      await queue.close()
      await backups.stop()
      await Promise.all(workers.map((worker) => worker.stop()))
      await timers.stop()
      await stopRelay()
      await Promise.all([pools, queuePool, timerPool].map((it) => it.end()))
    },
  }
}, 'worker')

/** Deletes expired answers every hour, and every night the read models that no release reads any more. */
async function startHousekeeping(pool: Pool, timers: Timers, log: Log): Promise<void> {
  const schemas = owners.filter(({ migrations }) => migrations.some((it) => it.id.startsWith('idempotency-')))
  await timers.every('forgetAnswers', '17 * * * *', async () => {
    for (const { schema } of schemas)
      await pool.query(
        `DELETE FROM ${schema}.idempotency WHERE created_at < now() - make_interval(days => $1)`,
        [storedDays],
      )
  })
  await timers.every('dropUnreadVersions', '23 4 * * *', async () => {
    const dropped = await dropUnreadVersions(pool)
    if (dropped.length > 0) log.info({ dropped }, 'dropped versions of read models that nobody reads')
  })
}
