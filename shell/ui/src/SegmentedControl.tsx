import { css } from '@emotion/react'
import type { LucideIcon } from 'lucide-react'
import type { Choice } from './Select.tsx'
import { color, phone, radius, space, text } from './tokens.ts'

const group = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: 1fr;
  gap: 2px;
  padding: 2px;
  border: 1px solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
  @media print { display: none; }
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: ${space(1.5)};
    min-height: 30px;
    padding: 0 ${space(2.5)};
    border: 0;
    border-radius: 4px;
    background: none;
    color: ${color.muted};
    font-size: ${text.sm};
    font-weight: 600;
    cursor: pointer;
  }
  button:not([aria-disabled]):hover { color: ${color.ink}; }
  button[aria-disabled] { font-weight: 400; cursor: default; }
  button[aria-pressed='true'] { background: ${color.surface}; color: ${color.ink}; font-weight: 600; box-shadow: 0 0 0 1px ${color.line}; }
  ${phone} { button { min-height: 44px; padding: 0 ${space(1)}; } }
`

export type Segment<Value extends string = string> = Choice & {
  value: Value
  icon?: LucideIcon
  disabled?: boolean
}

type SegmentedControlProps<Value extends string> = {
  /** What is chosen, read out. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  busy?: boolean
}

/** A choice among two to five that are all seen at once. */
export const SegmentedControl = <Value extends string>({
  label,
  segments,
  value,
  onChange,
  busy,
}: SegmentedControlProps<Value>) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend
  <div css={group} role="group" aria-label={label} aria-busy={busy || undefined}>
    {segments.map(({ value: own, label: name, icon: Icon, disabled }) => (
      <button
        key={own}
        type="button"
        aria-pressed={own === value}
        aria-disabled={disabled || undefined}
        onClick={disabled ? undefined : () => onChange(own)}
      >
        {Icon && <Icon size={15} aria-hidden />}
        {name}
      </button>
    ))}
  </div>
)
