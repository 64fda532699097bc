import { Widget } from '@plumbline/contract'
import { Field, Input } from '@plumbline/ui'
import { useId } from 'react'

type CustomerFieldProps = {
  value: number | null
  error: { error?: string }
  onChange: (id: number | null) => void
}

/** The customer of an invoice, chosen with crm's picker, or by number where that is not installed. */
export function CustomerField({ value, error, onChange }: CustomerFieldProps) {
  const id = useId()
  return (
    <Field id={id} label="Customer" required {...error}>
      <Widget
        remote="crm"
        name="CustomerPicker"
        height={40}
        otherwise={
          <Input
            inputMode="numeric"
            placeholder="Customer number"
            defaultValue={value ?? ''}
            onChange={(event) => onChange(Number(event.target.value) || null)}
          />
        }
        props={{
          // the widget brings its own design system and does not see the context of this field
          id,
          required: true,
          ...(error.error && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
          value,
          onChange,
        }}
      />
    </Field>
  )
}
