import { invoiceFields, invoiceLabels } from '@plumbline/billing/api'
import { FormDialog, RecordDialog, useForm } from '@plumbline/contract/form'
import { formatMoney } from '@plumbline/contract/money'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import { Field, Textarea } from '@plumbline/ui'
import { sumsSoFar, taxOf } from '../lines/line.ts'
import { AmountFields } from './AmountFields.tsx'
import { InvoiceRestDialog } from './InvoiceRestDialog.tsx'
import { contentFrom, JobForm } from './invoiceForm.ts'
import { defaultTaxRate, type InvoiceTerms } from './invoiceTerms.ts'
import { PaidBy, submitLabelOf } from './PaidBy.tsx'
import { createInvoice, invoicesKey, jobToInvoiceQuery } from './queries.ts'
import { useConfirmDuplicate } from './useConfirmDuplicate.ts'
import { payInvoice, useJobNotice } from './useJobNotice.ts'

type InvoiceJobDialogProps = { appointmentId: number; onClose: () => void }

/**
 * Invoices a completed appointment on site, by what is left of the quote that it came from or by its price, and records at
 * once how it was paid; a widget of the job.
 */
export const InvoiceJobDialog = ({ appointmentId, onClose }: InvoiceJobDialogProps) => (
  <RecordDialog
    query={jobToInvoiceQuery(appointmentId)}
    title="Invoice this job"
    failure="The appointment could not be loaded"
    onClose={onClose}
  >
    {({ appointment, terms, comparison }) => {
      const { toInvoice } = comparison
      return toInvoice ? (
        <InvoiceRestDialog
          appointment={appointment}
          comparison={comparison}
          toInvoice={toInvoice}
          onClose={onClose}
        />
      ) : (
        <JobFormDialog appointment={appointment} terms={terms} onClose={onClose} />
      )
    }}
  </RecordDialog>
)

type JobFormDialogProps = { appointment: AppointmentDetails; terms: InvoiceTerms; onClose: () => void }

function JobFormDialog({ appointment, terms, onClose }: JobFormDialogProps) {
  const { id: appointmentId, customerId, customerName } = appointment
  const noticeOf = useJobNotice()
  const confirmDuplicate = useConfirmDuplicate()
  const content = contentFrom(appointment)
  const taxRate = defaultTaxRate(terms, appointment.title)
  const form = useForm(JobForm, {
    defaults: { ...content, tax: taxOf(content.amount, taxRate, '0.00'), taxRate, method: null },
    confirmSend: () => confirmDuplicate({ appointmentId }),
    send: async ({ taxRate: _, method, ...values }, { key }) => {
      const invoice = await createInvoice({ ...values, customerId, appointmentId, status: 'pending' }, key)
      return payInvoice(invoice, method, key)
    },
    refetch: [invoicesKey],
    success: noticeOf,
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
      submitLabel={submitLabelOf(method, total)}
    >
      <AmountFields
        amount={{ ...form.bind('amount'), ...form.error('amount') }}
        tax={{ ...form.bind('tax'), ...form.error('tax') }}
        taxRate={{ ...form.bind('taxRate'), ...form.error('taxRate') }}
      />
      <PaidBy value={method} disabled={form.pending} onChange={(chosen) => form.set('method', chosen)} />
      <Field label={invoiceLabels.description} required {...form.error('description')}>
        <Textarea limit={invoiceFields.description.maxLength} {...form.register('description')} />
      </Field>
    </FormDialog>
  )
}
