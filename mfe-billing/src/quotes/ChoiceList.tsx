import { css } from '@emotion/react'
import { color, radius, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'

const list = css`
  display: grid;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-bottom: ${space(2)}; font-weight: 600; font-size: ${text.sm}; }
  label {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: ${space(0.5)} ${space(3)};
    align-items: center;
    min-height: 52px;
    padding: ${space(2)} ${space(4)};
    border: 1px solid ${color.line};
    border-radius: ${radius.control};
    cursor: pointer;
  }
  label:has(:checked) { border-color: ${color.accent}; background: ${color.accentTint}; }
  label:has(:focus-visible) { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  label:has(:disabled) { cursor: default; color: ${color.muted}; }
  input { accent-color: ${color.accent}; }
  b { font-weight: 600; font-variant-numeric: tabular-nums; }
  label > span { grid-column: 2 / -1; color: ${color.muted}; overflow-wrap: anywhere; }
  label > em { grid-column: 3; font-style: normal; font-weight: 600; font-variant-numeric: tabular-nums; }
`

type Choice<Value extends string | number> = {
  value: Value
  label: ReactNode
  detail?: ReactNode
  /** At the end of its line. */
  aside?: ReactNode
  disabled?: boolean
}

type ChoiceListProps<Value extends string | number> = {
  label: string
  name: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** One of a few, each with what it means. */
export const ChoiceList = <Value extends string | number>({
  label,
  name,
  choices,
  value,
  onChange,
}: ChoiceListProps<Value>) => (
  <fieldset css={list}>
    <legend>{label}</legend>
    {choices.map(({ value: own, label: words, detail, aside, disabled }) => (
      <label key={own}>
        <input
          type="radio"
          name={name}
          checked={own === value}
          disabled={disabled}
          onChange={() => onChange(own)}
          data-autofocus={own === value || undefined}
        />
        <b>{words}</b>
        {aside && <em>{aside}</em>}
        {detail && <span>{detail}</span>}
      </label>
    ))}
  </fieldset>
)
