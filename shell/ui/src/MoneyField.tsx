import { css } from '@emotion/react'
import type { ComponentProps } from 'react'
import { inputStyle, useField } from './control.ts'
import { completeAmount, keepAmount } from './money.ts'
import { color, space } from './tokens.ts'

const box = css`
  position: relative;
  display: block;
  &::before {
    content: '$';
    position: absolute;
    inset: 0 auto 0 ${space(3)};
    display: grid;
    align-items: center;
    color: ${color.muted};
    pointer-events: none;
  }
  input { padding-left: ${space(6.5)}; font-variant-numeric: tabular-nums; }
`

type MoneyFieldProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> & {
  value: string
  onChange: (value: string) => void
}

/** An amount in dollars, as the text the server understands: `112.50`. Completed when it is left. */
export const MoneyField = ({ value, onChange, className, ...rest }: MoneyFieldProps) => (
  <span css={box} className={className}>
    <input
      css={inputStyle}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0.00"
      {...useField()}
      value={value}
      onChange={(event) => onChange(keepAmount(event.target.value))}
      onBlur={() => onChange(completeAmount(value))}
      {...rest}
    />
  </span>
)
