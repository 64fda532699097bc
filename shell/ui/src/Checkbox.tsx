import { css } from '@emotion/react'
import type { ComponentProps, ReactNode } from 'react'
import { color, motion, phone, space, text } from './tokens.ts'

const line = css`
  display: inline-flex;
  gap: ${space(2.5)};
  padding: ${space(1.5)} 0;
  cursor: pointer;
  &:has(:disabled) { cursor: default; color: ${color.muted}; }
  ${phone} { min-height: 44px; padding: ${space(2.5)} 0; }
  @media print { display: none; }
`

// the tick is drawn, so that it takes the colour of the theme
const tick = css`
  appearance: none;
  display: grid;
  place-items: center;
  flex: none;
  width: 18px;
  height: 18px;
  margin: 1.5px 0 0;
  border: 1px solid ${color.control};
  border-radius: 4px;
  background: ${color.surface};
  cursor: inherit;
  transition: background ${motion}, border-color ${motion};
  &::before {
    content: '';
    width: 10px;
    height: 10px;
    background: ${color.onAccent};
    clip-path: polygon(14% 44%, 0 60%, 42% 100%, 100% 18%, 84% 4%, 40% 68%);
    scale: 0;
    transition: scale ${motion};
  }
  &:hover:not(:disabled) { border-color: ${color.ink}; }
  &:checked { border-color: ${color.accent}; background: ${color.accent}; }
  &:checked::before { scale: 1; }
  &[aria-invalid='true'] { border-color: ${color.red}; }
  &:disabled { opacity: 0.5; }
  ${phone} { width: 22px; height: 22px; margin-top: 1px; &::before { width: 12px; height: 12px; } }
`

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

/** Yes or no, sent with the form. */
export const Checkbox = ({ label, hint, className, ...rest }: CheckboxProps) => (
  <label css={line} className={className}>
    <input type="checkbox" css={tick} {...rest} />
    <span>
      {label}
      {hint && <span css={{ display: 'block', color: color.muted, fontSize: text.sm }}>{hint}</span>}
    </span>
  </label>
)
