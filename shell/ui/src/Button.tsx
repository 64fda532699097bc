import { css } from '@emotion/react'
import type { ComponentProps } from 'react'
import { color, motion, phone, radius, space } from './tokens.ts'

export type ButtonTone = 'primary' | 'secondary' | 'quiet'

const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  min-height: 36px;
  padding: 0 ${space(4)};
  border: 1px solid transparent;
  border-radius: ${radius.control};
  font-weight: 600;
  line-height: 1;
  text-decoration: none;
  white-space: nowrap;
  cursor: pointer;
  transition: background ${motion}, border-color ${motion}, color ${motion};
  &:disabled { cursor: default; opacity: 0.6; }
  ${phone} { min-height: 44px; }
`

const tones = {
  primary: css`
    background: ${color.accent};
    color: ${color.onAccent};
    &:hover:not(:disabled) { background: ${color.accentStrong}; }
  `,
  secondary: css`
    background: ${color.surface};
    border-color: ${color.line};
    &:hover:not(:disabled) { border-color: ${color.control}; }
  `,
  quiet: css`
    background: transparent;
    color: ${color.muted};
    padding: 0 ${space(3)};
    &:hover:not(:disabled) { background: ${color.sunken}; color: ${color.ink}; }
  `,
}

/** The look of a button, also for links: `<Link css={buttonStyle('primary')}>`. */
export const buttonStyle = (tone: ButtonTone = 'secondary') => [base, tones[tone]]

/** A button that does something here and now; `type` is `button` unless said otherwise. */
export const Button = ({
  tone,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { tone?: ButtonTone }) => (
  <button css={buttonStyle(tone)} type={type} {...rest} />
)
