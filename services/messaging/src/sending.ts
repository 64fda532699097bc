import type { Pool } from '@plumbline/platform/db'
import { createLocalWake, type Keyring, type Subscription, type Wake } from '@plumbline/platform/event-store'
import { type Backing, createQueue, createWorker, type Timers } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { twilioStatus } from './api.ts'
import type { Channels } from './channels/channel.ts'
import { consoleChannel } from './channels/console.ts'
import { type SmtpOptions, smtpChannel } from './channels/smtp.ts'
import { type SmsOptions, twilioChannel } from './channels/twilio.ts'
import type { Sender } from './notices.ts'
import { startOutboxRelay } from './outboxRelay.ts'
import { assignContacts, reconcileContacts } from './reactors/assignContacts.ts'
import { type NotifyOwnerOptions, notifyOwner } from './reactors/notifyOwner.ts'
import { startSending } from './reactors/startSending.ts'
import { tellCustomer } from './reactors/tellCustomer.ts'
import { remindOfTomorrow } from './reminders/remind.ts'
import { openStore } from './store.ts'
import { deliver, type InvoiceDocument, type Pace, sendDelivery } from './worker.ts'

/** What goes out by a provider; what is unset goes to the console. */
export type Providers = { sms?: SmsOptions; smtp?: SmtpOptions }

export type MessagingOptions = {
  pool: Pool
  keyring: Keyring
  log: Log
  backing: Backing
  timers: Timers
  notify: NotifyOptions
  /** Tells of what is appended here. */
  wake?: Wake
  clock?: () => Date
  limitScale?: number
  /** Draws what goes with an invoice's e-mail. */
  invoiceDocument?: InvoiceDocument
  pace?: Pace & { sweepMs?: number }
} & Providers

/** `business` signs what customers get. */
export type NotifyOptions = NotifyOwnerOptions & { business?: Sender }

// a queue that lost everything has it again by then
const sweepMs = 10_000

/** What messaging reads of the log; `committed` starts what was recorded, else the sweep does. */
export const messagingSubscriptions = (
  { business, ...notify }: NotifyOptions,
  keyring: Keyring,
  committed = () => {},
  clock = () => new Date(),
): Subscription[] => [
  notifyOwner(notify, keyring, committed),
  tellCustomer({ store: storeOfReaders(keyring), keyring, sender: business, clock, committed }),
  assignContacts(storeOfReaders(keyring), clock),
  startSending(committed),
]

// readers append in the transaction that moves their checkpoint and never need a connection of their own
const storeOfReaders = (keyring: Keyring) =>
  openStore({ pool: undefined as unknown as Pool, wake: createLocalWake(), keyring })

/** Starts the sending side: reads the log, records deliveries, hands them to the queue, sends. */
export async function startMessaging({
  pool,
  keyring,
  log,
  backing,
  timers,
  notify,
  sms,
  smtp,
  wake = createLocalWake(),
  clock = () => new Date(),
  limitScale,
  invoiceDocument,
  pace = {},
}: MessagingOptions) {
  const store = openStore({ pool, wake: debounced(wake), keyring })
  const channels: Channels = {
    sms: sms ? twilioChannel({ ...sms, statusCallback: callbackOf(notify.publicUrl) }) : consoleChannel(),
    email: smtp ? smtpChannel(smtp) : consoleChannel(),
  }
  const queue = createQueue(sendDelivery, backing, log)
  const relay = startOutboxRelay({ pool, queue, log, sweepMs: pace.sweepMs ?? sweepMs })
  const worker = createWorker(sendDelivery, backing, log, async ({ id }) => {
    await deliver({ store, keyring, channels, log, clock, limitScale, invoiceDocument, pace }, id)
    relay.forget(id)
  })
  const { business: sender } = notify
  await timers.every('remindOfAppointments', '* * * * *', async () => {
    if ((await remindOfTomorrow({ store, keyring, sender, clock })) > 0) relay.schedule()
  })

  await timers.every('reconcileContacts', '* * * * *', () => reconcileContacts(store, clock()))

  const committed = () => {
    wake.tell()
    relay.schedule()
  }
  return {
    subscriptions: messagingSubscriptions(notify, keyring, committed, clock),
    stop: async () => {
      await worker.close()
      await relay.stop()
      await queue.close()
      for (const channel of Object.values(channels)) channel.close()
    },
  }
}

// the provider calls back over https alone
const callbackOf = (publicUrl: string) =>
  publicUrl.startsWith('https:') ? `${publicUrl}${twilioStatus.path}` : undefined

const debounceMs = 100

/** Ticks may be seen a moment later: readers woken for each of many would take the machine from those who send. */
function debounced({ tell, hear }: Wake): Wake {
  let pending = false
  const told = () => {
    pending = false
    tell()
  }
  return {
    hear,
    tell: () => {
      if (!pending) setTimeout(told, debounceMs).unref()
      pending = true
    },
  }
}
