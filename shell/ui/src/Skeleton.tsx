import { css, keyframes } from '@emotion/react'
import { color, radius } from './tokens.ts'

const breathe = keyframes`from { opacity: 1 } to { opacity: 0.45 }`
const appear = keyframes`from { visibility: hidden } to { visibility: visible }`

const bone = css`
  display: inline-block;
  max-width: 100%;
  border-radius: ${radius.control};
  background: ${color.line};
  vertical-align: middle;
  animation: ${appear} 0.15s step-end, ${breathe} 0.9s 0.15s ease-in-out infinite alternate;
`

/** A grey bar where something will be; nothing is seen for the first 150 ms. */
export const Skeleton = ({ width = '100%', height = 14 }: { width?: number | string; height?: number }) => (
  <span css={bone} style={{ width, height }} />
)
