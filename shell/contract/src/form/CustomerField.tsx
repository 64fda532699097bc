import { Widget } from '@plumbline/contract'
import { Field, Input } from '@plumbline/ui'
import { useId } from 'react'

type CustomerFieldProps = {
  id?: string
  value: number | null
  error?: string | undefined
  /** The first field of a dialog takes the focus. */
  autoFocus?: boolean
  onChange: (id: number | null) => void
}

/** Chooses a customer with crm's picker, or by number where that is not installed. */
export function CustomerField({
  id: givenId,
  value,
  error,
  autoFocus = false,
  onChange,
}: CustomerFieldProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  return (
    // holds the focus that a dialog gives to its first field until the picker is there
    <div
      data-autofocus={autoFocus || undefined}
      tabIndex={autoFocus ? -1 : undefined}
      css={{ outline: 'none' }}
    >
      <Field id={id} label="Customer" required error={error}>
        <Widget
          remote="crm"
          name="CustomerPicker"
          height={40}
          onShown={autoFocus ? () => focusUnlessUsed(id) : undefined}
          otherwise={
            <Input
              autoFocus={autoFocus}
              inputMode="numeric"
              placeholder="Customer number"
              defaultValue={value ?? ''}
              onChange={(event) => onChange(Number(event.target.value) || null)}
            />
          }
          props={{
            // the widget brings its own design system and does not see the field around it
            id,
            required: true,
            ...(error !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}-error` }),
            value,
            onChange,
          }}
        />
      </Field>
    </div>
  )
}

/** The picker may load late: a field that is in use by then keeps the focus. */
function focusUnlessUsed(id: string): void {
  const active = document.activeElement
  if (active === document.body || active?.matches('[role=dialog], [data-autofocus]'))
    document.getElementById(id)?.focus()
}
