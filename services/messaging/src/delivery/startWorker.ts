import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { type Backing, createQueue, createWorker, type Timers } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import {
  type AppendNotifier,
  createInProcessNotifier,
  type Subscription,
} from '@plumbline/platform/subscriptions'
import { twilioStatus } from '../api.ts'
import type { Channels } from '../channel/channel.ts'
import { consoleChannel } from '../channel/console.ts'
import { type SmtpOptions, smtpChannel } from '../channel/smtp.ts'
import { type SmsOptions, twilioChannel } from '../channel/twilio.ts'
import { assignContacts, reconcileContacts } from '../contact/assignContacts.ts'
import { tellCustomer } from '../conversation/notifyCustomer.ts'
import { remindOfTomorrow } from '../reminder/remind.ts'
import { openStore } from '../store.ts'
import { type NotifyOwnerOptions, notifyOwner } from './notifyOwner.ts'
import { startOutboxRelay } from './outboxRelay.ts'
import { startSending } from './startSending.ts'
import type { Sender } from './templates.ts'
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
  /** Told of what is appended here. */
  notifier?: AppendNotifier
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

/** What messaging reads of the log; `onCommitted` starts what was recorded, else the sweep does. */
export const messagingSubscriptions = (
  { business, ...notify }: NotifyOptions,
  keyring: Keyring,
  onCommitted = () => {},
  clock = () => new Date(),
): Subscription[] => [
  notifyOwner(notify, keyring, onCommitted),
  tellCustomer({ store: storeOfReactors(keyring), sender: business, clock, onCommitted }),
  assignContacts(storeOfReactors(keyring), clock),
  startSending(onCommitted),
]

// reactors append in the transaction that moves their checkpoint and never need a connection of their own
const storeOfReactors = (keyring: Keyring) =>
  openStore({ pool: undefined as unknown as Pool, notifier: createInProcessNotifier(), keyring })

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
  notifier = createInProcessNotifier(),
  clock = () => new Date(),
  limitScale,
  invoiceDocument,
  pace = {},
}: MessagingOptions) {
  const store = openStore({ pool, notifier, keyring })
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
    if ((await remindOfTomorrow({ store, sender, clock })) > 0) relay.schedule()
  })

  await timers.every('reconcileContacts', '* * * * *', () => reconcileContacts(store, clock()))

  const onCommitted = () => {
    notifier.notify(null)
    relay.schedule()
  }
  return {
    subscriptions: messagingSubscriptions(notify, keyring, onCommitted, clock),
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
