import { css } from '@emotion/react'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { inputStyle, useField } from './fieldContext.ts'
import { color, space } from './tokens.ts'

const box = css`
  position: relative;
  display: block;
  svg { position: absolute; top: 0; right: ${space(3)}; height: 100%; color: ${color.muted}; pointer-events: none; }
`

const select = css`
  appearance: none;
  padding-right: ${space(9)};
  text-overflow: ellipsis;
  cursor: pointer;
  option { background: ${color.surface}; color: ${color.ink}; }
`

export type Choice = { value: string; label: string }

type SelectProps = ComponentProps<'select'> & { options?: readonly Choice[] }

/** A choice among few, with the list the device has for it. */
export const Select = ({ options, children, className, ...rest }: SelectProps) => (
  <span css={box} className={className}>
    <select css={[inputStyle, select]} {...useField()} {...rest}>
      {children}
      {options?.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown size={16} aria-hidden />
  </span>
)
