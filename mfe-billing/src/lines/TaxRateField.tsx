import { Field, Input } from '@plumbline/ui'
import { type ComponentProps, useId } from 'react'
import { type BoundField, isTaxRate } from './line.ts'

const lastRateKey = 'plumbline:tax-rate'

/** A rate from which the tax is worked out; it offers the one used last in this browser. */
export function TaxRateField({ value, onChange, onBlur, error }: BoundField) {
  const id = useId()
  const lastRate = localStorage.getItem(lastRateKey)
  const change: ComponentProps<'input'>['onChange'] = (event) => {
    const rate = event.target.value.trim()
    if (isTaxRate(rate)) localStorage.setItem(lastRateKey, rate)
    onChange(rate)
  }
  return (
    <Field label="Tax rate (%)" error={error}>
      <Input
        inputMode="decimal"
        autoComplete="off"
        list={id}
        value={value}
        onChange={change}
        onBlur={onBlur}
      />
      {lastRate && (
        <datalist id={id}>
          <option value={lastRate} />
        </datalist>
      )}
    </Field>
  )
}
