import { QuoteRulesForm, quoteRuleLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Checkbox, Field, Select } from '@plumbline/ui'
import { changeQuoteRules, useSaved } from './businessCalls.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

/** What makes a customer's approval of a quote count. */
export function QuotesSection({ business: { quotes, changed }, record }: SectionProps) {
  const form = useForm(QuoteRulesForm, {
    defaults: quotes,
    record,
    send: (_, { changes, ifMatch }) => changeQuoteRules(changes, ifMatch),
    ...useSaved(),
    success: 'The rules of quotes are set.',
  })
  return (
    <SectionForm form={form} title="Quotes" labels={quoteRuleLabels} changed={changed.quotes}>
      <p>For approvals from now on. What was approved before stays as it was agreed to.</p>
      <Field
        label={quoteRuleLabels.signature}
        hint="A customer always types a full name."
        {...form.error('signature')}
      >
        <Select
          options={[
            { value: 'optional', label: 'Customers may sign' },
            { value: 'required', label: 'Customers have to sign' },
          ]}
          {...form.register('signature')}
        />
      </Field>
      <Checkbox
        label={quoteRuleLabels.approvalNeedsDeposit}
        checked={form.watch('approvalNeedsDeposit')}
        onChange={({ target }) => form.set('approvalNeedsDeposit', target.checked)}
      />
    </SectionForm>
  )
}
