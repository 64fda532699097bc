import { type Invoice, PositiveMoney, paymentMethodLabels, paymentMethods } from '@plumbline/billing/api'
import { dayInNewYork, formatMoney, toast } from '@plumbline/contract'
import { useForm } from '@plumbline/contract/form'
import { Button, DateField, Dialog, Field, MoneyField, Select, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { pay, refresh } from './queries.ts'

const Form = /* @__PURE__ */ z.object({
  method: z.enum(paymentMethods, { error: 'Please choose how it was paid' }),
  amount: PositiveMoney,
  date: z.iso.date({ error: 'Please enter a date' }),
})

type PaymentDialogProps = { invoice: Invoice | null; onClose: () => void }

/** 'Process Payment': what came in, how and when. One dialog is one payment, however often the button is pressed. */
export const PaymentDialog = ({ invoice, onClose }: PaymentDialogProps) =>
  invoice && <Dialogue key={invoice.id} invoice={invoice} onClose={onClose} />

function Dialogue({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const id = useId()
  const queryClient = useQueryClient()
  const form = useForm(Form, {
    defaults: { method: 'cash', amount: invoice.balance, date: dayInNewYork(new Date()) },
    send: (values, { key }) => pay(invoice.id, values, key),
    onDone: (paid) => {
      void refresh(queryClient)
      const left = Number(paid.balance) > 0 ? ` ${formatMoney(paid.balance)} is still owed.` : ''
      toast({ title: 'Success!', description: `Payment recorded.${left}` })
      onClose()
    },
    onFailed: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  const close = form.closing(onClose)
  return (
    <Dialog
      open
      onClose={close}
      width="sm"
      title="Process Payment"
      description={`Invoice #${invoice.id}, ${formatMoney(invoice.balance)} owed`}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button tone="primary" type="submit" form={id} busy={form.pending}>
            Record payment
          </Button>
        </>
      }
    >
      <form id={id} css={{ display: 'grid', gap: space(4) }} {...form.props}>
        <Field label="Payment method">
          <Select
            {...form.register('method')}
            options={paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] }))}
          />
        </Field>
        <Field label="Amount" {...form.error('amount')}>
          <MoneyField {...form.bind('amount')} />
        </Field>
        <Field label="Date" {...form.error('date')}>
          <DateField {...form.bind('date')} />
        </Field>
      </form>
    </Dialog>
  )
}
