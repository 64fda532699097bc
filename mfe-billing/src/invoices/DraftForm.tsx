import { type InvoiceDetails, invoiceLabels } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { formatTyped } from '@plumbline/contract/money'
import { Button, Callout, ConflictNotice, FormActions, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import type { Line } from '../lines/line.ts'
import { ApprovedAndInvoiced } from './ApprovedAndInvoiced.tsx'
import { InvoiceFields } from './InvoiceFields.tsx'
import { contentOf, FieldsForm, valuesOf } from './invoiceForm.ts'
import { changeInvoice, invoiceQuery, invoicesKey } from './queries.ts'

/** A value as people read it. */
function formatField(name: string, value: unknown): string {
  if (name === 'lines')
    return (value as Line[]).map((line) => `${line.description} ${formatTyped(line.amount)}`).join(', ')
  if (name === 'amount' || name === 'tax') return formatTyped(String(value))
  return name === 'dueDate' ? formatDay(String(value)) : String(value)
}

type DraftFormProps = { invoice: InvoiceDetails; etag: string; onClose: () => void }

/** Changes a draft in its drawer. */
export function DraftForm({ invoice, etag, onClose }: DraftFormProps) {
  const queryClient = useQueryClient()
  const { id, customerName, customerId, status } = invoice
  const isDraft = status === 'draft'
  const form = useForm(FieldsForm, {
    defaults: valuesOf(invoice),
    record: {
      etag,
      reload: () => queryClient.refetchQueries({ queryKey: invoiceQuery(String(id)).queryKey }),
    },
    send: (values, { ifMatch }) => changeInvoice(id, contentOf(values), ifMatch),
    refetch: [invoicesKey],
    success: `Invoice #${id} saved.`,
    failure: 'Failed to save invoice',
    onDone: onClose,
  })
  return (
    <form css={{ display: 'grid', gap: space(5) }} aria-label={`Edit Invoice #${id}`} {...form.props}>
      {isDraft ? (
        <ConflictNotice form={form} labels={invoiceLabels} format={formatField} />
      ) : (
        <Callout icon={<UsersRound size={16} aria-hidden />} title="This invoice is no longer a draft">
          Someone else {status === 'void' ? 'voided' : 'issued'} it while you were editing, so it can no
          longer be changed. What you entered is not saved.
        </Callout>
      )}
      {isDraft && invoice.quoteId != null && <ApprovedAndInvoiced quoteId={invoice.quoteId} />}
      <InvoiceFields form={form} customerName={customerName ?? `Customer ${customerId}`} />
      {isDraft ? (
        <FormActions action="Save Changes" pendingAction="Saving..." pending={form.pending}>
          <Button onClick={onClose}>Cancel</Button>
        </FormActions>
      ) : (
        <Button onClick={onClose}>Show the invoice</Button>
      )}
    </form>
  )
}
