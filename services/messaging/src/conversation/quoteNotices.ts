import {
  type QuoteApproved,
  type QuoteEvent,
  type QuoteSent,
  quoteNumberText,
} from '@plumbline/billing/events'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import { readSender } from '../sender.ts'
import type { MessagingContext } from '../settings.ts'
import { linkPlaceholder } from '../texts/linkPlaceholder.ts'
import { quoteApprovedText, quoteText } from '../texts/templates.ts'
import type { NewMessage } from './commands.ts'

type Notice = Pick<NewMessage, 'channel' | 'content' | 'subject' | 'cause' | 'attachment'>

/** What a customer is written when a quote goes out: nothing where it was handed over in person. */
export async function quoteNotices(
  ctx: MessagingContext,
  event: Recorded<QuoteSent>,
  firstName: string,
): Promise<Notice[]> {
  const { quoteId, channel } = event.data
  if (channel === 'in_person') return []
  const link = linkPlaceholder({ kind: 'quote', id: quoteId })
  const quote = { number: quoteNumberText(quoteId), title: await titleOf(ctx, event), link }
  return [{ ...quoteText(channel, firstName, quote, await readSender(ctx)), channel, cause: 'quote' }]
}

/** A copy of what was agreed, which customers are owed. */
export async function approvalNotices(
  ctx: MessagingContext,
  event: Recorded<QuoteApproved>,
  firstName: string,
): Promise<Notice[]> {
  const { quoteId, totalCents } = event.data
  const number = quoteNumberText(quoteId)
  const quote = { number, title: await titleOf(ctx, event), totalCents }
  return [
    {
      ...quoteApprovedText(firstName, quote, await readSender(ctx)),
      ...{ channel: 'email', cause: 'quote-approval', attachment: { name: `${number}.pdf`, quoteId } },
    },
  ]
}

/** Of the revision that was sent or approved. */
async function titleOf(
  { db, keyring }: MessagingContext,
  { stream, data: { revision } }: Recorded<QuoteSent | QuoteApproved>,
): Promise<string> {
  const history = await readStream<QuoteEvent>(db, stream, { keyring })
  const saved = history.findLast((event) => event.type === 'QuoteRevised' && event.data.revision === revision)
  return saved?.type === 'QuoteRevised' ? saved.data.title : ''
}
