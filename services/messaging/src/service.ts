import type { Pool } from '@plumbline/platform/db'
import { type Subscription, subscriptionMigration } from '@plumbline/platform/event-store'
import { type Backing, createQueue, createWorker, type Timers } from '@plumbline/platform/jobs'
import type { Log } from '@plumbline/platform/log'
import { eventLogGrants, type Owner, roleOf } from '@plumbline/platform/migrate'
import { consoleChannel } from './channels/console.ts'
import { type SmtpOptions, smtpChannel } from './channels/smtp.ts'
import { deliveriesMigration, openDeliveries } from './delivery.ts'
import { type NotifyOwnerOptions, notifyOwner, notifyOwnerSubscription } from './reactors/notifyOwner.ts'
import { deliver, sendDelivery } from './worker.ts'

const role = roleOf('messaging')

export const messagingSchema: Owner = {
  schema: 'messaging',
  role,
  grants: eventLogGrants(role),
  migrations: [deliveriesMigration, subscriptionMigration(notifyOwnerSubscription)],
}

export type MessagingOptions = {
  pool: Pool
  log: Log
  backing: Backing
  timers: Timers
  notify: NotifyOwnerOptions
  /** Unset: messages go to the console. */
  smtp?: SmtpOptions
}

const sweepLimit = 500

/** What messaging reads of the log; `committed` starts what was recorded, else the sweep does. */
export const messagingSubscriptions = (notify: NotifyOwnerOptions, committed = () => {}): Subscription[] => [
  notifyOwner(notify, committed),
]

/** Starts the sending side: reads the log, records deliveries, hands them to the queue, sends. */
export async function startMessaging({ pool, log, backing, timers, notify, smtp }: MessagingOptions) {
  const channel = smtp ? smtpChannel(smtp) : consoleChannel()
  const queue = createQueue(sendDelivery, backing, log)
  const enqueueOpen = async () => {
    for (const id of await openDeliveries(pool, sweepLimit)) await queue.add(id, { id })
  }
  // what cannot be enqueued now stays in the ledger; the sweep finds it
  const enqueueSoon = () =>
    void enqueueOpen().catch((error) => log.warn({ err: error }, 'queue away; the sweep will find it'))

  const worker = createWorker(sendDelivery, backing, log, ({ id }) => deliver(pool, channel, id, log))
  await timers.every('sweepDeliveries', '* * * * *', enqueueOpen)
  enqueueSoon()

  return {
    subscriptions: messagingSubscriptions(notify, enqueueSoon),
    stop: async () => {
      await worker.close()
      await queue.close()
      channel.close()
    },
  }
}
