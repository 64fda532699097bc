import { formatMoney } from '@plumbline/contract/money'
import { Field, FieldRow, MoneyField } from '@plumbline/ui'
import { useState } from 'react'
import { changeOf } from './invoice.ts'

/** For cash: what the customer gives, and what they get back. Nothing of it is stored. */
export function CashChange({ amount }: { amount: string }) {
  const [received, setReceived] = useState('')
  const change = changeOf(received, amount)
  return (
    <FieldRow>
      <Field label="Cash received" hint="Calculates the change; not saved.">
        <MoneyField value={received} onChange={setReceived} />
      </Field>
      <Field label="Change" readOnly value={change === null ? '' : formatMoney(change)} />
    </FieldRow>
  )
}
