import type { EventStore } from '@plumbline/platform/event-store'
import { createQueue, createWorker } from '@plumbline/platform/jobs'
import type { BackgroundWork, WorkerResources } from '@plumbline/platform/service'
import { twilioStatus } from '../api.ts'
import type { Channels } from '../channel/channel.ts'
import { consoleChannel } from '../channel/console.ts'
import { smtpChannel } from '../channel/smtp.ts'
import { twilioChannel } from '../channel/twilio.ts'
import type { MessagingSettings } from '../settings.ts'
import { startOutboxRelay } from './outboxRelay.ts'
import { deliver, sendDelivery } from './worker.ts'

// how much later than planned an attempt may begin
const defaultSweepMs = 5_000

type Resources = WorkerResources<MessagingSettings> & { store: EventStore }

// their deliveries were stored with them
const writes = ['MessageWritten', 'MessageRetried']

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
  const channels = createChannels(settings)
  const queue = createQueue(sendDelivery, backing, log)
  const relay = startOutboxRelay({ pool, queue, log, sweepMs: settings.pace?.sweepMs ?? defaultSweepMs })
  const attempt = (id: string) => deliver({ store, keyring, channels, log, settings, clock }, id)
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
      for (const channel of Object.values(channels)) channel.close()
    },
  }
}

const createChannels = ({ sms, smtp, publicUrl }: MessagingSettings): Channels => ({
  sms: sms ? twilioChannel({ ...sms, statusCallback: statusCallbackOf(publicUrl) }) : consoleChannel(),
  email: smtp ? smtpChannel(smtp) : consoleChannel(),
})

// the provider calls back over https only
const statusCallbackOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? `${publicUrl}${twilioStatus.path}` : undefined
