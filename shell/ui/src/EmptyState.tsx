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
  heading: Heading = 'h2',
  children,
  action,
}: {
  title: string
  /** `h1` where it is all that the page has. */
  heading?: 'h1' | 'h2'
  children?: ReactNode
  action?: ReactNode
}) => (
  <div css={stateFrame}>
    <Heading css={{ fontSize: text.lg }}>{title}</Heading>
    {children && <p css={{ color: color.muted, maxWidth: '44ch' }}>{children}</p>}
    {action}
  </div>
)
