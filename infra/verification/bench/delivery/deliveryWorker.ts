import { messaging as messagingService } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { type Backing, createTimers, queueSchema } from '@plumbline/platform/jobs'
import { createLog } from '@plumbline/platform/log'
import { connectionOf } from '@plumbline/platform/migrate'
import {
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
  runSubscription,
} from '@plumbline/platform/subscriptions'
import { runChild } from '../../../processes/child.ts'
import type { WorkerSettings } from './deliverySite.ts'

// the parent has exited, and the queue may be missing too: a stop gets three seconds at most
process.on('disconnect', () => setTimeout(() => process.exit(1), 3_000).unref())

/** The sending side in a process of its own, as in the product, with the settings that a bench passes in. */
await runChild(async () => {
  const settings = JSON.parse(process.env.BENCH_WORKER as string) as WorkerSettings
  const { url, redisUrl, prefix, sms, smtpUrl, pace, masterKey } = settings
  const log = createLog('worker')
  const keyring = createKeyring(Buffer.from(masterKey, 'base64'))
  const pool = createPool({ url, name: 'messaging', log, ...connectionOf(messagingService.schema) })
  const reading = createPool({ url, name: 'reading', log, ...connectionOf(messagingService.schema) })
  const queues = createPool({ url, name: 'queues', log, searchPath: queueSchema, max: 12 })
  const timing = createPool({ url, name: 'timers', log, max: 4 })
  const backing: Backing = redisUrl
    ? { kind: 'redis', url: redisUrl, prefix }
    : { kind: 'postgres', pool: queues }
  const timers = await createTimers({ pool: timing, log, supervise: true })
  const notifier = createInProcessNotifier()
  const stopRelay = relayPgNotifications(url, notifier, log)
  const from = { name: 'Plumbline', address: 'hello@plumbline.example' }
  const messaging = await messagingService.startWorker({
    pool,
    notifier: createPgNotifier(pool, log),
    keyring,
    log,
    backing,
    timers,
    settings: {
      business: { product: 'Plumbline', name: 'Plumbline', phone: '(555) 555-0142' },
      ownerEmail: 'owner@example.test',
      publicUrl: 'http://localhost',
      sms,
      pace,
      limitScale: 1_000,
      ...(smtpUrl && { smtp: { url: smtpUrl, from } }),
    },
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const running = messaging.subscriptions.map((subscription) =>
    runSubscription(subscription, { pool: reading, keyring, notifier, log, signal }),
  )
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      await messaging.stop()
      await timers.stop()
      await stopRelay()
      await Promise.all([pool, reading, queues, timing].map((it) => it.end()))
    },
  }
})
