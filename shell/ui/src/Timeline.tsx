import { css } from '@emotion/react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import { color, space, text } from './tokens.ts'
import { touchLink } from './touchLink.ts'

const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  li { position: relative; display: grid; grid-template-columns: 28px 1fr; gap: ${space(3)}; padding-bottom: ${space(5)}; }
  li:last-of-type { padding-bottom: 0; }
  li:not(:last-of-type)::before { content: ''; position: absolute; inset: 32px auto 4px 13.5px; width: 1px; background: ${color.line}; }
`

const titleStyle = css`
  flex: 1 1 auto;
  min-width: 0;
  font-weight: 500;
  overflow-wrap: anywhere;
  a { text-decoration: none; ${touchLink} }
  a:hover { text-decoration: underline; }
`

const dot = css`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: 50%;
`

export type TimelineEntry = {
  id: string
  icon: LucideIcon
  title: ReactNode
  /** When it was, as people say it; a `time` element is best. */
  at: ReactNode
  tone?: Tone
  children?: ReactNode
}

/** What happened, one after the other. */
export const Timeline = ({ entries }: { entries: readonly TimelineEntry[] }) => (
  <ol css={list}>
    {entries.map(({ id, icon: Icon, title, at, tone = 'muted', children }) => (
      <li key={id}>
        <span
          css={dot}
          style={{ background: tone === 'muted' ? color.sunken : color[`${tone}Tint`], color: color[tone] }}
        >
          <Icon size={15} aria-hidden />
        </span>
        <div css={{ minWidth: 0, paddingTop: 3 }}>
          <div css={{ display: 'flex', flexWrap: 'wrap', columnGap: space(3), alignItems: 'baseline' }}>
            <span css={titleStyle}>{title}</span>
            <span css={{ color: color.muted, fontSize: text.sm, whiteSpace: 'nowrap' }}>{at}</span>
          </div>
          {children && <div css={{ marginTop: space(0.5), color: color.muted }}>{children}</div>}
        </div>
      </li>
    ))}
  </ol>
)
