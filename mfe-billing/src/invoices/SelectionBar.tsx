import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { saveCsv } from '@plumbline/contract/list'
import { Button, Checkbox, color, layer, phone, radius, space } from '@plumbline/ui'
import { Bell, Download, Mail } from 'lucide-react'
import { useState } from 'react'
import { isDueForReminder, isIssued, isOwed } from './invoice.ts'
import { csvColumns } from './invoiceCsv.ts'
import { type SendKind, SendManyDialog } from './SendManyDialog.tsx'
import type { Selection } from './useSelection.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  min-height: 48px;
  margin-bottom: ${space(3)};
  padding: ${space(1)} ${space(4)};
  &[data-active] {
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
    padding-inline: ${space(2)};
    &[data-active] > [data-export] { display: none; }
    /* hidden, but it keeps the focus */
    &[data-active] > label { position: absolute; clip-path: inset(50%); }
    > span { flex: 1 0 50%; }
    > [data-clear] { order: -1; }
    > span { order: -2; }
  }
`

type SelectionBarProps = { visible: readonly Invoice[]; selection: Selection }

/** What can be done with several invoices at once. */
export function SelectionBar({ visible, selection }: SelectionBarProps) {
  const [sending, setSending] = useState<{ kind: SendKind; invoices: readonly Invoice[] } | null>(null)
  const chosen = selection.invoices
  const overdue = visible.filter(({ status }) => status === 'overdue')
  const toRemind = overdue.filter((it) => isDueForReminder(it, new Date()))
  const isAllOverdue = overdue.length > 0 && overdue.every(({ id }) => selection.has(id))
  const toggleOverdue = (isChosen: boolean) => (isChosen ? selection.choose(overdue) : selection.clear())
  const finish = (isAllSent: boolean) => {
    setSending(null)
    if (isAllSent) selection.clear()
  }
  if (overdue.length === 0 && chosen.length === 0 && !sending) return null
  return (
    <section css={bar} data-active={chosen.length > 0 || undefined} aria-label="Several invoices">
      {overdue.length > 0 && (
        <Checkbox
          label={`Select all overdue (${overdue.length})`}
          checked={isAllOverdue}
          onChange={(event) => toggleOverdue(event.target.checked)}
        />
      )}
      {chosen.length === 0 && toRemind.length > 0 && (
        <Button size="sm" onClick={() => setSending({ kind: 'reminder', invoices: overdue })}>
          <Bell size={15} aria-hidden />
          Remind all overdue
        </Button>
      )}
      {chosen.length > 0 && (
        <>
          <span role="status">{chosen.length} selected</span>
          <Button
            size="sm"
            disabled={!chosen.some(isOwed)}
            onClick={() => setSending({ kind: 'reminder', invoices: chosen })}
          >
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
          <Button
            size="sm"
            data-export
            onClick={() => void saveCsv('invoices.csv', csvColumns(chosen), chosen)}
          >
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
