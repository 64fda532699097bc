import { InvoiceSendRequested, PaymentReminderRequested } from '@plumbline/billing/events'
import { erased } from '@plumbline/platform/encryption'
import { commandsIn, type Recorded } from '@plumbline/platform/event-store'
import type { Subscription } from '@plumbline/platform/subscriptions'
import { AppointmentCancelled } from '@plumbline/scheduling/events'
import { messageTypes } from '../api.ts'
import { customerNow } from '../customerNow.ts'
import type { CustomerRow } from '../customers.ts'
import { invoiceToSend, owedSince } from '../delivery/invoiceBalance.ts'
import {
  cancellationSubject,
  cancellationText,
  invoiceSubject,
  invoiceText,
  reminderSubject,
  reminderText,
  type Sender,
} from '../delivery/templates.ts'
import type { MessagingContext, MessagingStore } from '../store.ts'
import { type NewMessage, writeMessage } from './commands.ts'
import { isWritten } from './queries.ts'

type Words = Omit<NewMessage, 'customer' | 'causeId'>

export const tellCustomerSubscription = { name: 'tellCustomer', version: 1, kind: 'reactor' } as const

export type TellCustomerOptions = {
  store: MessagingStore
  sender?: Sender
  clock: () => Date
  onCommitted: () => void
}

/** Tells customers of cancelled appointments and, when somebody asks for it, of what they owe and for what; each once. */
export const tellCustomer = ({ onCommitted, clock, store, sender }: TellCustomerOptions): Subscription => ({
  ...tellCustomerSubscription,
  types: ['AppointmentCancelled', 'PaymentReminderRequested', 'InvoiceSendRequested'],
  apply: async (tx, events) => {
    for (const event of events) {
      if (event.metadata.demo || event.erased) continue
      const metadata = { actor: 'messaging', requestId: event.metadata.requestId }
      const ctx = commandsIn(tx, store, { metadata, now: clock() })
      await writeNotices({ ...ctx, store, sender }, event)
    }
  },
  onCommitted,
})

async function writeNotices(ctx: MessagingContext, event: Recorded): Promise<void> {
  const customer = await customerNow(
    { db: ctx.db, keyring: ctx.store.keyring },
    (event.data as { customerId: number }).customerId,
  )
  if (!customer || customer.firstName === erased) return
  for (const words of await noticesOf(ctx, event, customer)) {
    // whoever rewinds the log must not write to people again
    if (await isWritten(ctx.db, event.id, words.channel)) continue
    await writeMessage(ctx, { ...words, customer, causeId: event.id })
  }
}

async function noticesOf(
  ctx: MessagingContext,
  event: Recorded,
  { firstName }: CustomerRow,
): Promise<Words[]> {
  const { db, sender } = ctx
  const boundTo = `${event.stream}@${event.version}`
  if (event.type === 'AppointmentCancelled') {
    const { notify, startsAt } = AppointmentCancelled.parse(event).data
    const content = cancellationText(firstName, startsAt, sender)
    const words = { content, subject: cancellationSubject, cause: 'cancellation', boundTo } as const
    return notify ? messageTypes.map((channel) => ({ ...words, channel })) : []
  }
  if (event.type === 'InvoiceSendRequested') return invoiceNotice(ctx, event, firstName)
  const { invoiceId, channel } = PaymentReminderRequested.parse(event).data
  const owed = await owedSince(db, invoiceId, event.version)
  if (owed <= 0) return []
  const content = reminderText(firstName, owed, invoiceId, sender)
  return [{ channel, content, subject: reminderSubject, cause: 'reminder', boundTo }]
}

async function invoiceNotice(
  { db, sender }: MessagingContext,
  event: Recorded,
  firstName: string,
): Promise<Words[]> {
  const { invoiceId, dueOn } = InvoiceSendRequested.parse(event).data
  const invoice = await invoiceToSend(db, invoiceId)
  if (!invoice || invoice.isVoid) return []
  const { number } = invoice
  const owedCents = await owedSince(db, invoiceId, event.version)
  return [
    {
      channel: 'email',
      cause: 'invoice',
      boundTo: `${event.stream}@${event.version}`,
      subject: invoiceSubject(number),
      content: invoiceText(firstName, { number, owedCents, dueOn }, sender),
      attachment: { name: `${number}.pdf`, invoiceId },
    },
  ]
}
