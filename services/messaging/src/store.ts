import type { Pool } from '@plumbline/platform/db'
import type { Keyring, Personal } from '@plumbline/platform/encryption'
import {
  type Aggregate,
  type CommandContext,
  type DomainEvent,
  type EventStore,
  execute,
} from '@plumbline/platform/event-store'
import type { AppendNotifier } from '@plumbline/platform/subscriptions'
import { consents } from './consent/projection.ts'
import { contactMessages } from './contact/messages.ts'
import { contacts } from './contact/projection.ts'
import { messages } from './conversation/projection.ts'
import type { Sender } from './delivery/templates.ts'
import { type ConsentEvent, type ContactEvent, type MessageEvent, personal } from './events.ts'
import { recordOnly } from './recordOnly.ts'
import { reminderSkips } from './reminder/skips.ts'

export const schema = 'messaging'
/** Written with every append. */
export const projections = [messages, consents, reminderSkips, contacts, contactMessages]

export type StoreOptions = { pool: Pool; notifier: AppendNotifier; keyring: Keyring }
export type MessagingStore = EventStore & { keyring: Keyring }

export const openStore = (options: StoreOptions): MessagingStore => ({
  ...options,
  projections,
  personal: personal satisfies Personal<MessageEvent | ConsentEvent | ContactEvent>,
})

/** Commands of messaging also know who signs what goes out, and how many SMS a day may. */
export type MessagingContext = CommandContext & {
  store: MessagingStore
  sender?: Sender
  limitScale?: number
}

/** Appends an event to a stream without rules. Stream `<name>-<id>`. */
export const recordEvent = <Event extends DomainEvent>(
  ctx: CommandContext,
  name: string,
  id: number | string,
  event: Event,
) => {
  const aggregate: Aggregate<null, readonly DomainEvent[], DomainEvent, never> = { name, decider: recordOnly }
  return execute(ctx, aggregate, id, [event])
}
