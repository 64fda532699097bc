import { paymentMethodLabels } from '@plumbline/billing/api'
import { PaymentForm, paymentLabels, paymentMethods } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Checkbox, Field, Textarea } from '@plumbline/ui'
import { useId } from 'react'
import { changePayment, useSaved } from './businessCalls.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

/** How and until when people pay. */
export function PaymentSection({ business: { payment, changed }, record }: SectionProps) {
  const form = useForm(PaymentForm, {
    defaults: { ...payment, daysUntilDue: String(payment.daysUntilDue) },
    record,
    send: (_, { changes: { daysUntilDue, ...changes }, ifMatch }) =>
      changePayment(
        { ...changes, ...(daysUntilDue !== undefined && { daysUntilDue: Number(daysUntilDue) }) },
        ifMatch,
      ),
    ...useSaved(),
    success: 'The payment terms are set.',
  })
  const chosen = form.watch('methods')
  const errorId = useId()
  const { error: methodsError } = form.error('methods')
  return (
    <SectionForm form={form} title="Payment" labels={paymentLabels} changed={changed.payment}>
      <Field label={paymentLabels.terms} hint="On the public page and on invoices." {...form.error('terms')}>
        <Textarea rows={3} {...form.field('terms')} />
      </Field>
      <Field
        label={paymentLabels.daysUntilDue}
        hint="0: at once."
        inputMode="numeric"
        {...form.field('daysUntilDue')}
      />
      <fieldset css={{ margin: 0, padding: 0, border: 0 }}>
        <legend css={{ fontWeight: 500 }}>{paymentLabels.methods}</legend>
        {paymentMethods.map((method) => (
          <Checkbox
            key={method}
            css={{ display: 'flex' }}
            label={paymentMethodLabels[method]}
            checked={chosen.includes(method)}
            {...(methodsError && { 'aria-invalid': true, 'aria-describedby': errorId })}
            onChange={({ target }) =>
              form.set(
                'methods',
                paymentMethods.filter((it) => (it === method ? target.checked : chosen.includes(it))),
              )
            }
          />
        ))}
        {methodsError && (
          <p role="alert" id={errorId}>
            {methodsError}
          </p>
        )}
      </fieldset>
    </SectionForm>
  )
}
