import type { Pool } from '@plumbline/platform/db'
import {
  createEventStore,
  type EventStore,
  type Keyring,
  type Personal,
  type Wake,
} from '@plumbline/platform/event-store'
import { type ConsentChanged, type MessageEvent, personal } from './events.ts'
import { consents } from './projections/consents.ts'
import { messages } from './projections/messages.ts'

export const schema = 'messaging'
/** Written with every append. */
export const projections = [messages, consents]

export type StoreOptions = { pool: Pool; wake: Wake; keyring: Keyring }

export const openStore = (options: StoreOptions): EventStore =>
  createEventStore({
    ...options,
    schema,
    projections,
    personal: personal satisfies Personal<MessageEvent | ConsentChanged>,
  })
