import { constants, setPriority } from 'node:os'
import { renderInvoicePdf } from '@plumbline/billing/service'
import { sendDelivery } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { type Backing, createTimers, openQueue, queueSchema } from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import {
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
  runSubscription,
} from '@plumbline/platform/subscriptions'
import { runChild } from './child.ts'
import { readConfig } from './config.ts'
import { startHousekeeping } from './housekeeping.ts'
import { knownKeyring } from './masterKey.ts'
import { createStoreMetrics } from './metrics.ts'
import { serveOperations } from './operations.ts'
import { loadService, serviceNames, settingsOf } from './services.ts'

/** What happens after a request: the subscriptions, queues and timers of every service. */
await runChild(async () => {
  // where processors are scarce, requests come first
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const config = readConfig()
  const url = config.databaseUrl as string
  const log = createLog('worker')
  const pools = Object.fromEntries(
    serviceNames.map((schema) => [
      schema,
      createPool({ url, name: `plumbline-${schema}`, log, role: roleOf(schema), schema, max: 16 }),
    ]),
  )
  const poolOf = (name: string) => pools[name] as ReturnType<typeof createPool>
  const queuePool = createPool({
    url,
    name: 'plumbline-queues',
    log,
    schema: queueSchema,
    max: 12,
    // the outbox relay adds a job again that a crash of the database undoes
    asyncCommit: true,
  })
  const timerPool = createPool({ url, name: 'plumbline-timers', log, max: 4 })
  const backing: Backing = config.redisUrl
    ? { kind: 'redis', url: config.redisUrl }
    : { kind: 'postgres', pool: queuePool }
  const timers = await createTimers({ pool: timerPool, log, timers: [], supervise: true })
  await startHousekeeping(timerPool, timers)
  const keyring = knownKeyring(config)
  const settings = {
    ...settingsOf(config),
    invoiceDocument: (invoiceId: number) => renderInvoicePdf(poolOf('billing'), config.business, invoiceId),
  }

  // appends of every process wake the subscriptions of this one
  const appended = createInProcessNotifier()
  const stopRelay = relayPgNotifications(url, appended, log)
  const queue = openQueue(sendDelivery, backing, log)
  const operations = await serveOperations({
    at: config.ops,
    log,
    metrics: createStoreMetrics(timerPool, [queue]),
    queues: [queue],
    checks: { database: () => timerPool.query('SELECT 1'), queue: () => queue.getJobCounts() },
  })
  const stopping = new AbortController()
  const workers = await Promise.all(
    serviceNames.map(async (name) => {
      const { startWorker } = await loadService(name)
      const pool = poolOf(name)
      const notifier = createPgNotifier(pool, log)
      return { pool, ...(await startWorker({ pool, notifier, keyring, log, settings, timers, backing })) }
    }),
  )
  const running = workers.flatMap(({ pool, subscriptions }) =>
    subscriptions.map((subscription) =>
      runSubscription(subscription, {
        pool,
        keyring,
        notifier: appended,
        log,
        signal: stopping.signal,
      }),
    ),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      await operations?.stop()
      await queue.close()
      await Promise.all(workers.map((worker) => worker.stop()))
      await timers.stop()
      await stopRelay()
      await Promise.all([...Object.values(pools), queuePool, timerPool].map((pool) => pool.end()))
    },
  }
}, 'worker')
