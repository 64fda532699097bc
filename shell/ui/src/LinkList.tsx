import { css } from '@emotion/react'
import type { ReactNode } from 'react'
import { color, phone, radius, space, text } from './tokens.ts'

const list = css`
  margin: 0;
  padding: 0;
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  list-style: none;
  li {
    position: relative;
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: ${space(1)} ${space(3)};
    min-height: 52px;
    padding: ${space(2)} ${space(4)};
    overflow-wrap: anywhere;
  }
  li + li { border-top: 1px solid ${color.line}; }
  li:hover { background: ${color.sunken}; }
  a { color: inherit; font-weight: 600; text-decoration: none; }
  a::after { content: ''; position: absolute; inset: 0; }
  a:focus-visible { outline: none; }
  a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
  ${phone} { li { padding-inline: ${space(3)}; } }
`

export type LinkListItem = {
  key: string | number
  /** The link that the whole row leads to. */
  link: ReactNode
  detail?: ReactNode
  /** At the end of the row. */
  aside?: ReactNode
}

/** Records that lead to their pages, a row each. */
export const LinkList = ({ label, items }: { label: string; items: readonly LinkListItem[] }) => (
  <ul css={list} aria-label={label}>
    {items.map(({ key, link, detail, aside }) => (
      <li key={key}>
        <span>
          {link}
          {detail && <small>{detail}</small>}
        </span>
        {aside && <span>{aside}</span>}
      </li>
    ))}
  </ul>
)
