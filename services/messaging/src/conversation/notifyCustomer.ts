import type {
  InvoiceSendRequested,
  PaymentReminderRequested,
  QuoteApproved,
  QuoteSent,
} from '@plumbline/billing/events'
import type { CustomerLinkCodeSent } from '@plumbline/crm/events'
import { erased } from '@plumbline/platform/encryption'
import type { Recorded } from '@plumbline/platform/event-store'
import type { Reactor } from '@plumbline/platform/service'
import type { AppointmentCancelled } from '@plumbline/scheduling/events'
import { messageTypes } from '../api.ts'
import { loadCustomerFromLog } from '../customers.ts'
import { payableOf, remindedInvoices } from '../rules/invoiceBalance.ts'
import { readSender } from '../sender.ts'
import type { MessagingContext, MessagingSettings } from '../settings.ts'
import { codePlaceholder } from '../texts/linkPlaceholder.ts'
import { accessCodeText, cancellationText, invoiceText, paymentReminderText } from '../texts/templates.ts'
import { type NewMessage, writeMessage } from './commands.ts'
import { isWritten } from './queries.ts'
import { approvalNotices, quoteNotices } from './quoteNotices.ts'

type NoticeEvent =
  | AppointmentCancelled
  | PaymentReminderRequested
  | InvoiceSendRequested
  | QuoteSent
  | QuoteApproved
  | CustomerLinkCodeSent

/**
 * Writes to customers about cancelled appointments and approved quotes, the codes that they ask for and, when staff ask for
 * it, about invoices, what is owed of them, and quotes; once each.
 */
export const notifyCustomer: Reactor<MessagingSettings, NoticeEvent> = {
  // the name of its checkpoint in stored data
  name: 'tellCustomer',
  version: 1,
  types: [
    'AppointmentCancelled',
    'PaymentReminderRequested',
    'InvoiceSendRequested',
    'QuoteSent',
    'QuoteApproved',
    'CustomerLinkCodeSent',
  ],
  react: async ({ events, contextFor }) => {
    for (const event of events)
      if (!event.metadata.demo && !event.erased) await writeNotices(contextFor(event), event)
  },
}

async function writeNotices(ctx: MessagingContext, event: Recorded<NoticeEvent>): Promise<void> {
  const customer = await loadCustomerFromLog(ctx, event.data.customerId)
  if (!customer || customer.firstName === erased) return
  for (const notice of await noticesFor(ctx, event, customer.firstName)) {
    // an operator may have rewound the checkpoint
    if (await isWritten(ctx.db, event.id, notice.channel)) continue
    const validForVersion = `${event.stream}@${event.version}`
    await writeMessage(ctx, { ...notice, customer, causeId: event.id, validForVersion })
  }
}

type Notice = Pick<NewMessage, 'channel' | 'content' | 'subject' | 'cause' | 'attachment'>

async function noticesFor(
  ctx: MessagingContext,
  event: Recorded<NoticeEvent>,
  firstName: string,
): Promise<Notice[]> {
  switch (event.type) {
    case 'AppointmentCancelled':
      return cancellationNotices(ctx, event.data, firstName)
    case 'InvoiceSendRequested':
      return invoiceNotices(ctx, event.data, firstName)
    case 'PaymentReminderRequested':
      return paymentReminders(ctx, event, firstName)
    case 'QuoteSent':
      return quoteNotices(ctx, event, firstName)
    case 'QuoteApproved':
      return approvalNotices(ctx, event, firstName)
    case 'CustomerLinkCodeSent': {
      const { channel } = event.data
      const text = accessCodeText(codePlaceholder(event.data), await readSender(ctx))
      return [{ ...text, channel, cause: 'access-code' }]
    }
  }
}

async function cancellationNotices(
  ctx: MessagingContext,
  { notify, ...cancelled }: AppointmentCancelled['data'],
  firstName: string,
): Promise<Notice[]> {
  if (!notify) return []
  const sender = await readSender(ctx)
  return messageTypes.map((channel) => ({
    ...cancellationText(channel, firstName, cancelled, sender),
    channel,
    cause: 'cancellation',
  }))
}

async function paymentReminders(
  ctx: MessagingContext,
  { data, version }: Recorded<PaymentReminderRequested>,
  firstName: string,
): Promise<Notice[]> {
  const { invoiceId, channel, inMessageOf } = data
  if (inMessageOf !== undefined) return []
  const reminded = await remindedInvoices(ctx.db, invoiceId, version)
  const payable = await Promise.all(reminded.map(({ id }) => payableOf(ctx.db, id)))
  const open = payable.flatMap((it) => (it && it.balanceCents > 0 ? [it] : []))
  if (open.length === 0) return []
  const numbers = open.map(({ number }) => number)
  const balanceCents = open.reduce((sum, it) => sum + it.balanceCents, 0)
  const text = paymentReminderText(channel, firstName, { numbers, balanceCents }, await readSender(ctx))
  return [{ ...text, channel, cause: 'payment-reminder' }]
}

async function invoiceNotices(
  ctx: MessagingContext,
  { invoiceId, dueOn }: InvoiceSendRequested['data'],
  firstName: string,
): Promise<Notice[]> {
  const payable = await payableOf(ctx.db, invoiceId)
  if (!payable) return []
  const { number, balanceCents } = payable
  const text = invoiceText(firstName, { number, balanceCents, dueOn }, await readSender(ctx))
  return [{ ...text, channel: 'email', cause: 'invoice', attachment: { name: `${number}.pdf`, invoiceId } }]
}
