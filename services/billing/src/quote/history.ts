import type { Recorded } from '@plumbline/platform/event-store'
import { dollars } from '@plumbline/platform/money'
import type { QuoteDetails } from '../api.ts'
import type { QuoteApproved, QuoteEvent, QuoteSent } from '../events.ts'
import { dayText } from './dayText.ts'

type Entry = QuoteDetails['history'][number]

/** The time that the event states; it may be stored later. */
function occurredAt({ type, data }: QuoteEvent): string {
  switch (type) {
    case 'QuoteDrafted':
      return data.draftedAt
    case 'QuoteRevised':
      return data.revisedAt
    case 'QuoteSent':
      return data.sentAt
    case 'QuoteViewed':
      return data.viewedAt
    case 'QuoteChangesRequested':
      return data.requestedAt
    case 'QuoteApproved':
      return data.approvedAt
    case 'QuoteDeclined':
      return data.declinedAt
    case 'QuoteExpired':
      return data.expiredAt
    case 'QuoteExtended':
      return data.extendedAt
    case 'QuoteWithdrawn':
      return data.withdrawnAt
    case 'QuoteScheduled':
      return data.scheduledAt
    case 'QuoteInvoiced':
      return data.invoicedAt
    case 'QuoteCostsChanged':
      return data.changedAt
  }
}

function sentence({ type, data }: QuoteEvent): string {
  switch (type) {
    case 'QuoteDrafted':
      return 'Drafted'
    case 'QuoteRevised':
      return data.revision === 1 ? 'Draft saved' : `Revision ${data.revision} saved`
    case 'QuoteSent':
      return sentText(data)
    case 'QuoteViewed':
      return 'Viewed by the customer'
    case 'QuoteChangesRequested':
      return 'The customer asked for changes'
    case 'QuoteApproved':
      return `${approvedText(data)}, ${dollars(data.totalCents)}`
    case 'QuoteDeclined':
      return data.by === 'customer' ? 'Declined by the customer' : 'Declined for the customer'
    case 'QuoteExpired':
      return 'Expired'
    case 'QuoteExtended':
      return `Extended until ${dayText(data.validUntil)}`
    case 'QuoteWithdrawn':
      return 'Withdrawn'
    case 'QuoteScheduled':
      return 'Scheduled'
    case 'QuoteInvoiced':
      return `${data.part === 'deposit' ? 'Deposit invoiced' : 'Invoiced'}, ${dollars(data.totalCents)}`
    case 'QuoteCostsChanged':
      return 'Costs changed'
  }
}

const ways = { email: 'Sent by email', sms: 'Sent by SMS', in_person: 'Handed over in person' } as const

const sentText = ({ channel, revision }: QuoteSent['data']) =>
  revision === 1
    ? ways[channel]
    : `Revision ${revision}: ${ways[channel].toLowerCase().replace('sms', 'SMS')}`

function approvedText({ by, signerName }: QuoteApproved['data']): string {
  if (by === 'customer') return `Approved by ${signerName ?? 'the customer'}`
  return `Approved for ${signerName ?? 'the customer'}`
}

/** In the append of `QuoteDrafted`. */
const draftedWith: readonly string[] = ['QuoteRevised', 'QuoteCostsChanged'] satisfies QuoteEvent['type'][]
const draftedEvents = 1 + draftedWith.length

/** What happened, oldest first. What a quote was drafted with is no entry of its own. */
export const historyOf = (events: readonly Recorded<QuoteEvent>[]): Entry[] =>
  events
    .filter(({ type, version }) => version > draftedEvents || !draftedWith.includes(type))
    .map((event) => ({
      at: occurredAt(event),
      actor: event.metadata.actor,
      ...(event.metadata.actorName && { actorName: event.metadata.actorName }),
      text: sentence(event),
    }))
