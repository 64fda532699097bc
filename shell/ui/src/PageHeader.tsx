import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { PrimaryAction } from './PrimaryAction.tsx'
import { color, phone, space, text } from './tokens.ts'

const head = css`
  margin-bottom: ${space(6)};
  nav { margin-bottom: ${space(1)}; font-weight: 500; }
  nav a { color: ${color.muted}; text-decoration: none; }
  nav a::before { content: '‹' / ''; margin-right: ${space(1.5)}; font-size: ${text.lg}; line-height: 1; }
  nav a:hover { color: ${color.ink}; text-decoration: underline; }
  > div { display: flex; flex-wrap: wrap; align-items: flex-start; justify-content: space-between; gap: ${space(3)} ${space(6)}; }
  > div > div:first-of-type { flex: 1 1 220px; }
  h1 { font-size: ${text.xxl}; overflow-wrap: anywhere; }
  [data-text] { margin-top: ${space(0.5)}; color: ${color.muted}; max-width: 64ch; }
  ${phone} {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 ${space(3)};
    margin-bottom: ${space(2)};
    &:has(+ div > [role='tablist']) { margin-bottom: 0; }
    h1 { font-size: ${text.xl}; }
    nav { margin-bottom: 0; }
    nav a { display: inline-flex; align-items: center; min-width: 44px; min-height: 44px; }
    > div { flex: 1 1 auto; align-items: center; gap: ${space(3)}; }
    > div > div:first-of-type { flex: 1 1 auto; }
  }
`

const heading = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  min-height: 36px;
  ${phone} { min-height: 24px; }
`

const row = css`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  gap: ${space(2)};
  ${phone} { &[data-wide] { flex: 1 0 100%; > * { flex: 1 0 auto; } } }
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
  /** Of a list: what is done most; on a phone it floats. */
  primary?: ReactNode
}

/** What this page is, and what can be done here. */
export const PageHeader = ({ title, badge, text: words, back, actions, primary }: PageHeaderProps) => (
  <header css={head}>
    {back && <nav aria-label="Back">{back}</nav>}
    <div>
      <div>
        <div css={heading}>
          <h1>{title}</h1>
          {badge}
        </div>
        {words && <div data-text>{words}</div>}
      </div>
      {(actions || primary) && (
        <div css={row} data-wide={primary ? undefined : true}>
          {actions}
          {primary && <PrimaryAction>{primary}</PrimaryAction>}
        </div>
      )}
    </div>
  </header>
)
