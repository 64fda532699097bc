import type { InvoiceDetails } from '@plumbline/billing/api'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { formatMoney, formatTyped } from '@plumbline/contract/money'
import { Field, MoneyField } from '@plumbline/ui'
import { refundableOf } from './invoice.ts'
import { refundFields } from './invoiceForm.ts'
import { invoiceRecordQuery, invoicesKey, refundPayment } from './queries.ts'

export type Payment = InvoiceDetails['payments'][number]

type RefundDialogProps = { invoiceId: number; payment: Payment; onClose: () => void }

/** Records the refund of a payment, or of a part of it. */
export const RefundDialog = ({ payment: shown, ...rest }: RefundDialogProps) => (
  <RecordDialog
    query={invoiceRecordQuery(rest.invoiceId)}
    title="Refund"
    failure="The payment could not be loaded"
    onClose={rest.onClose}
  >
    {({ payments }, record) => (
      <RefundFormDialog
        payment={payments.find(({ id }) => id === shown.id) ?? shown}
        record={record}
        {...rest}
      />
    )}
  </RecordDialog>
)

type RefundFormDialogProps = RefundDialogProps & { record: StoredRecord }

function RefundFormDialog({ invoiceId, payment, record, onClose }: RefundFormDialogProps) {
  const refundable = refundableOf(payment)
  const form = useForm(refundFields(refundable), {
    defaults: { amount: refundable },
    record,
    send: ({ amount }, command) =>
      refundPayment({ id: invoiceId, paymentId: payment.id }, { amount }, command),
    refetch: [invoicesKey],
    success: (_, { amount }) => `Refund of ${formatTyped(amount)} recorded.`,
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
      labels={{ amount: 'Amount' }}
      format={(_, value) => formatTyped(String(value))}
    >
      <Field label="Amount" hint={`At most ${formatMoney(refundable)}.`} {...form.error('amount')}>
        <MoneyField data-autofocus {...form.bind('amount')} />
      </Field>
    </FormDialog>
  )
}
