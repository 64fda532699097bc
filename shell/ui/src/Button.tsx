import { css } from '@emotion/react'
import type { ComponentProps } from 'react'
import { Spinner } from './Spinner.tsx'
import { color, motion, phone, radius, space, text } from './tokens.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  font-weight: 600;
  line-height: 1;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  touch-action: manipulation;
  transition: background ${motion}, border-color ${motion}, color ${motion};
  svg { flex: none; }
  &:disabled { cursor: default; opacity: 0.6; }
  &[aria-busy='true'] { cursor: progress; }
  &[aria-busy='true'] > svg { display: none; }
  ${phone} { min-height: 44px; }
  @media print { display: none; }
`

const sizes = {
  sm: css`min-height: 32px; padding: 0 ${space(3)}; font-size: ${text.sm};`,
  md: css`min-height: 36px; padding: 0 ${space(4)};`,
  lg: css`min-height: 44px; padding: 0 ${space(5)}; font-size: ${text.lg};`,
}

const tones = {
  primary: css`
    background: ${color.accent};
    color: ${color.onAccent};
    &:hover:not(:disabled) { background: ${color.accentStrong}; }
  `,
  secondary: css`
    background: ${color.surface};
    border-color: ${color.line};
    color: ${color.ink};
    &:hover:not(:disabled) { border-color: ${color.control}; }
  `,
  quiet: css`
    background: transparent;
    color: ${color.muted};
    &:hover:not(:disabled) { background: ${color.sunken}; color: ${color.ink}; }
  `,
  danger: css`
    background: ${color.red};
    color: ${color.onRed};
    &:hover:not(:disabled) { background: color-mix(in srgb, ${color.red} 88%, ${color.ink}); }
  `,
}

/** The look of a button, also for links: `<Link css={buttonStyle('primary')}>`. */
export const buttonStyle = (tone: ButtonTone = 'secondary', size: ButtonSize = 'md') => [
  base,
  sizes[size],
  tones[tone],
]

type ButtonProps = ComponentProps<'button'> & { tone?: ButtonTone; size?: ButtonSize; busy?: boolean }

/** A button that does something here and now. While `busy` it keeps its place and the focus, and does nothing. */
export const Button = ({
  tone,
  size,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) => (
  <button
    css={buttonStyle(tone, size)}
    type={type}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    onClick={busy ? (event) => event.preventDefault() : onClick}
    {...rest}
  >
    {busy && <Spinner />}
    {children}
  </button>
)
