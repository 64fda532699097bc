import { css } from '@emotion/react'
import type { ReactNode } from 'react'

export const hidden = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`

type VisuallyHiddenProps = { as?: 'span' | 'h1' | 'h2'; children: ReactNode }

/** Read out, not shown. */
export const VisuallyHidden = ({ as: Element = 'span', children }: VisuallyHiddenProps) => (
  <Element css={hidden}>{children}</Element>
)
