import { css } from '@emotion/react'
import { Field, Input, MoneyField, SegmentedControl, space } from '@plumbline/ui'
import type { ShareField } from './quoteForm.ts'

const row = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 96px;
  gap: ${space(2)};
  align-items: center;
`

const units = [
  { value: 'percent', label: '%' },
  { value: 'amount', label: '$' },
] as const

type ShareFieldInputProps = {
  label: string
  hint?: string
  error?: string
  value: ShareField
  onChange: (value: ShareField) => void
}

/** A percentage or an amount; nothing is neither. */
export function ShareFieldInput({
  label,
  hint,
  error,
  value: { unit, value },
  onChange,
}: ShareFieldInputProps) {
  const change = (typed: string) => onChange({ unit, value: typed })
  return (
    <Field label={label} hint={hint} error={error}>
      <div css={row}>
        {unit === 'percent' ? (
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={value}
            onChange={(event) => change(event.target.value.trim())}
          />
        ) : (
          <MoneyField value={value} onChange={change} />
        )}
        <SegmentedControl
          label={`${label} in`}
          segments={units}
          value={unit}
          onChange={(chosen) => onChange({ unit: chosen, value })}
        />
      </div>
    </Field>
  )
}
