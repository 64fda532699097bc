import { css, keyframes } from '@emotion/react'

const turn = keyframes`to { rotate: 1turn }`

const ring = css`
  display: inline-block;
  flex: none;
  border: 2px solid currentColor;
  border-right-color: transparent;
  border-radius: 50%;
  animation: ${turn} 0.8s linear infinite;
`

/** Turns while something loads; give it a `label` where no text says so. */
export const Spinner = ({ size = 16, label }: { size?: number; label?: string }) => (
  <span
    css={ring}
    style={{ width: size, height: size }}
    data-spinner
    {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
  />
)
