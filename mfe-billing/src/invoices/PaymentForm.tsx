import { type Invoice, paymentMethodLabels, paymentMethods } from '@plumbline/billing/api'
import { dayInNewYork, formatMoney } from '@plumbline/contract'
import { FormDialog, useForm } from '@plumbline/contract/form'
import { DateField, Field, MoneyField, Select } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { paymentFields } from './invoiceForm.ts'
import { invoiceQuery, invoicesKey, recordPayment } from './queries.ts'

/** 'Process Payment': the amount, how and when it was paid. */
export function PaymentForm({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id } = invoice
  const today = dayInNewYork(new Date())
  // another user may record a payment while this dialog is open
  const { data } = useQuery(invoiceQuery(String(id)))
  const { balance } = data?.value ?? invoice
  const form = useForm(paymentFields(balance, today), {
    defaults: { method: 'cash', amount: invoice.balance, date: today },
    send: (values, { key }) => recordPayment(id, values, key),
    refetch: [invoicesKey],
    success: (paid) =>
      `Payment recorded.${Number(paid.balance) > 0 ? ` ${formatMoney(paid.balance)} is still owed.` : ''}`,
    failure: 'Failed to record payment. Please try again.',
    onDone: onClose,
  })
  const followBalance = useEffectEvent((amount: string) => form.prefill({ amount }))
  useEffect(() => followBalance(balance), [balance])
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
      <Field label="Date" {...form.error('date')}>
        <DateField max={today} {...form.bind('date')} />
      </Field>
    </FormDialog>
  )
}
