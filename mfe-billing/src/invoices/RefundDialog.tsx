import type { InvoiceDetails } from '@plumbline/billing/api'
import { formatMoney } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { Field, MoneyField } from '@plumbline/ui'
import { refundableOf } from './invoice.ts'
import { refundFields } from './invoiceForm.ts'
import { invoicesKey, refundPayment } from './queries.ts'

export type Payment = InvoiceDetails['payments'][number]

type RefundDialogProps = { invoiceId: number; payment: Payment; onClose: () => void }

/** Records the refund of a payment, or of a part of it. */
export function RefundDialog({ invoiceId, payment, onClose }: RefundDialogProps) {
  const refundable = refundableOf(payment)
  const form = useForm(refundFields(refundable), {
    defaults: { amount: refundable },
    send: ({ amount }, { key }) => refundPayment(invoiceId, payment.id, { amount }, key),
    refetch: [invoicesKey],
    success: (_, { amount }) => `Refund of ${formatMoney(amount)} recorded.`,
    failure: 'Failed to record refund. Please try again.',
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title="Refund"
      description={`The payment of ${formatMoney(payment.amount)} stays on record, and what you refund is owed again.`}
      submitLabel="Record refund"
    >
      <Field label="Amount" hint={`At most ${formatMoney(refundable)}.`} {...form.error('amount')}>
        <MoneyField data-autofocus {...form.bind('amount')} />
      </Field>
    </FormDialog>
  )
}
