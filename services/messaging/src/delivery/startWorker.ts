import type { EventStore } from '@plumbline/platform/event-store'
import { createQueue, createWorker } from '@plumbline/platform/jobs'
import type { BackgroundWork, WorkerResources } from '@plumbline/platform/service'
import { keepChannels } from '../channel/keptChannels.ts'
import { openChannel } from '../channel/open.ts'
import { readSending } from '../senders/queries.ts'
import type { MessagingSettings } from '../settings.ts'
import { startOutboxRelay } from './outboxRelay.ts'
import { deliver, sendDelivery } from './worker.ts'

// how much later than planned an attempt may begin
const defaultSweepMs = 5_000

type Resources = WorkerResources<MessagingSettings> & { store: EventStore }

// their deliveries were stored with them
const writes = ['MessageWritten', 'MessageRetried', 'SenderTried']

/** Starts sending: the outbox relay, the queue and its worker. */
export async function startWorker({
  pool,
  notifier,
  store,
  keyring,
  log,
  backing,
  settings,
  clock = () => new Date(),
}: Resources): Promise<BackgroundWork> {
  // what is set is used by the next message, without a restart
  const { withChannel, close } = keepChannels(
    () => readSending({ db: store.pool, keyring, settings }),
    (type, sending) => openChannel(type, sending, settings.publicUrl),
  )
  const queue = createQueue(sendDelivery, backing, log)
  const relay = startOutboxRelay({ pool, queue, log, sweepMs: settings.pace?.sweepMs ?? defaultSweepMs })
  const attempt = (id: string) => deliver({ store, keyring, withChannel, log, settings, clock }, id)
  const worker = createWorker(sendDelivery, backing, log, attempt, relay.forget)
  const unsubscribe = notifier.subscribe((appended) => {
    if (!appended || writes.some((type) => appended.types.has(type))) relay.addDue()
  })
  return {
    wake: relay.addDue,
    stop: async () => {
      unsubscribe()
      await worker.close()
      await relay.stop()
      await queue.close()
      close()
    },
  }
}
