import { css } from '@emotion/react'
import { type ComponentProps, useState } from 'react'
import { inputStyle, useField } from './fieldContext.ts'
import { completeAmount, parseAmount } from './money.ts'
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

const meaning = (text: string) => parseAmount(text) ?? text

/**
 * An amount in dollars. What is typed stays as it is; `onChange` gets the amount it means, as the server understands it
 * (`1500.00` for `$1,500.00`), or the text itself where it is none, for the form to refuse. Completed when it is left.
 */
export function MoneyField({ value, onChange, onBlur, className, ...rest }: MoneyFieldProps) {
  const [typed, setTyped] = useState(value)
  const change = (text: string) => {
    setTyped(text)
    if (meaning(text) !== value) onChange(meaning(text))
  }
  return (
    <span css={box} className={className}>
      <input
        css={inputStyle}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0.00"
        {...useField()}
        value={meaning(typed) === value ? typed : value}
        onChange={(event) => change(event.target.value)}
        onBlur={(event) => {
          change(completeAmount(event.target.value))
          onBlur?.(event)
        }}
        {...rest}
      />
    </span>
  )
}
