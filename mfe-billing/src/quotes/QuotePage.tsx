import { css } from '@emotion/react'
import type { QuoteDetails } from '@plumbline/billing/api'
import { formatDateTime, formatDay, useParam } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { Callout, Card, color, PageHeader, phone, space, Timeline, text, touchLink } from '@plumbline/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { FileText, Hourglass, MessageSquareWarning, PencilLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ApprovedAndInvoiced } from '../invoices/ApprovedAndInvoiced.tsx'
import { whoDid } from '../invoices/InvoiceHistory.tsx'
import { QuoteNotFound } from '../NotFound.tsx'
import { QuoteActions, type QuoteDialog } from './QuoteActions.tsx'
import { QuoteApproval } from './QuoteApproval.tsx'
import { QuoteBadge } from './QuoteBadge.tsx'
import { QuoteContent } from './QuoteContent.tsx'
import { quoteQuery } from './queries.ts'
import { hasUnsentChanges, isRevisable } from './quote.ts'
import { rangeText } from './quotePrice.ts'
import { SendQuoteDialog } from './SendQuoteDialog.tsx'

const AnswerDialog = lazy(async () => ({ default: (await import('./AnswerDialogs.tsx')).AnswerDialog }))

const page = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(5)};
  ${phone} { gap: ${space(3)}; }
`

const headline = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  font-variant-numeric: tabular-nums;
  b { color: ${color.ink}; font-size: ${text.lg}; }
`

/** `/quotes/{id}`. */
export function QuotePage() {
  const { id = '' } = useParams()
  const { data } = useSuspenseQuery(quoteQuery(id))
  return data ? <QuoteOverview quote={data.value} etag={data.etag} /> : <QuoteNotFound />
}

function QuoteOverview({ quote, etag }: { quote: QuoteDetails; etag: string }) {
  const { id, quoteNumber, customerId, customerName, title, approval } = quote
  const { requestedChanges, declineReason, history } = quote
  const [asked, ask] = useParam('send')
  const [dialog, setDialog] = useState<Exclude<QuoteDialog, 'send'>>()
  const isSending = asked !== null && isRevisable(quote)
  const stopSending = () => ask(null, { replace: true })
  const open = (chosen: QuoteDialog) => (chosen === 'send' ? ask('1', { replace: true }) : setDialog(chosen))
  return (
    <>
      <title>{`${quoteNumber}, ${title}`}</title>
      <PageHeader
        title={title}
        badge={<QuoteBadge quote={quote} />}
        text={
          <div css={headline}>
            <Link css={touchLink} to={`/customers?customer=${customerId}`}>
              {customerName ?? `Customer ${customerId}`}
            </Link>
            <b>{rangeText(quote.totalFrom, quote.totalTo)}</b>
            <span>{datesOf(quote)}</span>
          </div>
        }
        back={<Link to="/quotes">Quotes</Link>}
        actions={<QuoteActions quote={quote} etag={etag} onOpen={open} />}
      />
      <div css={page}>
        {requestedChanges !== null && (
          <Callout
            icon={<MessageSquareWarning size={16} aria-hidden />}
            title={`${customerName ?? 'The customer'} asks for changes`}
          >
            <p css={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{requestedChanges}</p>
          </Callout>
        )}
        {hasUnsentChanges(quote) && isRevisable(quote) && (
          <Callout icon={<PencilLine size={16} aria-hidden />} title="These changes are not sent">
            <p>The customer has the version of before, and answers that one until you send this.</p>
          </Callout>
        )}
        {quote.status === 'declined' && declineReason && (
          <Card title="Why it was declined">{declineReason}</Card>
        )}
        {approval?.waitsForDeposit && (
          <Callout
            icon={<Hourglass size={16} aria-hidden />}
            title={`Waiting for the deposit of ${formatMoney(approval.price.deposit)}`}
          >
            <p>The approval counts, and the job can be scheduled, when it is paid.</p>
          </Callout>
        )}
        {approval && <ApprovedAndInvoiced quoteId={id} />}
        <QuoteApproval quote={quote} />
        <QuoteContent content={quote.content} approval={quote.approval} />
        <Card title="History">
          <Timeline
            entries={history.toReversed().map((entry) => ({
              id: `${entry.at} ${entry.text}`,
              icon: FileText,
              title: entry.text,
              at: (
                <span>
                  <time dateTime={entry.at}>{formatDateTime(entry.at)}</time> · {whoDid(entry)}
                </span>
              ),
            }))}
          />
        </Card>
      </div>
      {isSending && <SendQuoteDialog quote={quote} etag={etag} onClose={stopSending} />}
      <Suspense>
        {dialog && <AnswerDialog id={id} dialog={dialog} onClose={() => setDialog(undefined)} />}
      </Suspense>
    </>
  )
}

/** Its number and its days, in words. */
const datesOf = ({
  quoteNumber,
  appointmentId,
  sentAt,
  viewedAt,
  validUntil,
  status,
}: QuoteDetails): string =>
  [
    quoteNumber,
    appointmentId !== null && 'Change order',
    sentAt && `Sent ${formatDay(sentAt)}`,
    viewedAt && `Viewed ${formatDay(viewedAt)}`,
    validUntil && status !== 'approved' && `Valid until ${formatDay(validUntil)}`,
  ]
    .filter(Boolean)
    .join(' · ')
