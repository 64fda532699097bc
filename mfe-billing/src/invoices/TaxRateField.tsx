import { Field, Input } from '@plumbline/ui'
import { type ComponentProps, useId } from 'react'
import { isTaxRate } from './invoiceForm.ts'

const lastRateKey = 'plumbline:tax-rate'

type TaxRateFieldProps = { value: string; onChange: (rate: string) => void }

/** A rate from which the tax is worked out; it offers the one used last in this browser. */
export function TaxRateField({ value, onChange }: TaxRateFieldProps) {
  const id = useId()
  const lastRate = localStorage.getItem(lastRateKey)
  const isWrong = value !== '' && !isTaxRate(value)
  const change: ComponentProps<'input'>['onChange'] = (event) => {
    const rate = event.target.value.trim()
    if (isTaxRate(rate)) localStorage.setItem(lastRateKey, rate)
    onChange(rate)
  }
  return (
    <Field label="Rate (%)" {...(isWrong && { error: 'Please enter a rate such as 7.25' })}>
      <Input inputMode="decimal" autoComplete="off" list={id} value={value} onChange={change} />
      {lastRate && (
        <datalist id={id}>
          <option value={lastRate} />
        </datalist>
      )}
    </Field>
  )
}
