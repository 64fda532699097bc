import { css } from '@emotion/react'
import {
  type InvoiceDetails,
  invoiceFields,
  invoiceLabels,
  type PaymentMethod,
  paymentMethodLabels,
  paymentMethods,
} from '@plumbline/billing/api'
import { type Notice, useAction } from '@plumbline/contract/action'
import { FormDialog, RecordDialog, useForm } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Button, color, Field, space, Textarea, text } from '@plumbline/ui'
import { Check } from 'lucide-react'
import { sumsSoFar, taxOf } from '../lines/line.ts'
import { AmountFields } from './AmountFields.tsx'
import { contentFrom, JobForm } from './invoiceForm.ts'
import { defaultTaxRate, type InvoiceTerms } from './invoiceTerms.ts'
import { createInvoice, invoicesKey, jobToInvoiceQuery, recordPayment, undoInvoice } from './queries.ts'
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

const chosen = css`
  border-color: ${color.accent};
  background: ${color.accentTint};
`

type InvoiceJobDialogProps = { appointmentId: number; onClose: () => void }

/** Invoices a completed appointment on site, and records at once how it was paid; a widget of the job. */
export const InvoiceJobDialog = ({ appointmentId, onClose }: InvoiceJobDialogProps) => (
  <RecordDialog
    query={jobToInvoiceQuery(appointmentId)}
    title="Invoice this job"
    failure="The appointment could not be loaded"
    onClose={onClose}
  >
    {(job) => <JobFormDialog {...job} onClose={onClose} />}
  </RecordDialog>
)

/** An invoice that was created, and what became of its payment. */
type Result = { invoice: InvoiceDetails; problem?: string }

type JobFormDialogProps = { appointment: AppointmentDetails; terms: InvoiceTerms; onClose: () => void }

function JobFormDialog({ appointment, terms, onClose }: JobFormDialogProps) {
  const { id: appointmentId, customerId, customerName } = appointment
  const { confirmAndSend } = useSendInvoice()
  const confirmDuplicate = useConfirmDuplicate()
  const undoing = useAction(undoInvoice, {
    refetch: [invoicesKey],
    success: (_, { id }) => ({ title: 'Undone', description: `Invoice #${id} is void.` }),
    failure: 'Failed to undo. Please refund and void the invoice.',
  })
  const content = contentFrom(appointment)
  const taxRate = defaultTaxRate(terms, appointment.title)
  const form = useForm(JobForm, {
    defaults: { ...content, tax: taxOf(content.amount, taxRate, '0.00'), taxRate, method: null },
    confirmSend: () => confirmDuplicate({ appointmentId }),
    send: async ({ taxRate: _, method, ...values }, { key }): Promise<Result> => {
      const invoice = await createInvoice({ ...values, customerId, appointmentId, status: 'pending' }, key)
      if (method === null) return { invoice }
      try {
        return { invoice: await recordPayment(invoice.id, { method }, { key: `${key}-payment` }) }
      } catch (error) {
        // the invoice stays; the page offers to take the payment
        return { invoice, problem: error instanceof Error ? error.message : String(error) }
      }
    },
    refetch: [invoicesKey],
    success: ({ invoice, problem }): Notice => ({
      title: problem === undefined ? undefined : 'Payment not confirmed',
      description: [`Invoice #${invoice.id} created.`, problem ?? paidText(invoice)]
        .filter(Boolean)
        .join(' '),
      action: { label: 'Send Invoice', onSelect: () => void confirmAndSend(invoice) },
      // whether a payment was recorded is not known
      secondAction:
        problem === undefined ? { label: 'Undo', onSelect: () => undoing.run(invoice) } : undefined,
    }),
    failure: 'Failed to create invoice',
    onDone: onClose,
  })
  const [amount, tax, method] = form.watch(['amount', 'tax', 'method'])
  const total = formatMoney(sumsSoFar(amount, tax, []).total)
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title="Invoice this job"
      description={`${customerName ?? 'Unknown Customer'}, ${total}`}
      submitLabel={
        method
          ? `Create invoice, paid ${total} by ${nameOf[method as PaymentMethod]}`
          : 'Create invoice, unpaid'
      }
    >
      <AmountFields
        amount={{ ...form.bind('amount'), ...form.error('amount') }}
        tax={{ ...form.bind('tax'), ...form.error('tax') }}
        taxRate={{ ...form.bind('taxRate'), ...form.error('taxRate') }}
      />
      <fieldset css={methods}>
        <legend>Paid by</legend>
        {paymentMethods.map((it, index) => (
          <Button
            key={it}
            css={[{ flex: '1 0 28%', minHeight: 44 }, it === method && chosen]}
            data-autofocus={index === 0 || undefined}
            aria-pressed={it === method}
            disabled={form.pending}
            onClick={() => form.set('method', it === method ? null : it)}
          >
            {it === method && <Check size={16} aria-hidden />}
            {paymentMethodLabels[it]}
          </Button>
        ))}
      </fieldset>
      <Field label={invoiceLabels.description} required {...form.error('description')}>
        <Textarea limit={invoiceFields.description.maxLength} {...form.register('description')} />
      </Field>
    </FormDialog>
  )
}

/** In a sentence: names of services keep their capitals. */
const nameOf = {
  ...paymentMethodLabels,
  cash: 'cash',
  credit_card: 'credit card',
}

const paidText = ({ paidAmount }: InvoiceDetails): string | null =>
  Number(paidAmount) > 0 ? `${formatMoney(paidAmount)} has been paid.` : null
