import { invoiceLabels } from '@plumbline/billing/api'
import { Field, FieldRow, MoneyField } from '@plumbline/ui'
import { useRef } from 'react'
import { type BoundField, taxOf } from '../lines/line.ts'
import { TaxRateField } from '../lines/TaxRateField.tsx'

type AmountFieldsProps = { amount: BoundField; tax: BoundField; taxRate: BoundField }

/** An amount with its tax, typed itself or worked out at a rate. */
export function AmountFields({
  amount: { error: amountError, ...amount },
  tax: { error: taxError, ...tax },
  taxRate,
}: AmountFieldsProps) {
  // the tax that was there before a rate was typed
  const ownTax = useRef(taxRate.value === '' ? tax.value : '0.00')
  const follow = (value: string, rate: string) => {
    const next = taxOf(value, rate, tax.value, rate === taxRate.value ? tax.value : ownTax.current)
    if (next !== tax.value) tax.onChange(next)
  }
  return (
    <FieldRow>
      <Field label={invoiceLabels.amount} required error={amountError}>
        <MoneyField
          {...amount}
          onChange={(value) => {
            amount.onChange(value)
            follow(value, taxRate.value)
          }}
        />
      </Field>
      <TaxRateField
        {...taxRate}
        onChange={(rate) => {
          if (taxRate.value === '') ownTax.current = tax.value
          taxRate.onChange(rate)
          follow(amount.value, rate)
        }}
      />
      <Field label={invoiceLabels.tax} error={taxError}>
        <MoneyField
          {...tax}
          onChange={(value) => {
            taxRate.onChange('')
            tax.onChange(value || '0')
          }}
        />
      </Field>
    </FieldRow>
  )
}
