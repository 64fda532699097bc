import { RatesForm, rateLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { Field, FieldRow, MoneyField, Select } from '@plumbline/ui'
import { changeRates, useSaved } from './businessCalls.ts'
import { durationChoices } from './durations.ts'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeRates } from './planned.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

const minuteChoices = [15, 30, 45, 60, 90, 120, 180, 240]

/** What an hour costs, and what is billed at least. */
export function RatesSection({ business, record }: SectionProps) {
  const { rates, changed } = business
  const form = useForm(RatesForm, {
    defaults: { ...rates, from: '' },
    record,
    send: (_, { changes: { from, ...changes }, ifMatch }) =>
      changeRates({ ...changes, ...(from && { from }) }, ifMatch),
    ...useSaved(),
    success: 'The rates are set.',
  })
  const minutes = (name: 'minimumMinutes' | 'stepMinutes') => (
    <Field label={rateLabels[name]} {...form.error(name)}>
      <Select
        value={String(form.watch(name))}
        options={durationChoices(minuteChoices, form.watch(name))}
        onChange={({ target }) => form.set(name, Number(target.value))}
      />
    </Field>
  )
  return (
    <SectionForm form={form} title="Rates" labels={rateLabels} changed={changed.rates}>
      <Planned
        business={business}
        describe={describeRates}
        withdraw={({ from, before }) => changeRates({ ...before.rates, from }, record.etag)}
      />
      <FieldRow>
        <Field label={rateLabels.hourlyRate} {...form.error('hourlyRate')}>
          <MoneyField {...form.bind('hourlyRate')} />
        </Field>
        {minutes('minimumMinutes')}
      </FieldRow>
      <FieldRow>
        <Field label={rateLabels.stepPrice} {...form.error('stepPrice')}>
          <MoneyField {...form.bind('stepPrice')} />
        </Field>
        {minutes('stepMinutes')}
      </FieldRow>
      <FirstDayField form={form} />
    </SectionForm>
  )
}
