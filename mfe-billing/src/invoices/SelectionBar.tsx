import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { useAction } from '@plumbline/contract/action'
import { saveCsv } from '@plumbline/contract/list'
import { Button, Checkbox, color, layer, phone, radius, space } from '@plumbline/ui'
import { Bell, Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { isIssued, isOwed } from './invoice.ts'
import { invoicesCsv } from './invoiceCsv.ts'
import { type SendKind, SendManyDialog } from './SendManyDialog.tsx'
import type { Selection } from './useSelection.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  min-height: 48px;
  margin-bottom: ${space(3)};
  padding: ${space(1)} 0;
  &[data-active] {
    padding-inline: ${space(4)};
    position: sticky;
    z-index: calc(${layer.sticky} + 1);
    top: var(--sticky-top, 0px);
    border: 1px solid ${color.accent};
    border-radius: ${radius.control};
    background: ${color.surface};
  }
  > label, > span { margin-right: auto; font-variant-numeric: tabular-nums; }
  > span { font-weight: 600; }
  /* it stays in view on a phone, so it holds no more there than what is needed */
  ${phone} {
    &[data-active] { padding-inline: ${space(2)}; }
    &[data-active] > [data-export] { display: none; }
    /* hidden, but it keeps the focus */
    &[data-active] > label { position: absolute; clip-path: inset(50%); }
    > span { flex: 1 0 50%; }
    > [data-clear] { order: -1; }
    > span { order: -2; }
  }
`

/** The overdue invoices of a list, also those that are not loaded. */
export type OverdueInvoices = { count: number; load: () => Promise<readonly Invoice[]> }

type SelectionBarProps = { overdue: OverdueInvoices; selection: Selection }

/** What can be done with several invoices at once. */
export function SelectionBar({ overdue, selection }: SelectionBarProps) {
  const [sending, setSending] = useState<{ kind: SendKind; invoices: readonly Invoice[] } | null>(null)
  const loading = useAction(overdue.load, { failure: 'The overdue invoices could not be loaded.' })
  const chosen = selection.invoices
  const isAllOverdue =
    overdue.count > 0 && chosen.filter(({ status }) => status === 'overdue').length === overdue.count
  const chooseOverdue = (isChosen: boolean) =>
    isChosen ? loading.run(undefined, { onSuccess: selection.choose }) : selection.clear()
  const remind = (invoices: readonly Invoice[]) => setSending({ kind: 'reminder', invoices })
  const finish = (isAllSent: boolean) => {
    setSending(null)
    if (isAllSent) selection.clear()
  }
  if (overdue.count === 0 && chosen.length === 0 && !sending) return null
  return (
    <section css={bar} data-active={chosen.length > 0 || undefined} aria-label="Several invoices">
      {overdue.count > 0 && (
        <Checkbox
          label={`Select all overdue (${overdue.count})`}
          checked={isAllOverdue}
          onChange={(event) => chooseOverdue(event.target.checked)}
        />
      )}
      {chosen.length === 0 && overdue.count > 0 && (
        <Button
          size="sm"
          busy={loading.pending}
          onClick={() => loading.run(undefined, { onSuccess: remind })}
        >
          <Bell size={15} aria-hidden />
          Remind all overdue
        </Button>
      )}
      {chosen.length > 0 && (
        <>
          <span role="status">{chosen.length} selected</span>
          <Button size="sm" disabled={!chosen.some(isOwed)} onClick={() => remind(chosen)}>
            <Bell size={15} aria-hidden />
            Send reminder
          </Button>
          <Button
            size="sm"
            disabled={!chosen.some(isIssued)}
            onClick={() => setSending({ kind: 'invoice', invoices: chosen })}
          >
            <Mail size={15} aria-hidden />
            Send invoice
          </Button>
          <Button size="sm" data-export onClick={() => void saveCsv(invoicesCsv, chosen)}>
            <Download size={15} aria-hidden />
            Export selected
          </Button>
          <Button size="sm" tone="quiet" data-clear onClick={selection.clear}>
            Clear selection
          </Button>
        </>
      )}
      {sending && <SendManyDialog {...sending} onClose={finish} />}
    </section>
  )
}
