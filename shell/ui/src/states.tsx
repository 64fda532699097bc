import { css, keyframes } from '@emotion/react'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { color, radius, space, text } from './tokens.ts'

const breathe = keyframes`from { opacity: 1 } to { opacity: 0.45 }`
const appear = keyframes`from { visibility: hidden } to { visibility: visible }`

const bone = css`
  display: block;
  border-radius: ${radius.control};
  background: ${color.line};
  animation: ${appear} 0.15s step-end, ${breathe} 0.9s 0.15s ease-in-out infinite alternate;
`

/** A grey bar where something will be; nothing is seen for the first 150 ms. */
export const Skeleton = ({ width = '100%', height = 14 }: { width?: number | string; height?: number }) => (
  <span css={bone} style={{ width, height }} />
)

const frame = css`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  padding: ${space(14)} ${space(6)};
  border: 1px dashed ${color.line};
  border-radius: ${radius.surface};
  text-align: center;
`

/** Says what a place is for while nothing is there, and offers what to do. */
export const EmptyState = ({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) => (
  <div css={frame}>
    <h2 css={{ fontSize: text.lg }}>{title}</h2>
    {children && <p css={{ color: color.muted, maxWidth: '44ch' }}>{children}</p>}
    {action}
  </div>
)

/** Says what did not work and what was kept, and repeats it on request. */
export const ErrorState = ({
  title,
  children,
  onRetry,
}: {
  title: string
  children?: ReactNode
  onRetry?: () => void
}) => (
  <div css={frame} role="alert">
    <h2 css={{ fontSize: text.lg }}>{title}</h2>
    {children && <p css={{ color: color.muted, maxWidth: '52ch' }}>{children}</p>}
    {onRetry && (
      <Button onClick={onRetry}>
        <RotateCw size={16} aria-hidden />
        Try again
      </Button>
    )}
  </div>
)
