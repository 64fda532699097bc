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

/** Turns while something is on its way; give it a `label` where no word stands beside it. */
export const Spinner = ({ size = 16, label }: { size?: number; label?: string }) => (
  <span
    css={ring}
    style={{ width: size, height: size }}
    data-spinner
    {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })}
  />
)
