import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { color, space, text } from '../src/tokens.ts'

const section = css`
  display: grid;
  gap: ${space(4)};
  padding-top: ${space(8)};
  border-top: 1px solid ${color.line};
  scroll-margin-top: ${space(16)};
  > * { min-width: 0; }
`

/** Everything the gallery shows of one kind. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section css={section} id={title.toLowerCase()} aria-label={title}>
    <h2 css={{ fontSize: text.xl }}>{title}</h2>
    {children}
  </section>
)

/** Things side by side. */
export const Row = ({ children }: { children: ReactNode }) => (
  <div css={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space(3) }}>{children}</div>
)

type ColumnsProps = { min?: number; stretch?: boolean; children: ReactNode }

/** Things in columns, as many as there is room for. */
export const Columns = ({ min = 240, stretch = false, children }: ColumnsProps) => (
  <div
    css={{
      display: 'grid',
      gap: `${space(5)} ${space(4)}`,
      gridTemplateColumns: `repeat(${stretch ? 'auto-fit' : 'auto-fill'}, minmax(min(${min}px, 100%), 1fr))`,
    }}
  >
    {children}
  </div>
)
