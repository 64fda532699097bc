import type { Invoice } from '@plumbline/billing/api'
import { useAction } from '@plumbline/contract/action'
import { readAll } from '@plumbline/contract/list'
import { useRights } from '@plumbline/contract/rights'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { invoiceList } from './invoiceList.ts'

const SendManyDialog = lazy(async () => ({ default: (await import('./SendManyDialog.tsx')).SendManyDialog }))

/** Reminds all customers whose invoices are overdue, whatever the list is filtered by. */
export function RemindOverdue() {
  const [invoices, setInvoices] = useState<readonly Invoice[] | null>(null)
  const loading = useAction(() => readAll(invoiceList, { status: 'overdue', sort: 'overdue' }), {
    failure: 'The overdue invoices could not be loaded.',
  })
  const { may } = useRights()
  if (!may('invoices.edit')) return null
  return (
    <>
      <button
        type="button"
        aria-label="Remind all overdue"
        aria-busy={loading.pending}
        onClick={() => loading.run(undefined, { onSuccess: setInvoices })}
      >
        <Bell size={15} aria-hidden />
        Remind all
      </button>
      <Suspense>
        {invoices && <SendManyDialog kind="reminder" invoices={invoices} onClose={() => setInvoices(null)} />}
      </Suspense>
    </>
  )
}
