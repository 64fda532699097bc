import { PaymentReminderRequested } from '@plumbline/billing/events'
import type { CustomerEvent } from '@plumbline/crm/events'
import {
  type EventStore,
  erased,
  type Keyring,
  type Recorded,
  readStream,
  type Subscription,
} from '@plumbline/platform/event-store'
import { AppointmentCancelled } from '@plumbline/scheduling/events'
import { messageTypes } from '../api.ts'
import { type Act, type NewMessage, writeMessage } from '../messages.ts'
import {
  cancellationSubject,
  cancellationText,
  reminderSubject,
  reminderText,
  type Sender,
} from '../notices.ts'
import { type CustomerRow, customers } from '../projections/customers.ts'
import { isWritten } from '../projections/messageQueries.ts'
import { owedNow } from './owedNow.ts'

type Words = Omit<NewMessage, 'customer' | 'causeId'>

export const tellCustomerSubscription = { name: 'tellCustomer', version: 1, kind: 'reactor' } as const

export type TellCustomerOptions = {
  store: Pick<EventStore, 'handle'>
  keyring: Keyring
  sender?: Sender
  clock: () => Date
  committed: () => void
}

/** Tells customers of cancelled appointments and, when somebody asks for it, of what they owe; each once. */
export const tellCustomer = ({ committed, clock, ...tools }: TellCustomerOptions): Subscription => ({
  ...tellCustomerSubscription,
  types: ['AppointmentCancelled', 'PaymentReminderRequested'],
  apply: async (tx, events) => {
    for (const event of events) {
      if (event.metadata.demo || event.erased) continue
      const metadata = { actor: 'messaging', requestId: event.metadata.requestId }
      await tell({ ...tools, db: tx, metadata, now: clock() }, event)
    }
  },
  committed,
})

async function tell(act: Act, event: Recorded): Promise<void> {
  const customer = await customerNow(act, (event.data as { customerId: number }).customerId)
  if (!customer || customer.firstName === erased) return
  for (const words of await noticesOf(act, event, customer)) {
    // whoever rewinds the log must not write to people again
    if (await isWritten(act.db, event.id, words.channel)) continue
    await writeMessage(act, { ...words, customer, causeId: event.id })
  }
}

async function noticesOf({ db, sender }: Act, event: Recorded, { firstName }: CustomerRow): Promise<Words[]> {
  if (event.type === 'AppointmentCancelled') {
    const { notify, startsAt } = AppointmentCancelled.parse(event).data
    const content = cancellationText(firstName, startsAt, sender)
    const words = { content, subject: cancellationSubject, cause: 'cancellation' } as const
    return notify ? messageTypes.map((channel) => ({ ...words, channel })) : []
  }
  const { invoiceId, channel } = PaymentReminderRequested.parse(event).data
  const owed = await owedNow(db, event)
  if (owed <= 0) return []
  const content = reminderText(firstName, owed, invoiceId, sender)
  return [{ channel, content, subject: reminderSubject, cause: 'reminder' }]
}

/** From the log itself: the read model may not have come as far as this reader. */
async function customerNow({ db, keyring }: Tools, id: number): Promise<CustomerRow | null> {
  const history = await readStream<CustomerEvent>(db, `customer-${id}`, { keyring })
  const row = history
    .filter(isFollowed)
    .reduce<CustomerRow | null>((row, event) => customers.evolve(row, event, id), null)
  return row?.mergedInto ? customerNow({ db, keyring }, row.mergedInto) : row
}

type Tools = Pick<Act, 'db' | 'keyring'>
type Followed = Parameters<typeof customers.evolve>[1]
const isFollowed = (event: { type: string }): event is Followed =>
  (customers.types as readonly string[]).includes(event.type)
