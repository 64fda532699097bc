import { css } from '@emotion/react'
import { color, phone, radius, space, text } from '@plumbline/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { iconOf } from './icons.ts'
import type { Group, Row } from './suggestions.ts'

const list = css`
  min-height: 0;
  padding: ${space(1)} ${space(2)} ${space(2)};
  overflow-y: auto;
  overscroll-behavior: contain;
  scroll-padding-block: ${space(10)} ${space(2)};
  &:empty { display: none; }
  [data-stale] { opacity: 0.55; }
`

const heading = css`
  display: flex;
  gap: ${space(2)};
  padding: ${space(3)} ${space(3)} ${space(1.5)};
  color: ${color.muted};
  font-size: ${text.xs};
  font-weight: 600;
  overflow-wrap: anywhere;
  > span { font-weight: 400; font-variant-numeric: tabular-nums; }
`

const line = css`
  display: flex;
  align-items: center;
  gap: ${space(3)};
  min-height: 40px;
  padding: ${space(1.5)} ${space(3)};
  border-radius: ${radius.control};
  line-height: 1.35;
  text-decoration: none;
  cursor: pointer;
  svg { flex: none; color: ${color.muted}; }
  > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  > span > small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
  > small { flex: none; color: ${color.muted}; font-size: ${text.xs}; font-variant-numeric: tabular-nums; }
  kbd {
    display: inline-block;
    min-width: 20px;
    margin-left: ${space(1)};
    padding: 0 ${space(1)};
    border: 1px solid ${color.line};
    border-radius: 4px;
    background: ${color.paper};
    font: inherit;
    text-align: center;
  }
  &:hover { background: ${color.sunken}; }
  &[data-active] { background: ${color.accentTint}; }
  &[data-active] > svg { color: ${color.accent}; }
  &[aria-disabled='true'] { color: ${color.muted}; cursor: default; }
  ${phone} {
    min-height: 48px;
    > small { display: none; }
  }
`

type LineProps = { row: Row; id: string; isActive: boolean; onLeave: () => void }

/** A link where it leads somewhere, so that it opens in another tab as any link does. */
function Line({ row, id, isActive, onLeave }: LineProps) {
  const { label, detail, day, keys, icon, href, onSelect } = row
  const Icon = iconOf(icon)
  const common = {
    id,
    css: line,
    role: 'option',
    'aria-selected': isActive,
    'data-active': isActive || undefined,
    tabIndex: -1,
  } as const
  const content: ReactNode = (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {label}
        {detail && <small>{detail}</small>}
      </span>
      {day && <small>{day}</small>}
      {keys && (
        // a shortcut is no part of the name
        <small aria-hidden>
          {keys.split(' ').map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </small>
      )}
    </>
  )
  if (href?.startsWith('/'))
    return (
      <Link {...common} to={href} onClick={onLeave}>
        {content}
      </Link>
    )
  if (href)
    return (
      <a {...common} href={href} onClick={onLeave}>
        {content}
      </a>
    )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it has the role of an option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the input
    <div {...common} aria-disabled={onSelect ? undefined : true} onClick={onSelect}>
      {content}
    </div>
  )
}

type PaletteListProps = {
  id: string
  suggestions: readonly Group[]
  found: readonly Group[]
  /** What was found is for an earlier text. */
  isStale: boolean
  activeId: string | undefined
  onLeave: () => void
}

export function PaletteList({ id, suggestions, found, isStale, activeId, onLeave }: PaletteListProps) {
  const groups = [...suggestions, ...found]
  let index = -1
  return (
    // the focus stays in the input, whatever is pressed in here
    <div
      id={`${id}-list`}
      role="listbox"
      // no stop of its own, although it scrolls
      tabIndex={-1}
      aria-label="Results"
      css={list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map((group, at) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
        <div
          key={group.id}
          role="group"
          aria-labelledby={`${id}-${group.id}`}
          data-stale={(isStale && at >= suggestions.length) || undefined}
        >
          <div id={`${id}-${group.id}`} role="presentation" css={heading}>
            {group.heading} {group.count && <span>{group.count}</span>}
          </div>
          {group.rows.map((row) => {
            index += 1
            const rowId = `${id}-${index}`
            return <Line key={row.id} row={row} id={rowId} isActive={rowId === activeId} onLeave={onLeave} />
          })}
        </div>
      ))}
    </div>
  )
}
