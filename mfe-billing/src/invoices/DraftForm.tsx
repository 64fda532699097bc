import type { InvoiceDetails } from '@plumbline/billing/api'
import { formatDay, formatMoney, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { Button, ConflictNotice, FormActions, space, text } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { type Form, grid, InvoiceFields } from './InvoiceFields.tsx'
import { contentOf, FieldsForm, valuesOf } from './invoiceForm.ts'
import { edit, invoiceQuery, refresh } from './queries.ts'

const fieldLabels = {
  appointmentId: 'Appointment',
  description: 'Description',
  amount: 'Amount',
  tax: 'Tax',
  lines: 'Lines',
  dueDate: 'Due date',
}

/** A value as people read it. */
function formatField(name: string, value: unknown): string {
  if (Array.isArray(value))
    return value.map(({ description, amount }) => `${description} ${formatMoney(amount)}`).join(', ')
  const text = String(value)
  if (name === 'amount' || name === 'tax') return formatMoney(text)
  return name === 'dueDate' ? formatDay(text) : text
}

type DraftFormProps = { invoice: InvoiceDetails; etag: string; onDone: () => void }

/** A draft while it is being changed, in the place where it is read. */
export function DraftForm({ invoice, etag, onDone }: DraftFormProps) {
  const queryClient = useQueryClient()
  const { id, customerName, customerId } = invoice
  const form = useForm(FieldsForm, {
    defaults: valuesOf(invoice),
    record: {
      etag,
      reload: () => queryClient.refetchQueries({ queryKey: invoiceQuery(String(id)).queryKey }),
    },
    send: (values, { ifMatch }) => edit(id, contentOf(values), ifMatch),
    onDone: async () => {
      await refresh(queryClient)
      toast({ title: 'Success!', description: `Invoice #${id} saved.` })
      onDone()
    },
    onFailed: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to save invoice',
        tone: 'destructive',
      }),
  })
  return (
    <form css={grid} aria-label={`Edit Invoice #${id}`} {...form.props}>
      <ConflictNotice form={form} labels={fieldLabels} format={formatField} />
      <InvoiceFields
        form={form as unknown as Form}
        customer={
          <p css={{ display: 'grid', gap: space(1.5) }}>
            <b css={{ fontSize: text.sm, fontWeight: 600 }}>Customer</b>
            {customerName ?? `Customer ${customerId}`}
          </p>
        }
      />
      <FormActions action="Save Changes" pendingAction="Saving..." pending={form.pending}>
        <Button onClick={onDone}>Cancel</Button>
      </FormActions>
    </form>
  )
}
