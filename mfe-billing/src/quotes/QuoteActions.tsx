import { css } from '@emotion/react'
import { type QuoteDetails, quotePdf } from '@plumbline/billing/api'
import { useAction, usePageNavigate } from '@plumbline/contract/action'
import { centsOf } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { customerViewPath } from '@plumbline/crm/api'
import { Button, buttonStyle, confirm, IconButton, Menu, type MenuItem } from '@plumbline/ui'
import {
  CalendarClock,
  CalendarPlus,
  CircleCheck,
  CircleX,
  Download,
  Eye,
  Link2,
  MoreHorizontal,
  Pencil,
  ReceiptText,
  Send,
  Undo2,
} from 'lucide-react'
import { Link } from 'react-router-dom'
import { invoicesKey } from '../invoices/queries.ts'
import { useCopyLink } from '../invoices/useCopyLink.ts'
import { invoiceQuote, quotesKey, withdrawQuote } from './queries.ts'
import { hasUnsentChanges, isApprovable, isExtendable, isOpen, isRevisable } from './quote.ts'

// no wider than its picture, beside buttons that share a line
const menuButton = css`
  && { flex: none; }
`

export type QuoteDialog = 'send' | 'approve' | 'decline' | 'extend'

type QuoteActionsProps = { quote: QuoteDetails; etag: string; onOpen: (dialog: QuoteDialog) => void }

/** What can be done with a quote now; what comes next stands out. */
export function QuoteActions({ quote, etag, onOpen }: QuoteActionsProps) {
  const { id, status, quoteNumber } = quote
  const { may } = useRights()
  const withdrawing = useAction(withdrawQuote, {
    refetch: [quotesKey],
    success: `${quoteNumber} is withdrawn.`,
    failure: 'Failed to withdraw quote. Please try again.',
  })
  const confirmWithdraw = async () => {
    const isConfirmed = await confirm({
      title: 'Withdraw this quote?',
      text: 'It stays on record, and the customer cannot answer it any more.',
      action: 'Withdraw quote',
      danger: true,
    })
    if (isConfirmed) withdrawing.run({ id, etag })
  }
  const copying = useCopyLink('quote')
  const isSendable = isRevisable(quote) && (quote.sentRevision === null || hasUnsentChanges(quote))
  const mayAnswer = may('quotes.approve')
  // with changes that are not sent the customer would answer something else
  const isApproveNext = mayAnswer && isApprovable(quote) && status === 'sent' && !isSendable
  const menu: MenuItem[] = [
    ...(isOpen(quote) && !isSendable
      ? [{ label: 'Send again', icon: Send, onSelect: () => onOpen('send') }]
      : []),
    ...(mayAnswer && isApprovable(quote) && !isApproveNext
      ? [{ label: 'Approve for the customer', icon: CircleCheck, onSelect: () => onOpen('approve') }]
      : []),
    ...(mayAnswer && isOpen(quote)
      ? [{ label: 'Decline for the customer', icon: CircleX, onSelect: () => onOpen('decline') }]
      : []),
    ...(isExtendable(quote)
      ? [{ label: 'Extend', icon: CalendarClock, onSelect: () => onOpen('extend') }]
      : []),
    ...(quote.sentRevision === null
      ? []
      : [{ label: 'Copy customer link', icon: Link2, onSelect: () => copying.run(id) }]),
    {
      label: 'View as customer',
      icon: Eye,
      onSelect: () => void window.open(customerViewPath('quote', id), '_blank', 'noreferrer'),
    },
    {
      label: 'Download PDF',
      icon: Download,
      onSelect: () => downloadPdf(id, quoteNumber),
    },
    ...(isRevisable(quote)
      ? [{ label: 'Withdraw', icon: Undo2, danger: true, onSelect: () => void confirmWithdraw() }]
      : []),
  ]
  const isReviseNext = !isSendable && !isApproveNext
  return (
    <>
      <span css={menuButton}>
        <Menu
          label="More actions"
          trigger={<IconButton icon={MoreHorizontal} label="More actions" tone="secondary" />}
          items={menu}
        />
      </span>
      {isRevisable(quote) && (
        <Link to={`/quotes/${id}/edit`} css={buttonStyle(isReviseNext ? 'primary' : 'secondary')}>
          <Pencil size={16} aria-hidden />
          {quote.sentRevision === null ? 'Edit' : 'Revise'}
        </Link>
      )}
      {isSendable && (
        <Button tone="primary" onClick={() => onOpen('send')}>
          <Send size={16} aria-hidden />
          {quote.sentRevision === null ? 'Send' : 'Send the changes'}
        </Button>
      )}
      {isApproveNext && (
        <Button tone="primary" onClick={() => onOpen('approve')}>
          <CircleCheck size={16} aria-hidden />
          Approve for the customer
        </Button>
      )}
      {status === 'approved' && <ApprovedActions quote={quote} etag={etag} />}
    </>
  )
}

/** The approved work becomes the job and the invoices. */
function ApprovedActions({ quote, etag }: Omit<QuoteActionsProps, 'onOpen'>) {
  const { id, customerId, deposit, invoicedAmount, approval, scheduledId } = quote
  const { may } = useRights()
  const navigate = usePageNavigate()
  const invoicing = useAction(invoiceQuote, {
    refetch: [quotesKey, invoicesKey],
    success: (_, { part }) =>
      part === 'deposit' ? 'The invoice of the deposit is a draft.' : 'The invoice is a draft.',
    failure: 'Failed to create invoice',
    onDone: ({ invoiceId }) => navigate(`/invoices?invoice=${invoiceId}`),
  })
  const isScheduleNext = scheduledId === null && !approval?.waitsForDeposit && may('schedule.all.edit')
  const asksForDeposit = centsOf(deposit) > 0 && centsOf(invoicedAmount) === 0
  const isDepositNext = asksForDeposit && approval?.waitsForDeposit === true
  const isLeft = centsOf(invoicedAmount) < centsOf(approval?.price.total ?? '0.00')
  return (
    <>
      {may('invoices.edit') && asksForDeposit && (
        <Button
          tone={isDepositNext ? 'primary' : 'secondary'}
          busy={invoicing.input?.part === 'deposit'}
          onClick={() => invoicing.run({ id, etag, part: 'deposit' })}
        >
          Ask for the deposit
        </Button>
      )}
      {may('invoices.edit') && isLeft && (
        <Button
          tone={isScheduleNext || approval?.waitsForDeposit ? 'secondary' : 'primary'}
          busy={invoicing.input?.part === 'rest'}
          onClick={() => invoicing.run({ id, etag, part: 'rest' })}
        >
          <ReceiptText size={16} aria-hidden />
          Create invoice
        </Button>
      )}
      {isScheduleNext && (
        <Link to={`/appointments/new?customerId=${customerId}&quoteId=${id}`} css={buttonStyle('primary')}>
          <CalendarPlus size={16} aria-hidden />
          Schedule the job
        </Link>
      )}
    </>
  )
}

function downloadPdf(id: number, quoteNumber: string): void {
  const link = document.createElement('a')
  link.href = quotePdf.path.replace(':id', String(id))
  link.download = `${quoteNumber}.pdf`
  link.click()
}
