import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { color, radius, space, text } from './tokens.ts'

// inside of a card it has no frame: there is one already
export const stateFrame = css`
  display: grid;
  justify-items: center;
  gap: ${space(3)};
  padding: ${space(14)} ${space(6)};
  border: 1px dashed ${color.line};
  border-radius: ${radius.surface};
  text-align: center;
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
  <div css={stateFrame}>
    <h2 css={{ fontSize: text.lg }}>{title}</h2>
    {children && <p css={{ color: color.muted, maxWidth: '44ch' }}>{children}</p>}
    {action}
  </div>
)
