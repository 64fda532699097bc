import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { color, phone, space, text } from './tokens.ts'

const head = css`
  margin-bottom: ${space(6)};
  nav { margin-bottom: ${space(1)}; font-size: ${text.sm}; }
  nav a { color: ${color.muted}; text-decoration: none; }
  nav a:hover { color: ${color.ink}; text-decoration: underline; }
  > div { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: ${space(3)} ${space(6)}; }
  > div > div:first-of-type { flex: 1 1 220px; }
  h1 { font-size: ${text.xxl}; overflow-wrap: anywhere; }
  p { margin-top: ${space(0.5)}; color: ${color.muted}; max-width: 64ch; }
  ${phone} { margin-bottom: ${space(5)}; nav { margin-bottom: 0; } nav a { display: inline-flex; align-items: center; min-width: 44px; min-height: 44px; } > div { flex-direction: column; align-items: stretch; gap: ${space(4)}; } > div > div:first-of-type { flex: none; } }
`

const heading = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  min-height: 36px;
`

const row = css`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  gap: ${space(2)};
  ${phone} { > * { flex: 1 0 auto; } }
  @media print { display: none; }
`

type PageHeaderProps = {
  title: ReactNode
  /** A status beside the title. */
  badge?: ReactNode
  text?: ReactNode
  /** A link to where this belongs. */
  back?: ReactNode
  /** Buttons, the primary one last. */
  actions?: ReactNode
}

/** What this page is, and what can be done here. */
export const PageHeader = ({ title, badge, text: words, back, actions }: PageHeaderProps) => (
  <header css={head}>
    {back && <nav aria-label="Back">{back}</nav>}
    <div>
      <div>
        <div css={heading}>
          <h1>{title}</h1>
          {badge}
        </div>
        {words && <p>{words}</p>}
      </div>
      {actions && <div css={row}>{actions}</div>}
    </div>
  </header>
)
