import { startMessaging } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { createLocalWake, listen, runSubscription } from '@plumbline/platform/event-store'
import { type Backing, createTimers, queueSchema } from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { readConfig } from '../config.ts'
import { notifyOptions } from '../readers.ts'
import { runChild } from './child.ts'
import { startHousekeeping } from './housekeeping.ts'

/** Everything that happens after a request: reactors, queues and timers of every service. */
await runChild(async () => {
  const config = readConfig()
  const url = config.databaseUrl as string
  const log = createLog('worker')
  const pools = {
    messaging: createPool({
      url,
      name: 'plumbline-messaging',
      log,
      role: roleOf('messaging'),
      schema: 'messaging',
    }),
    queues: createPool({ url, name: 'plumbline-queues', log, schema: queueSchema, max: 12 }),
    timers: createPool({ url, name: 'plumbline-timers', log, max: 4 }),
  }
  const backing: Backing = config.redisUrl
    ? { kind: 'redis', url: config.redisUrl }
    : { kind: 'postgres', pool: pools.queues }
  const timers = await createTimers({ pool: pools.timers, log, timers: [], supervise: true })
  await startHousekeeping(pools.timers, timers)
  const wake = createLocalWake()
  const deaf = listen(url, wake, log)

  const messaging = await startMessaging({
    pool: pools.messaging,
    log,
    backing,
    timers,
    notify: notifyOptions(config),
    smtp: config.smtp,
  })
  const stopping = new AbortController()
  const running = messaging.subscriptions.map((subscription) =>
    runSubscription(subscription, { pool: pools.messaging, wake, log, signal: stopping.signal }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      await messaging.stop()
      await timers.stop()
      await deaf()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
})
