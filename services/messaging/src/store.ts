import type { Pool } from '@plumbline/platform/db'
import type { Keyring, Personal } from '@plumbline/platform/encryption'
import { createEventStore, type EventStore } from '@plumbline/platform/event-store'
import type { AppendNotifier } from '@plumbline/platform/subscriptions'
import { type ConsentEvent, type ContactEvent, type MessageEvent, personal } from './events.ts'
import { consents } from './projections/consents.ts'
import { contactMessages } from './projections/contactMessages.ts'
import { contacts } from './projections/contacts.ts'
import { messages } from './projections/messages.ts'
import { reminderSkips } from './projections/reminderSkips.ts'

export const schema = 'messaging'
/** Written with every append. */
export const projections = [messages, consents, reminderSkips, contacts, contactMessages]

export type StoreOptions = { pool: Pool; notifier: AppendNotifier; keyring: Keyring }

export const openStore = (options: StoreOptions): EventStore =>
  createEventStore({
    ...options,
    schema,
    projections,
    personal: personal satisfies Personal<MessageEvent | ConsentEvent | ContactEvent>,
  })
