import { css } from '@emotion/react'
import type { ComponentProps, ReactNode } from 'react'
import { color, motion, phone, radius, space, text } from './tokens.ts'

const line = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(4)};
  min-height: 36px;
  cursor: pointer;
  &:has(:disabled) { cursor: default; color: ${color.muted}; }
  ${phone} { min-height: 44px; }
`

const track = css`
  appearance: none;
  flex: none;
  width: 40px;
  height: 24px;
  margin: 0;
  padding: 3px;
  border: 1px solid ${color.control};
  border-radius: ${radius.pill};
  background: ${color.sunken};
  cursor: inherit;
  transition: background ${motion}, border-color ${motion};
  &::before {
    content: '';
    display: block;
    width: 16px;
    height: 16px;
    border-radius: 50%;
    background: ${color.control};
    transition: translate ${motion}, background ${motion};
  }
  &:checked { border-color: ${color.accent}; background: ${color.accent}; }
  &:checked::before { background: ${color.onAccent}; translate: 16px; }
  &:disabled { opacity: 0.5; }
`

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  label: ReactNode
  hint?: ReactNode
  onChange?: (on: boolean) => void
}

/** On or off, at once. */
export const Switch = ({ label, hint, onChange, className, ...rest }: SwitchProps) => (
  <label css={line} className={className}>
    <span>
      {label}
      {hint && <span css={{ display: 'block', color: color.muted, fontSize: text.sm }}>{hint}</span>}
    </span>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
      role="switch"
      css={track}
      onChange={onChange && ((event) => onChange(event.target.checked))}
      {...rest}
    />
  </label>
)
