import { constants, setPriority } from 'node:os'
import { startBilling } from '@plumbline/billing/service'
import { sendDelivery, startMessaging } from '@plumbline/messaging/service'
import { createPool, type Pool } from '@plumbline/platform/db'
import { type Backing, createTimers, openQueue, queueSchema } from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import {
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
  runSubscription,
} from '@plumbline/platform/subscriptions'
import { readConfig } from '../config.ts'
import { knownKeyring } from '../masterKey.ts'
import { followers, notifyOptions } from '../readers.ts'
import { runChild } from './child.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createStoreMetrics } from './metrics.ts'
import { serveOperations } from './operations.ts'

/** Everything that happens after a request: reactors, queues and timers of every service. */
await runChild(async () => {
  // where processors are scarce, requests come first
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const config = readConfig()
  const url = config.databaseUrl as string
  const log = createLog('worker')
  const poolOf = (schema: string) =>
    createPool({ url, name: `plumbline-${schema}`, log, role: roleOf(schema), schema })
  const pools = {
    messaging: poolOf('messaging'),
    billing: poolOf('billing'),
    // a job that a crash undoes is added again from what is to be delivered
    queues: createPool({
      ...{ url, name: 'plumbline-queues', log, schema: queueSchema },
      ...{ max: 12, asyncCommit: true },
    }),
    timers: createPool({ url, name: 'plumbline-timers', log, max: 4 }),
  }
  const backing: Backing = config.redisUrl
    ? { kind: 'redis', url: config.redisUrl }
    : { kind: 'postgres', pool: pools.queues }
  const timers = await createTimers({ pool: pools.timers, log, timers: [], supervise: true })
  await startHousekeeping(pools.timers, timers)
  const keyring = knownKeyring(config)
  // what is appended here wakes subscriptions everywhere, and what is appended anywhere wakes those here
  const notifier = createPgNotifier(pools.messaging, log)
  const appended = createInProcessNotifier()
  const stopRelay = relayPgNotifications(url, appended, log)

  const billing = await startBilling({
    pool: pools.billing,
    business: config.business,
    notifier,
    keyring,
    timers,
  })
  const messaging = await startMessaging({
    pool: pools.messaging,
    keyring,
    log,
    backing,
    timers,
    notify: notifyOptions(config),
    notifier,
    smtp: config.smtp,
    sms: config.sms,
    limitScale: config.limitScale,
    invoiceDocument: billing.invoiceDocument,
  })
  const readers = [
    ...messaging.subscriptions.map((subscription) => ({ schema: 'messaging', subscription })),
    ...followers,
  ]
  const readerPools = new Map(
    [...new Set(readers.map(({ schema }) => schema))].map((schema) => [schema, poolOf(schema)]),
  )
  const queue = openQueue(sendDelivery, backing, log)
  const metrics = createStoreMetrics(pools.timers, [queue])
  const operations = await serveOperations({
    at: config.ops,
    log,
    metrics,
    queues: [queue],
    checks: { database: () => pools.timers.query('SELECT 1'), queue: () => queue.getJobCounts() },
  })
  const stopping = new AbortController()
  const running = readers.map(({ schema, subscription }) =>
    runSubscription(subscription, {
      pool: readerPools.get(schema) as Pool,
      keyring,
      notifier: appended,
      log,
      signal: stopping.signal,
    }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      await operations?.stop()
      await queue.close()
      await messaging.stop()
      await timers.stop()
      await stopRelay()
      await Promise.all([...Object.values(pools), ...readerPools.values()].map((pool) => pool.end()))
    },
  }
}, 'worker')
