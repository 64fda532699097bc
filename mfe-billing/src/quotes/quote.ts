import { type Quote, type QuoteDetails, quoteStatuses, quoteStatusLabels } from '@plumbline/billing/api'
import { age } from '@plumbline/contract'
import { leadServices } from '@plumbline/crm/api'

/** What the status filter offers; open is sent or changes requested. */
export const statuses = [
  { value: '', label: 'All Statuses' },
  { value: 'open', label: 'Open' },
  ...quoteStatuses.map((value) => ({ value, label: quoteStatusLabels[value] })),
]

type Dated = Pick<Quote, 'status' | 'createdAt' | 'sentAt' | 'viewedAt' | 'answeredAt' | 'updatedAt'>

/** What happened to it last: `Viewed 3 days ago`. */
export function lastEvent(
  { status, createdAt, sentAt, viewedAt, answeredAt, updatedAt }: Dated,
  now: Date,
): string {
  switch (status) {
    case 'draft':
      return `Drafted ${age(createdAt, now)}`
    case 'sent':
      return viewedAt !== null && (sentAt === null || viewedAt >= sentAt)
        ? `Viewed ${age(viewedAt, now)}`
        : `Sent ${age(sentAt ?? updatedAt, now)}`
    case 'changes_requested':
      return `Asked ${age(updatedAt, now)}`
    case 'approved':
    case 'declined':
      return age(answeredAt ?? updatedAt, now)
    case 'expired':
    case 'withdrawn':
      return age(updatedAt, now)
  }
}

/** Whether the customer can answer it. */
export const isOpen = ({ status }: Pick<Quote, 'status'>): boolean =>
  status === 'sent' || status === 'changes_requested'

/** Whether another revision of it may be saved. */
export const isRevisable = ({ status }: Pick<Quote, 'status'>): boolean =>
  status !== 'approved' && status !== 'withdrawn'

/** Whether the last revision is not what the customer has. */
export const hasUnsentChanges = ({
  revision,
  sentRevision,
}: Pick<Quote, 'revision' | 'sentRevision'>): boolean => sentRevision !== null && revision > sentRevision

/** Whether the office may approve it for the customer: what was sent, also late or after a no. */
export const isApprovable = (quote: Pick<Quote, 'status' | 'sentRevision'>): boolean =>
  quote.sentRevision !== null && isRevisable(quote)

/** Whether what was sent can be answered until another day. */
export const isExtendable = ({ status }: Pick<Quote, 'status'>): boolean =>
  status === 'sent' || status === 'expired'

/** What the customer has in hand. */
export const offeredContent = ({ sentContent, content }: Pick<QuoteDetails, 'sentContent' | 'content'>) =>
  sentContent ?? content

/** What the last option or the only one is called. */
export const optionName = ({ name }: { name: string }, at: number): string => name || `Option ${at + 1}`

/** What a quote for a request begins to be called: as the option of the public page that was chosen. */
export const titleOfRequest = (
  serviceNeeded: string,
  options: readonly { value: string; label: string }[],
): string =>
  options.find(({ value }) => value === serviceNeeded)?.label ??
  (leadServices as Readonly<Record<string, string>>)[serviceNeeded] ??
  serviceNeeded

const shownParts = { quantities: 'quantities', unitPrices: 'unit prices', lineTotals: 'amounts of items' }

/** @example 'no quantities, no amounts of items'; empty where the customer sees everything. */
export const hiddenText = (show: QuoteDetails['content']['show']): string =>
  Object.entries(shownParts)
    .filter(([part]) => !show[part as keyof typeof shownParts])
    .map(([, text]) => `no ${text}`)
    .join(', ')
