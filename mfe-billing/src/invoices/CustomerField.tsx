import { Widget } from '@plumbline/contract'
import { Field, Input } from '@plumbline/ui'
import { useId } from 'react'

type CustomerFieldProps = {
  value: number | null
  error: { error?: string }
  onChange: (id: number | null) => void
}

/** Whom an invoice is for, found by crm's picker, or by number where nobody lends it. */
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
          // the widget has a design system of its own and does not see the field around it
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
