import type { Comparison } from '@plumbline/billing/api'
import { type Notice, usePageNavigate } from '@plumbline/contract/action'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { formatMoney, moneyText } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Callout } from '@plumbline/ui'
import { Scale } from 'lucide-react'
import { Link } from 'react-router-dom'
import { invoiceQuote, quotesKey } from '../quotes/queries.ts'
import { besideRest, comparisonText } from './comparison.ts'
import { RestForm } from './invoiceForm.ts'
import { PaidBy, submitLabelOf } from './PaidBy.tsx'
import { invoicesKey, readInvoice } from './queries.ts'
import { type InvoicedJob, payInvoice, useJobNotice } from './useJobNotice.ts'

type InvoiceRestDialogProps = {
  appointment: AppointmentDetails
  comparison: Comparison
  toInvoice: NonNullable<Comparison['toInvoice']>
  onClose: () => void
}

/**
 * Invoices what is left of the quote that a job came from, with exactly what was approved. Where a credit is to be taken off
 * it is a draft: the amounts of an issued invoice stay.
 */
export function InvoiceRestDialog({ appointment, comparison, toInvoice, onClose }: InvoiceRestDialogProps) {
  const { quoteId, quoteNumber, amount } = toInvoice
  const beside = besideRest(comparison, amount)
  const isDraft = beside < 0
  const { may } = useRights()
  const navigate = usePageNavigate()
  const noticeOf = useJobNotice()
  const noticeOfDraft = ({ id }: InvoicedJob['invoice']): Notice => ({
    description: `Invoice #${id} is a draft.`,
    action: { label: 'Review the draft', onSelect: () => navigate(`/invoices?invoice=${id}`) },
  })
  const form = useForm(RestForm, {
    defaults: { method: null },
    send: async ({ method }, { key }) => {
      const status = isDraft ? 'draft' : 'pending'
      const { invoiceId } = await invoiceQuote({ id: quoteId, part: 'rest', status, total: amount }, key)
      return payInvoice(await readInvoice(invoiceId), method, key)
    },
    refetch: [invoicesKey, quotesKey],
    success: (job) => (isDraft ? noticeOfDraft(job.invoice) : noticeOf(job)),
    failure: 'Failed to create invoice',
    onDone: onClose,
  })
  const method = form.watch('method')
  const total = formatMoney(amount)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title="Invoice this job"
      description={`${appointment.customerName ?? 'Unknown Customer'}, ${total}`}
      submitLabel={isDraft ? 'Create draft' : submitLabelOf(method, total)}
    >
      <p>
        As approved in{' '}
        {may('quotes.edit') ? <Link to={`/quotes/${quoteId}`}>{quoteNumber}</Link> : quoteNumber}, less what
        is invoiced already.
      </p>
      <p css={{ fontVariantNumeric: 'tabular-nums' }}>{comparisonText(comparison)}</p>
      {beside !== 0 && <ChangeOrders cents={beside} />}
      {!isDraft && (
        <PaidBy value={method} disabled={form.pending} onChange={(chosen) => form.set('method', chosen)} />
      )}
    </FormDialog>
  )
}

/** What else was approved of the job: this invoice is without it. */
function ChangeOrders({ cents }: { cents: number }) {
  const size = formatMoney(moneyText(Math.abs(cents)))
  return (
    <Callout
      icon={<Scale size={16} aria-hidden />}
      title={
        cents < 0 ? `A credit of ${size} was approved, too.` : `${size} was approved in change orders, too.`
      }
    >
      <p>
        {cents < 0
          ? 'Take it off in the draft before you issue it.'
          : 'It is not in this invoice: each change order has its own.'}
      </p>
    </Callout>
  )
}
