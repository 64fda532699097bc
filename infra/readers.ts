import { messagingSubscriptions } from '@plumbline/messaging/service'
import type { Keyring } from '@plumbline/platform/encryption'
import { projectionSubscription, type Subscription } from '@plumbline/platform/subscriptions'
import { addressOf, type Config } from './config.ts'
import { owners } from './schemas.ts'

/** What the owner is told, and where. */
export const notifyOptions = (config: Config) => ({
  ownerEmail: config.owner.email,
  publicUrl: addressOf(config),
  business: config.business,
})

type Reader = { schema: string; subscription: Subscription }

/** Read models of others' events, each kept up to date behind its own checkpoint. */
export const followers: readonly Reader[] = owners.flatMap(({ schema, asyncProjections = [] }) =>
  asyncProjections.map((projection) => ({
    schema,
    subscription: projectionSubscription(schema, projection),
  })),
)

/** Every reader of the log that runs behind a checkpoint, with the schema it writes in. */
export const readers = (config: Config, keyring: Keyring): Reader[] => [
  ...messagingSubscriptions(notifyOptions(config), keyring).map((subscription) => ({
    schema: 'messaging',
    subscription,
  })),
  ...followers,
]
