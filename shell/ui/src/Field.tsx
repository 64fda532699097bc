import { css } from '@emotion/react'
import { type ComponentProps, useId } from 'react'
import { color, motion, phone, radius, space, text } from './tokens.ts'

export const inputStyle = css`
  width: 100%;
  min-height: 40px;
  padding: 0 ${space(3)};
  border: 1px solid ${color.control};
  border-radius: ${radius.control};
  background: ${color.surface};
  transition: border-color ${motion};
  &::placeholder { color: ${color.muted}; opacity: 1; }
  &:hover { border-color: ${color.ink}; }
  &[aria-invalid='true'] { border-color: ${color.red}; }
  ${phone} { min-height: 44px; font-size: 16px; }
`

/** A labelled text input; `error` appears below it and is read with it. */
export function Field({
  label,
  error,
  ...input
}: ComponentProps<'input'> & { label: string; error?: string }) {
  const id = useId()
  return (
    <div css={{ display: 'grid', gap: space(1.5) }}>
      <label htmlFor={id} css={{ fontWeight: 600, fontSize: text.sm }}>
        {label}
      </label>
      <input
        id={id}
        css={inputStyle}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...input}
      />
      {error && (
        <p id={`${id}-error`} css={{ color: color.red, fontSize: text.sm }}>
          {error}
        </p>
      )}
    </div>
  )
}
