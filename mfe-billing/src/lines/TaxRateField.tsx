import { Field, Input } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { invoiceTermsQuery } from '../invoices/invoiceTerms.ts'
import { type BoundField, isTaxRate } from './line.ts'

const lastRateKey = 'plumbline:tax-rate'

/** A rate from which the tax is worked out; it offers those of the business and the one used last in this browser. */
export function TaxRateField({ value, onChange, onBlur, error }: BoundField) {
  const id = useId()
  const lastRate = localStorage.getItem(lastRateKey)
  const { data: terms, isLoadingError } = useQuery(invoiceTermsQuery())
  const rates = terms?.taxRates ?? []
  const isOwn = (rate: string) => rates.some(({ percent }) => percent === rate)
  const change: ComponentProps<'input'>['onChange'] = (event) => {
    const rate = event.target.value.trim()
    if (isTaxRate(rate)) localStorage.setItem(lastRateKey, rate)
    onChange(rate)
  }
  return (
    <Field
      label="Tax rate (%)"
      error={error}
      hint={isLoadingError ? 'Your tax rates could not be loaded.' : undefined}
    >
      <Input
        inputMode="decimal"
        autoComplete="off"
        list={id}
        value={value}
        onChange={change}
        onBlur={onBlur}
      />
      <datalist id={id}>
        {rates.map(({ id, name, percent }) => (
          <option key={id} value={percent} label={`${name}, ${percent} %`} />
        ))}
        {lastRate && !isOwn(lastRate) && <option value={lastRate} />}
      </datalist>
    </Field>
  )
}
