import { messagingSubscriptions } from '@plumbline/messaging/service'
import type { Subscription } from '@plumbline/platform/event-store'
import { addressOf, type Config } from './config.ts'

/** What the owner is told, and where. */
export const notifyOptions = (config: Config) => ({
  ownerEmail: config.owner.email,
  publicUrl: addressOf(config),
})

/** Every reader of the log that runs behind a checkpoint, with the schema it writes in. */
export const readers = (config: Config): { schema: string; subscription: Subscription }[] =>
  messagingSubscriptions(notifyOptions(config)).map((subscription) => ({ schema: 'messaging', subscription }))
