import { Field, FieldRow, MoneyField } from '@plumbline/ui'
import { taxOf } from './invoiceForm.ts'
import { TaxRateField } from './TaxRateField.tsx'

type Bound = { value: string; onChange: (value: string) => void; onBlur?: () => void; error?: string }

type AmountFieldsProps = {
  amount: Bound
  tax: Bound
  taxRate: string
  onTaxRate: (rate: string) => void
}

/** An amount with its tax, typed itself or worked out at a rate. */
export function AmountFields({
  amount: { error: amountError, ...amount },
  tax: { error: taxError, ...tax },
  taxRate,
  onTaxRate,
}: AmountFieldsProps) {
  const follow = (value: string, rate: string) => {
    const next = taxOf(value, rate, tax.value)
    if (next !== tax.value) tax.onChange(next)
  }
  return (
    <FieldRow>
      <Field label="Amount" required {...(amountError !== undefined && { error: amountError })}>
        <MoneyField
          {...amount}
          onChange={(value) => {
            amount.onChange(value)
            follow(value, taxRate)
          }}
        />
      </Field>
      <TaxRateField
        value={taxRate}
        onChange={(rate) => {
          onTaxRate(rate)
          follow(amount.value, rate)
        }}
      />
      <Field label="Tax" {...(taxError !== undefined && { error: taxError })}>
        <MoneyField
          {...tax}
          onChange={(value) => {
            onTaxRate('')
            tax.onChange(value || '0')
          }}
        />
      </Field>
    </FieldRow>
  )
}
