import { type Invoice, paymentMethodLabels, paymentMethods } from '@plumbline/billing/api'
import { formatMoney } from '@plumbline/contract'
import { FormDialog, RecordDialog, useForm } from '@plumbline/contract/form'
import { DateField, Field, MoneyField, Select } from '@plumbline/ui'
import { useEffect, useEffectEvent } from 'react'
import { CashChange } from './CashChange.tsx'
import { paymentFields } from './invoiceForm.ts'
import { invoiceRecordQuery, invoicesKey, recordPayment } from './queries.ts'
import { useToday } from './useToday.ts'

type PaymentDialogProps = { invoice: Invoice; onClose: () => void }

/** 'Process Payment': the amount, how and when it was paid. */
export const PaymentDialog = ({ invoice: { id }, onClose }: PaymentDialogProps) => (
  <RecordDialog
    query={invoiceRecordQuery(id)}
    title="Process Payment"
    failure="The invoice could not be loaded"
    onClose={onClose}
  >
    {(invoice) => <PaymentFormDialog invoice={invoice} onClose={onClose} />}
  </RecordDialog>
)

function PaymentFormDialog({ invoice: { id, balance }, onClose }: PaymentDialogProps) {
  const today = useToday()
  const form = useForm(paymentFields(balance, today), {
    defaults: { method: 'cash', amount: balance, date: today },
    send: (values, { key }) => recordPayment(id, values, key),
    refetch: [invoicesKey],
    success: (paid) =>
      `Payment recorded.${Number(paid.balance) > 0 ? ` ${formatMoney(paid.balance)} is still owed.` : ''}`,
    failure: 'Failed to record payment. Please try again.',
    onDone: onClose,
  })
  const [method, amount] = form.watch(['method', 'amount'])
  // another user may record a payment while this dialog is open
  const followBalance = useEffectEvent((amount: string) => form.prefill({ amount }))
  useEffect(() => followBalance(balance), [balance])
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
