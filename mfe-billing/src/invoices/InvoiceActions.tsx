import { css } from '@emotion/react'
import { type InvoiceDetails, invoicePdf } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { Button, buttonStyle, color, confirm, space, text } from '@plumbline/ui'
import { Download, Mail, Pencil } from 'lucide-react'
import type { Acts } from './InvoiceDrawer.tsx'
import { isOwed } from './invoice.ts'
import { issue, takeBack } from './queries.ts'
import { useAct } from './useAct.ts'
import { useSend } from './useSend.ts'

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-top: ${space(5)};
`

/** What can be done with an invoice now. */
export function InvoiceActions({
  invoice,
  onPay,
  onRemind,
  onEdit,
}: { invoice: InvoiceDetails; onEdit: () => void } & Acts) {
  const { act, acting } = useAct()
  const { send, sending, offer } = useSend()
  const { id, status, invoiceNumber, paidAmount, lastSentAt } = invoice
  const askVoid = async () => {
    const yes = await confirm({
      title: 'Void this invoice?',
      text: 'It stays on record under its number, and nothing is owed for it any more.',
      action: 'Void invoice',
      danger: true,
    })
    if (yes) act(() => takeBack(id))
  }
  return (
    <>
      <div css={row}>
        {isOwed(invoice) && (
          <Button tone="primary" onClick={() => onPay(invoice)}>
            Process Payment
          </Button>
        )}
        {status === 'draft' && (
          <>
            <Button
              tone="primary"
              busy={acting}
              onClick={() =>
                act(
                  () => issue(id),
                  ({ invoiceNumber: number }) => offer(id, `Invoice #${id} issued as ${number}.`),
                )
              }
            >
              Issue invoice
            </Button>
            <Button onClick={onEdit}>
              <Pencil size={16} aria-hidden />
              Edit
            </Button>
          </>
        )}
        {status !== 'draft' && status !== 'void' && (
          <Button busy={sending} onClick={() => send(id)}>
            <Mail size={16} aria-hidden />
            Send Invoice
          </Button>
        )}
        {isOwed(invoice) && <Button onClick={() => onRemind(invoice)}>Send Reminder</Button>}
        <a
          css={buttonStyle()}
          href={invoicePdf.path.replace(':id', String(id))}
          download={`${invoiceNumber}.pdf`}
        >
          <Download size={16} aria-hidden />
          Download PDF
        </a>
        {status !== 'void' && Number(paidAmount) === 0 && (
          <Button tone="quiet" onClick={() => void askVoid()}>
            Void
          </Button>
        )}
      </div>
      {lastSentAt && (
        <p css={{ marginTop: space(3), color: color.muted, fontSize: text.sm }}>
          Sent {formatDay(lastSentAt)}
        </p>
      )}
    </>
  )
}
