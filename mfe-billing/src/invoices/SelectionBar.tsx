import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { useAction } from '@plumbline/contract/action'
import { ExportButton } from '@plumbline/contract/list'
import { useRights } from '@plumbline/contract/rights'
import { Button, color, layer, phone, radius, space } from '@plumbline/ui'
import { Bell, Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isIssued, isOwed } from './invoice.ts'
import { invoicesCsv } from './invoiceCsv.ts'
import type { SendKind } from './SendManyDialog.tsx'
import type { Selection } from './useSelection.ts'

const SendManyDialog = lazy(async () => ({ default: (await import('./SendManyDialog.tsx')).SendManyDialog }))

const bar = css`
  position: sticky;
  z-index: calc(${layer.sticky} + 1);
  top: var(--sticky-top, 0px);
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(2)};
  min-height: 48px;
  margin-bottom: ${space(3)};
  padding: ${space(1)} ${space(4)};
  border: 1px solid ${color.accent};
  border-radius: ${radius.control};
  background: ${color.surface};
  > span { font-weight: 600; font-variant-numeric: tabular-nums; }
  > [data-all] { margin-right: auto; }
  > [role='status']:has(+ :not([data-all])) { margin-right: auto; }
  /* it stays in view on a phone, so it holds no more there than what is needed */
  ${phone} {
    padding-inline: ${space(2)};
    > [data-export] { display: none; }
    > [data-clear] { margin-left: auto; order: -1; }
    > span, > [data-all] { order: -2; }
    &::after { content: ''; flex-basis: 100%; order: -1; }
  }
`

type SelectionBarProps = {
  selection: Selection
  /** How many the filters leave. */
  count: number | undefined
  loadAll: () => Promise<readonly Invoice[]>
}

/** What can be done with the invoices that are selected. */
export function SelectionBar({ selection, count = 0, loadAll }: SelectionBarProps) {
  const [sending, setSending] = useState<{ kind: SendKind; invoices: readonly Invoice[] } | null>(null)
  const loading = useAction(loadAll, { failure: 'The other invoices could not be loaded.' })
  const { may } = useRights()
  const chosen = selection.invoices
  const send = (kind: SendKind) => setSending({ kind, invoices: chosen })
  const finish = (isAllSent: boolean) => {
    setSending(null)
    if (isAllSent) selection.clear()
  }
  return (
    <>
      {chosen.length > 0 && (
        <section css={bar} aria-label="Several invoices">
          <span role="status">{chosen.length.toLocaleString('en-US')} selected</span>
          {count > chosen.length && (
            <Button
              size="sm"
              tone="quiet"
              data-all
              busy={loading.pending}
              onClick={() => loading.run(undefined, { onSuccess: selection.choose })}
            >
              Select all {count.toLocaleString('en-US')}
            </Button>
          )}
          {may('invoices.edit') && (
            <>
              <Button size="sm" disabled={!chosen.some(isOwed)} onClick={() => send('reminder')}>
                <Bell size={15} aria-hidden />
                Send reminder
              </Button>
              <Button size="sm" disabled={!chosen.some(isIssued)} onClick={() => send('invoice')}>
                <Mail size={15} aria-hidden />
                Send invoice
              </Button>
            </>
          )}
          <ExportButton label="Export selected" file={invoicesCsv} items={chosen} />
          <Button size="sm" tone="quiet" data-clear onClick={selection.clear}>
            Clear selection
          </Button>
        </section>
      )}
      <Suspense>{sending && <SendManyDialog {...sending} onClose={finish} />}</Suspense>
    </>
  )
}
