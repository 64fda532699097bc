import { css } from '@emotion/react'
import { type InvoiceDetails, paymentMethodLabels } from '@plumbline/billing/api'
import { formatDateTime, formatDay, formatMoney } from '@plumbline/contract'
import { Button, color, confirm, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { refund } from './queries.ts'
import { useAct } from './useAct.ts'

const section = css`
  h3 { margin: ${space(6)} 0 ${space(2)}; font-size: ${text.lg}; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 ${space(3)}; align-items: center; padding: ${space(1.5)} 0; }
  li + li { border-top: 1px solid ${color.line}; }
  small { color: ${color.muted}; font-size: ${text.sm}; }
  li > span small { display: block; }
  header { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${space(2)}; margin: ${space(6)} 0 ${space(2)}; h3 { margin: 0; } }
`

type Payment = InvoiceDetails['payments'][number]

const cents = (amount: string) => Math.round(Number(amount) * 100)
const left = ({ amount, refunded }: Payment) => ((cents(amount) - cents(refunded)) / 100).toFixed(2)

type InvoiceHistoryProps = { invoice: InvoiceDetails; canRefund: boolean; children: ReactNode }

/** What was paid on an invoice, and all that happened to it. */
export function InvoiceHistory({ invoice, canRefund, children }: InvoiceHistoryProps) {
  const { act } = useAct()
  const { id, payments, reminders, history } = invoice
  const askRefund = async (payment: Payment) => {
    const yes = await confirm({
      title: `Refund ${formatMoney(left(payment))}?`,
      text: 'The payment stays on record, and what it paid is owed again.',
      action: 'Record refund',
      danger: true,
    })
    if (yes) act(() => refund(id, payment.id))
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
                    {Number(payment.refunded) > 0 && ` · ${formatMoney(payment.refunded)} refunded`}
                  </small>
                </span>
                {canRefund && Number(left(payment)) > 0 && (
                  <Button tone="quiet" size="sm" onClick={() => void askRefund(payment)}>
                    Refund
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
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
      <header>
        <h3>History</h3>
        {children}
      </header>
      <ul>
        {history.toReversed().map(({ at, text: words, actor }) => (
          <li key={`${at} ${words}`}>
            {words}
            <small>
              {formatDateTime(at)} · {actor.startsWith('user-') ? 'staff' : actor}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
