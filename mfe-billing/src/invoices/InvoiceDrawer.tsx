import { css } from '@emotion/react'
import { type InvoiceDetails, invoicePdf, paymentMethodLabels } from '@plumbline/billing/api'
import { formatDateTime, formatDay, formatMoney, toast } from '@plumbline/contract'
import {
  Button,
  buttonStyle,
  color,
  Drawer,
  EmptyState,
  ErrorState,
  Skeleton,
  StatusBadge,
  space,
  text,
  useConfirm,
} from '@plumbline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Link } from 'react-router-dom'
import { isOwed } from './invoice.ts'
import { invoiceQuery, issue, refresh, refund, takeBack } from './queries.ts'

const sheet = css`
  h3 { margin: ${space(6)} 0 ${space(2)}; font-size: ${text.lg}; }
  table { width: 100%; border-spacing: 0; }
  td, th { padding: ${space(1.5)} 0; text-align: left; font-weight: 400; vertical-align: top; overflow-wrap: anywhere; }
  td:last-of-type { padding-left: ${space(4)}; text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
  tfoot tr:first-of-type > * { border-top: 1px solid ${color.line}; }
  tfoot tr:last-of-type > * { font-weight: 650; }
  ul { margin: 0; padding: 0; list-style: none; }
  li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: ${space(2)}; align-items: center; padding: ${space(1.5)} 0; }
  li + li { border-top: 1px solid ${color.line}; }
  small { display: block; color: ${color.muted}; }
`

type Acts = { onPay: (invoice: InvoiceDetails) => void; onRemind: (invoice: InvoiceDetails) => void }

/** One invoice beside the list: amounts, payments, reminders, history. */
export function InvoiceDrawer({ id, onClose, ...acts }: { id: string | null; onClose: () => void } & Acts) {
  const { data, error, refetch } = useQuery({ ...invoiceQuery(id ?? ''), enabled: id !== null })
  return (
    <Drawer open={id !== null} onClose={onClose} title={id === null ? 'Invoice' : `Invoice #${id}`}>
      {error ? (
        <ErrorState title="The invoice could not be loaded" onRetry={() => void refetch()} />
      ) : data === null ? (
        <EmptyState title="Invoice Not Found">It may have another number.</EmptyState>
      ) : data ? (
        <Details invoice={data} {...acts} />
      ) : (
        <Skeleton height={320} />
      )}
    </Drawer>
  )
}

function Details({ invoice, onPay, onRemind }: { invoice: InvoiceDetails } & Acts) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const act = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onSuccess: () => refresh(queryClient),
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const { id, status, invoiceNumber, customerId, customerName, description, lines, payments } = invoice
  const askVoid = async () => {
    const yes = await confirm({
      title: 'Void this invoice?',
      text: 'It stays on record under its number, and nothing is owed for it any more.',
      action: 'Void invoice',
      danger: true,
    })
    if (yes) act.mutate(() => takeBack(id))
  }
  const askRefund = async (paymentId: number, amount: string) => {
    const yes = await confirm({
      title: `Refund ${formatMoney(amount)}?`,
      text: 'The payment stays on record, and what it paid is owed again.',
      action: 'Record refund',
      danger: true,
    })
    if (yes) act.mutate(() => refund(id, paymentId))
  }
  return (
    <div css={sheet}>
      <p css={{ display: 'flex', gap: space(3), alignItems: 'center', color: color.muted }}>
        <StatusBadge status={status} />
        {invoiceNumber}
      </p>
      <p css={{ marginTop: space(3) }}>
        <Link to={`/customers/${customerId}/invoices`}>{customerName ?? `Customer ${customerId}`}</Link>
        {invoice.appointmentId !== null && (
          <>
            {' · '}
            <Link to={`/appointments/${invoice.appointmentId}`}>The job</Link>
          </>
        )}
      </p>
      <p css={{ marginTop: space(3), overflowWrap: 'anywhere' }}>{description}</p>
      <table css={{ marginTop: space(4) }}>
        <tbody>
          {lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and keep their order
            <tr key={i}>
              <th scope="row">{line.description}</th>
              <td>{formatMoney(line.amount)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {Number(invoice.tax) > 0 && (
            <tr>
              <th scope="row">Tax</th>
              <td>{formatMoney(invoice.tax)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">Total</th>
            <td>{formatMoney(invoice.totalAmount)}</td>
          </tr>
          {Number(invoice.paidAmount) > 0 && (
            <tr>
              <th scope="row">Paid</th>
              <td>{formatMoney(invoice.paidAmount)}</td>
            </tr>
          )}
          <tr>
            <th scope="row">Balance</th>
            <td>{formatMoney(invoice.balance)}</td>
          </tr>
        </tfoot>
      </table>
      <p css={{ marginTop: space(3), color: color.muted }}>
        {invoice.issueDate ? `Issued ${formatDay(invoice.issueDate)} · ` : ''}Due {formatDay(invoice.dueDate)}
        {invoice.paidDate ? ` · Paid ${formatDay(invoice.paidDate)}` : ''}
      </p>
      <div css={{ display: 'flex', flexWrap: 'wrap', gap: space(2), marginTop: space(5) }}>
        {isOwed(invoice) && (
          <>
            <Button tone="primary" onClick={() => onPay(invoice)}>
              Process Payment
            </Button>
            <Button onClick={() => onRemind(invoice)}>Send Reminder</Button>
          </>
        )}
        {status === 'draft' && (
          <Button tone="primary" busy={act.isPending} onClick={() => act.mutate(() => issue(id))}>
            Issue invoice
          </Button>
        )}
        <a
          css={buttonStyle()}
          href={invoicePdf.path.replace(':id', String(id))}
          download={`${invoiceNumber}.pdf`}
        >
          <Download size={16} aria-hidden />
          Download PDF
        </a>
        {status !== 'void' && Number(invoice.paidAmount) === 0 && (
          <Button tone="quiet" onClick={() => void askVoid()}>
            Void
          </Button>
        )}
      </div>
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
                {Number(payment.refunded) < Number(payment.amount) && (
                  <Button
                    tone="quiet"
                    size="sm"
                    onClick={() =>
                      void askRefund(
                        payment.id,
                        (Number(payment.amount) - Number(payment.refunded)).toFixed(2),
                      )
                    }
                  >
                    Refund
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {invoice.reminders.length > 0 && (
        <>
          <h3>Reminders</h3>
          <ul>
            {invoice.reminders.map(({ at, channel, balance }) => (
              <li key={at}>
                <span>
                  {formatMoney(balance)} by {channel === 'sms' ? 'SMS' : 'email'}
                </span>
                <small>{formatDateTime(at)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>History</h3>
      <ul>
        {invoice.history.toReversed().map(({ at, text: words, actor }) => (
          <li key={`${at} ${words}`}>
            <span>{words}</span>
            <small>
              {formatDateTime(at)} · {actor.startsWith('user-') ? 'staff' : actor}
            </small>
          </li>
        ))}
      </ul>
    </div>
  )
}
