import { css } from '@emotion/react'
import {
  type Invoice,
  maxDescriptionLength,
  type PaymentMethod,
  paymentMethodLabels,
  paymentMethods,
} from '@plumbline/billing/api'
import { formatMoney } from '@plumbline/contract'
import type { Notice } from '@plumbline/contract/action'
import { FormDialog, RecordDialog, useForm } from '@plumbline/contract/form'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Button, Field, space, Textarea, text } from '@plumbline/ui'
import { AmountFields } from './AmountFields.tsx'
import { totalSoFar } from './invoice.ts'
import { contentFrom, JobForm } from './invoiceForm.ts'
import { createInvoice, invoicedAppointmentQuery, invoicesKey, recordPayment } from './queries.ts'
import { useConfirmDuplicate } from './useConfirmDuplicate.ts'
import { useSendInvoice } from './useSendInvoice.tsx'

const methods = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: ${space(1.5)}; font-weight: 600; font-size: ${text.sm}; }
`

type InvoiceJobDialogProps = { appointmentId: number; onClose: () => void }

/** Invoices a completed appointment on site, and records at once how it was paid; a widget of the job. */
export const InvoiceJobDialog = ({ appointmentId, onClose }: InvoiceJobDialogProps) => (
  <RecordDialog
    query={invoicedAppointmentQuery(appointmentId)}
    title="Invoice this job"
    failure="The appointment could not be loaded"
    onClose={onClose}
  >
    {(appointment) => <JobFormDialog appointment={appointment} onClose={onClose} />}
  </RecordDialog>
)

/** An invoice that was created, and what became of its payment. */
type Result = { invoice: Invoice; problem?: string }

type JobFormDialogProps = { appointment: AppointmentDetails; onClose: () => void }

function JobFormDialog({ appointment, onClose }: JobFormDialogProps) {
  const { id: appointmentId, customerId, customerName } = appointment
  const { confirmAndSend } = useSendInvoice()
  const confirmDuplicate = useConfirmDuplicate()
  const form = useForm(JobForm, {
    defaults: { ...contentFrom(appointment), tax: '0.00', taxRate: '' },
    confirmSend: () => confirmDuplicate({ appointmentId }),
    send: async ({ taxRate: _, ...values }, { key, intent }): Promise<Result> => {
      const invoice = await createInvoice({ ...values, customerId, appointmentId, status: 'pending' }, key)
      if (intent === '') return { invoice }
      try {
        const method = intent as PaymentMethod
        return { invoice: await recordPayment(invoice.id, { method }, `${key}-payment`) }
      } catch (error) {
        // the invoice stays; the page offers to take the payment
        return { invoice, problem: error instanceof Error ? error.message : String(error) }
      }
    },
    refetch: [invoicesKey],
    success: ({ invoice, problem }): Notice => ({
      ...(problem !== undefined && { title: 'Payment not confirmed' }),
      description: [`Invoice #${invoice.id} created.`, problem ?? paidText(invoice)]
        .filter(Boolean)
        .join(' '),
      action: { label: 'Send Invoice', onSelect: () => void confirmAndSend(invoice) },
    }),
    failure: 'Failed to create invoice',
    onDone: onClose,
  })
  const [amount, tax] = form.watch(['amount', 'tax'])
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title="Invoice this job"
      description={`${customerName ?? 'Unknown Customer'}, ${formatMoney(totalSoFar(amount, tax, []))}`}
      submitLabel="Pay later"
    >
      <fieldset css={methods}>
        <legend>Paid by</legend>
        {paymentMethods.map((method, index) => (
          <Button
            key={method}
            css={{ flex: '1 0 28%', minHeight: 44 }}
            data-autofocus={index === 0 || undefined}
            disabled={form.pending}
            onClick={() => form.submit(method)}
          >
            {paymentMethodLabels[method]}
          </Button>
        ))}
      </fieldset>
      <AmountFields
        amount={{ ...form.bind('amount'), ...form.error('amount') }}
        tax={{ ...form.bind('tax'), ...form.error('tax') }}
        taxRate={{ ...form.bind('taxRate'), ...form.error('taxRate') }}
      />
      <Field label="Description" required {...form.error('description')}>
        <Textarea limit={maxDescriptionLength} {...form.register('description')} />
      </Field>
    </FormDialog>
  )
}

const paidText = ({ paidAmount }: Invoice): string | null =>
  Number(paidAmount) > 0 ? `${formatMoney(paidAmount)} has been paid.` : null
