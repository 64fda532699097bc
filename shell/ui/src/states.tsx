import { css } from '@emotion/react'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { color, radius, space, text } from './tokens.ts'

const frame = css`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  padding: ${space(14)} ${space(6)};
  border: 1px dashed ${color.line};
  border-radius: ${radius.surface};
  text-align: center;
  /* inside of a card there is a frame already */
  [data-card-body] > & { padding: ${space(8)} ${space(4)}; border: 0; }
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
