import { RatesForm, rateLabels } from '@plumbline/business/api'
import { useForm } from '@plumbline/contract/form'
import { centsOf, moneyText, parseMoney } from '@plumbline/contract/money'
import { Field, FieldRow, MoneyField, Select } from '@plumbline/ui'
import { useRef } from 'react'
import { changeRates, useSaved } from './businessCalls.ts'
import { durationChoices } from './durations.ts'
import { FirstDayField } from './FirstDayField.tsx'
import { Planned } from './Planned.tsx'
import { describeRates } from './planned.ts'
import { SectionForm, type SectionProps } from './SectionForm.tsx'

const minuteChoices = [15, 30, 45, 60, 90, 120, 180, 240]

/** Undefined where the rate is no amount. @example stepShare('75.00', 30) // '37.50' */
function stepShare(hourlyRate: string, minutes: number): string | undefined {
  const amount = parseMoney(hourlyRate)
  return amount === null ? undefined : moneyText(Math.round((centsOf(amount) * minutes) / 60))
}

/** What an hour costs, and what is billed at least. */
export function RatesSection({ business, record }: SectionProps) {
  const { rates, changed } = business
  const form = useForm(RatesForm, {
    defaults: { ...rates, from: '' },
    record,
    send: (_, { changes: { from, ...changes }, ifMatch }) =>
      changeRates({ ...changes, from: from || undefined }, ifMatch),
    ...useSaved(),
    success: 'The rates are set.',
  })
  // a step costs its share of the hour, until it is given a price of its own
  const follows = useRef(stepShare(rates.hourlyRate, rates.stepMinutes) === rates.stepPrice)
  const followHour = (hourlyRate: string, stepMinutes: number) => {
    const share = stepShare(hourlyRate, stepMinutes)
    if (follows.current && share !== undefined) form.set('stepPrice', share)
  }
  const [hourlyRate, stepPrice] = [form.bind('hourlyRate'), form.bind('stepPrice')]
  const minutes = (name: 'minimumMinutes' | 'stepMinutes') => (
    <Field label={rateLabels[name]} {...form.error(name)}>
      <Select
        value={String(form.watch(name))}
        options={durationChoices(minuteChoices, form.watch(name))}
        onChange={({ target }) => {
          form.set(name, Number(target.value))
          if (name === 'stepMinutes') followHour(hourlyRate.value, Number(target.value))
        }}
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
          <MoneyField
            {...hourlyRate}
            onChange={(value) => {
              hourlyRate.onChange(value)
              followHour(value, form.getValues('stepMinutes'))
            }}
          />
        </Field>
        {minutes('minimumMinutes')}
      </FieldRow>
      <FieldRow>
        <Field label={rateLabels.stepPrice} {...form.error('stepPrice')}>
          <MoneyField
            {...stepPrice}
            onChange={(value) => {
              follows.current = false
              stepPrice.onChange(value)
            }}
          />
        </Field>
        {minutes('stepMinutes')}
      </FieldRow>
      <FirstDayField form={form} />
    </SectionForm>
  )
}
