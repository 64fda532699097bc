import { commit, type Metadata } from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigrations,
  type ServiceOptions,
} from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { eventLogGrants, roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import {
  createWaitForPosition,
  projectionSubscription,
  subscriptionMigration,
} from '@plumbline/platform/subscriptions'
import { Router } from 'express'
import { twilioInbound, twilioStatus } from './api.ts'
import { deliveryMigrations } from './deliveryTable.ts'
import { type NewMessage, receiveMessage, writeMessage } from './messages.ts'
import type { Sender } from './notices.ts'
import { customers } from './projections/customers.ts'
import { visits } from './projections/visits.ts'
import { assignContactsSubscription } from './reactors/assignContacts.ts'
import { notifyOwnerSubscription } from './reactors/notifyOwner.ts'
import { startSendingSubscription } from './reactors/startSending.ts'
import { tellCustomerSubscription } from './reactors/tellCustomer.ts'
import { routes } from './routes.ts'
import type { Providers } from './sending.ts'
import { openStore, projections, type StoreOptions, schema } from './store.ts'
import { twilioWebhooks } from './webhooks/router.ts'

export { contactSubjectsOf, forgetDeliveries } from './erasure.ts'
export { type MessagingOptions, messagingSubscriptions, startMessaging } from './sending.ts'
export { sendDelivery } from './worker.ts'

const role = roleOf(schema)
const followed = [customers, visits]
const reactors = [
  notifyOwnerSubscription,
  tellCustomerSubscription,
  startSendingSubscription,
  assignContactsSubscription,
]

export const messagingSchema: SchemaDefinition = {
  schema,
  role,
  grants: eventLogGrants(role),
  projections,
  asyncProjections: followed,
  migrations: [
    ...deliveryMigrations,
    { id: 'message-ids-v1', sql: 'CREATE SEQUENCE message_id AS integer' },
    { id: 'contact-ids-v1', sql: 'CREATE SEQUENCE contact_id AS integer' },
    idempotencyMigration,
    ...limitsMigrations,
    ...reactors.map(subscriptionMigration),
  ],
}

export type CreateOptions = StoreOptions & {
  channels: Providers
  business: Sender
  /** Where the provider reaches us: what it signs begins with it. */
  publicUrl: string
  log: Log
} & Pick<ServiceOptions, 'identityKey' | 'limitScale' | 'clock'>

/** Conversations with customers. */
export function createMessaging({ channels, business, publicUrl, log, ...options }: CreateOptions) {
  const { pool, notifier, keyring, identityKey, limitScale, clock } = options
  const store = openStore({ pool, notifier, keyring })
  const channelModes = {
    sms: channels.sms ? 'provider' : 'console',
    email: channels.smtp ? 'provider' : 'console',
  } as const
  const table = routes({ store, sender: business, channels: channelModes, limitScale })
  const waitForPosition = createWaitForPosition({
    db: pool,
    subscriptions: followed.map((it) => projectionSubscription(schema, it)),
  })
  const webhooks = { store, publicUrl, log, identityKey, clock, waitForPosition, name: schema }
  return {
    name: schema,
    endpoints: [...table.map((entry) => entry.endpoint), twilioStatus, twilioInbound],
    router: Router({ caseSensitive: true }).use(
      twilioWebhooks({ ...webhooks, authToken: channels.sms?.authToken }),
      createServiceRouter({
        name: schema,
        store,
        routes: table,
        waitForPosition,
        identityKey,
        limitScale,
        clock,
      }),
    ),
    /** Commands for whoever fills the store without HTTP; what is only for show goes out to nobody. */
    writeMessage: (message: NewMessage, metadata: Metadata, now: Date) =>
      commit(store, { metadata, now }, (ctx) =>
        writeMessage({ ...ctx, store, sender: business, limitScale }, message),
      ),
    receiveMessage: (message: Parameters<typeof receiveMessage>[1], metadata: Metadata, now: Date) =>
      commit(store, { metadata, now }, (ctx) => receiveMessage(ctx, message)),
  }
}
