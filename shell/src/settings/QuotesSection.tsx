import { QuoteRulesForm, quoteRuleLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Checkbox, Field, FieldRow, Input, MoneyField, Select } from '@plumbline/ui'
import { changeQuoteRules, useSaved } from './businessCalls.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'
import { emptyAsNone } from './senderCalls.ts'

/** What makes a customer's approval of a quote count. */
export function QuotesSection({ business: { quotes, changed }, record }: SectionProps) {
  const form = useForm(QuoteRulesForm, {
    defaults: {
      ...quotes,
      maxDepositPercent: quotes.maxDepositPercent ?? '',
      maxDepositAmount: quotes.maxDepositAmount ?? '',
    },
    record,
    send: (_, { changes: { maxDepositPercent, maxDepositAmount, ...changes }, ifMatch }) =>
      changeQuoteRules({ ...changes, ...emptyAsNone({ maxDepositPercent, maxDepositAmount }) }, ifMatch),
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
      <FieldRow>
        <Field
          label={quoteRuleLabels.maxDepositPercent}
          hint="Some states limit deposits. Empty for no limit."
          {...form.error('maxDepositPercent')}
        >
          <Input inputMode="decimal" autoComplete="off" {...form.register('maxDepositPercent')} />
        </Field>
        <Field
          label={quoteRuleLabels.maxDepositAmount}
          hint="Where there are both, the lesser one holds."
          {...form.error('maxDepositAmount')}
        >
          <MoneyField {...form.bind('maxDepositAmount')} />
        </Field>
      </FieldRow>
    </SectionForm>
  )
}
