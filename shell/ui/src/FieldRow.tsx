import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { phone, space } from './tokens.ts'

const row = css`
  display: grid;
  grid-auto-flow: column;
  grid-auto-columns: minmax(0, 1fr);
  gap: ${space(4)};
  align-items: start;
  ${phone} { grid-auto-flow: row; grid-template-columns: minmax(0, 1fr); }
`

/** Fields beside each other, equally wide; one below the other on a phone. */
export const FieldRow = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div css={row} className={className}>
    {children}
  </div>
)
