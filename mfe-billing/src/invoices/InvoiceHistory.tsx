import { css } from '@emotion/react'
import { type InvoiceDetails, paymentMethodLabels } from '@plumbline/billing/api'
import { formatDateTime, formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { RestoreButton } from '@plumbline/contract/restore'
import { useRights } from '@plumbline/contract/rights'
import { Button, color, confirm, space, Timeline, text } from '@plumbline/ui'
import { ReceiptText } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { refundableOf } from './invoice.ts'
import { type Payment, RefundDialog } from './RefundDialog.tsx'
import { useUndoPayment } from './useUndoPayment.tsx'

const section = css`
  h3 { margin: ${space(6)} 0 ${space(2)}; font-size: ${text.lg}; }
  ul { margin: 0; padding: 0; list-style: none; }
  ul > li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 ${space(3)}; align-items: center; padding: ${space(1.5)} 0; }
  ul > li + li { border-top: 1px solid ${color.line}; }
  small { color: ${color.muted}; font-size: ${text.sm}; }
  li > span small { display: block; }
`

const historyHeading = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  margin: ${space(6)} 0 ${space(2)};
  h3 { margin: 0; }
`

type InvoiceHistoryProps = { invoice: InvoiceDetails; etag: string; canRefund: boolean; children: ReactNode }

/** The payments and reminders of an invoice, and everything that happened to it. */
export function InvoiceHistory({ invoice, etag, canRefund, children }: InvoiceHistoryProps) {
  const { id, payments, refunds, reminders, history } = invoice
  const { may } = useRights()
  const [toRefund, setToRefund] = useState<Payment | null>(null)
  const undoing = useUndoPayment()
  const confirmUndo = async ({ id: paymentId, amount }: Payment) => {
    const isConfirmed = await confirm({
      title: 'Undo this payment?',
      text: `For a payment that was recorded by mistake: no money goes back, and ${formatMoney(amount)} is owed again.`,
      action: 'Undo payment',
    })
    if (isConfirmed) undoing.run({ id, paymentId, amount, ifMatch: etag })
  }
  return (
    <div css={section}>
      {payments.length > 0 && (
        <>
          <h3>Payments</h3>
          <ul>
            {payments.map((payment) => (
              <li key={payment.id}>
                <span>
                  {formatMoney(payment.amount)}, {paymentMethodLabels[payment.method]}
                  <small>
                    {formatDay(payment.date)}
                    {refundText(payment, refunds)}
                  </small>
                </span>
                {canRefund && may('payments.refund') && Number(refundableOf(payment)) > 0 && (
                  <span data-screen-only>
                    {Number(payment.refunded) === 0 && (
                      <Button
                        tone="quiet"
                        size="sm"
                        busy={undoing.input?.paymentId === payment.id}
                        aria-label={`Undo payment of ${formatMoney(payment.amount)} of ${formatDay(payment.date)}`}
                        onClick={() => void confirmUndo(payment)}
                      >
                        Undo
                      </Button>
                    )}
                    <Button
                      tone="quiet"
                      size="sm"
                      aria-label={`Refund ${formatMoney(refundableOf(payment))} of ${formatDay(payment.date)}`}
                      onClick={() => setToRefund(payment)}
                    >
                      Refund
                    </Button>
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <div data-screen-only>
        {reminders.length > 0 && (
          <>
            <h3>Reminders</h3>
            <ul>
              {reminders.map(({ at, channel, balance }) => (
                <li key={at}>
                  {formatMoney(balance)} by {channel === 'sms' ? 'SMS' : 'email'}
                  <small>{formatDateTime(at)}</small>
                </li>
              ))}
            </ul>
          </>
        )}
        <div css={historyHeading}>
          <h3>History</h3>
          {children}
        </div>
        <Timeline
          entries={history.toReversed().map((entry) => ({
            id: `${entry.at} ${entry.text}`,
            icon: ReceiptText,
            title: entry.text,
            at: (
              <span>
                <time dateTime={entry.at}>{formatDateTime(entry.at)}</time> · {whoDid(entry)}
              </span>
            ),
            children: canRefund && entry.restore && (
              <RestoreButton path={entry.restore} change={`${entry.text}, ${formatDateTime(entry.at)}`} />
            ),
          }))}
        />
      </div>
      {toRefund && <RefundDialog invoiceId={id} payment={toRefund} onClose={() => setToRefund(null)} />}
    </div>
  )
}

/** What became of a payment; one that was recorded by mistake was not paid back. */
function refundText({ id, refunded }: Payment, refunds: InvoiceDetails['refunds']): string {
  const isUndone = refunds.some(({ paymentId, reason }) => paymentId === id && reason === 'undone')
  if (isUndone) return ' · undone'
  return Number(refunded) > 0 ? ` · ${formatMoney(refunded)} refunded` : ''
}

/** A person, or `automatic` for what the product did by itself. Entries of before users were named read `by staff`. */
export function whoDid({
  actor,
  actorName,
}: Pick<InvoiceDetails['history'][number], 'actor' | 'actorName'>): string {
  if (actor.startsWith('user-')) return `by ${actorName ?? 'staff'}`
  if (actor.startsWith('customer-')) return 'by the customer'
  return actor === 'demo' ? `by ${actorName ?? 'demo'}` : 'automatic'
}
