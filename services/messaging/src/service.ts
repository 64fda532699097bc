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
import { visits } from './appointments.ts'
import { assignContactsSubscription } from './contact/assignContacts.ts'
import { type NewMessage, receiveMessage, writeMessage } from './conversation/commands.ts'
import { tellCustomerSubscription } from './conversation/notifyCustomer.ts'
import { routes } from './conversation/routes.ts'
import { customers } from './customers.ts'
import { deliveryMigrations } from './delivery/migrations.ts'
import { notifyOwnerSubscription } from './delivery/notifyOwner.ts'
import { startSendingSubscription } from './delivery/startSending.ts'
import type { Providers } from './delivery/startWorker.ts'
import type { Sender } from './delivery/templates.ts'
import { openStore, projections, type StoreOptions, schema } from './store.ts'
import { twilioWebhooks } from './webhook/routes.ts'

export { contactSubjectsOf, forgetDeliveries } from './contact/erasure.ts'
export { type MessagingOptions, messagingSubscriptions, startMessaging } from './delivery/startWorker.ts'
export { sendDelivery } from './delivery/worker.ts'

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
