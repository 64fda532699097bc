import { type Invoice, paymentMethodLabels, paymentMethods } from '@plumbline/billing/api'
import { FormDialog, RecordDialog, type StoredRecord, useForm } from '@plumbline/contract/form'
import { formatMoney, formatTyped } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { DateField, Field, MoneyField, Select } from '@plumbline/ui'
import { useEffect, useEffectEvent } from 'react'
import { CashChange } from './CashChange.tsx'
import { paymentFields } from './invoiceForm.ts'
import { invoiceRecordQuery, invoicesKey, recordPayment } from './queries.ts'
import { useToday } from './useToday.ts'
import { useUndoPayment } from './useUndoPayment.tsx'

type PaymentDialogProps = { invoice: Invoice; onClose: () => void }

/** 'Process Payment': the amount, how and when it was paid. */
export const PaymentDialog = ({ invoice: { id }, onClose }: PaymentDialogProps) => (
  <RecordDialog
    query={invoiceRecordQuery(id)}
    title="Process Payment"
    failure="The invoice could not be loaded"
    onClose={onClose}
  >
    {(invoice, record) => <PaymentFormDialog invoice={invoice} record={record} onClose={onClose} />}
  </RecordDialog>
)

type PaymentFormDialogProps = PaymentDialogProps & { record: StoredRecord }

function PaymentFormDialog({ invoice: { id, balance }, record, onClose }: PaymentFormDialogProps) {
  const today = useToday()
  const { may } = useRights()
  const undoing = useUndoPayment()
  const form = useForm(paymentFields(balance, today), {
    defaults: { method: 'cash', amount: balance, date: today },
    // another user may record a payment while this dialog is open
    record,
    send: (values, command) => recordPayment(id, values, command),
    refetch: [invoicesKey],
    success: (paid) => {
      const payment = paid.payments.at(-1)
      return {
        description: `Payment recorded.${Number(paid.balance) > 0 ? ` ${formatMoney(paid.balance)} is still owed.` : ''}`,
        action:
          payment && may('payments.refund')
            ? {
                label: 'Undo',
                onSelect: () => undoing.run({ id, paymentId: payment.id, amount: payment.amount }),
              }
            : undefined,
      }
    },
    failure: 'Failed to record payment. Please try again.',
    onDone: onClose,
  })
  const [method, amount] = form.watch(['method', 'amount'])
  const followToday = useEffectEvent((date: string) => form.prefill({ date }))
  useEffect(() => followToday(today), [today])
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      width="sm"
      title="Process Payment"
      description={
        Number(balance) > 0
          ? `Invoice #${id}, ${formatMoney(balance)} owed`
          : `Invoice #${id} is already paid. Nothing is owed on it.`
      }
      submitLabel="Record payment"
      labels={{ amount: 'Amount' }}
      format={(_, value) => formatTyped(String(value))}
    >
      <Field label="Payment method">
        <Select
          data-autofocus
          {...form.register('method')}
          options={paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
        />
      </Field>
      <Field label="Amount" {...form.error('amount')}>
        <MoneyField {...form.bind('amount')} />
      </Field>
      {method === 'cash' && <CashChange amount={amount} />}
      <Field label="Date" {...form.error('date')}>
        <DateField max={today} {...form.bind('date')} />
      </Field>
    </FormDialog>
  )
}
