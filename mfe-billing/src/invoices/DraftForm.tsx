import type { InvoiceDetails } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { Button, ConflictNotice, FormActions, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { InvoiceFields } from './InvoiceFields.tsx'
import { contentOf, FieldsForm, type Line, valuesOf } from './invoiceForm.ts'
import { changeInvoice, invoiceQuery, invoicesKey } from './queries.ts'

const fieldLabels = {
  appointmentId: 'Appointment',
  description: 'Description',
  amount: 'Amount',
  tax: 'Tax',
  lines: 'Items',
  dueDate: 'Due date',
}

/** A value as people read it. */
function formatField(name: string, value: unknown): string {
  if (name === 'lines')
    return (value as Line[]).map((line) => `${line.description} ${formatMoney(line.amount)}`).join(', ')
  if (name === 'amount' || name === 'tax') return formatMoney(String(value))
  return name === 'dueDate' ? formatDay(String(value)) : String(value)
}

type DraftFormProps = { invoice: InvoiceDetails; etag: string; onClose: () => void }

/** Changes a draft in its drawer. */
export function DraftForm({ invoice, etag, onClose }: DraftFormProps) {
  const queryClient = useQueryClient()
  const { id, customerName, customerId } = invoice
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
      <ConflictNotice form={form} labels={fieldLabels} format={formatField} />
      <InvoiceFields form={form} customerName={customerName ?? `Customer ${customerId}`} />
      <FormActions action="Save Changes" pendingAction="Saving..." pending={form.pending}>
        <Button onClick={onClose}>Cancel</Button>
      </FormActions>
    </form>
  )
}
