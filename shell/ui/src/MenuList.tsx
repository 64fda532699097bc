import { css } from '@emotion/react'
import { Check, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { floatingStyle } from './floating.ts'
import { useFloating } from './positionPopover.ts'
import { color, phone, radius, space, text } from './tokens.ts'

export type MenuItem = {
  label: string
  /** What it is about, in a second line. */
  detail?: string
  icon?: LucideIcon
  onSelect: () => void
  danger?: boolean
  disabled?: boolean
  /** Of several choices, whether it is the one that holds. */
  checked?: boolean
}

const list = css`
  min-width: 180px;
  padding: ${space(1)};
  hr { margin: ${space(1)} 0; border: 0; border-top: 1px solid ${color.line}; }
`

const entry = css`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  width: 100%;
  min-height: 36px;
  padding: ${space(1)} ${space(4)} ${space(1)} ${space(2.5)};
  line-height: 1.35;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  text-align: left;
  white-space: nowrap;
  cursor: pointer;
  svg { flex: none; color: ${color.muted}; }
  small { display: block; color: ${color.muted}; font-size: ${text.sm}; }
  &:hover, &:focus-visible { background: ${color.sunken}; }
  &:focus-visible { outline-offset: -2px; }
  &[data-danger] { color: ${color.red}; }
  &[data-danger] svg { color: inherit; }
  &[aria-disabled='true'] { background: none; color: ${color.muted}; cursor: default; }
  ${phone} { min-height: 44px; }
`

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
}

type MenuListProps = {
  id: string
  label: string
  items: readonly (MenuItem | 'line')[]
  anchor: RefObject<Element | null>
  align: 'start' | 'end'
  start: 'first' | 'last'
  onClose: () => void
}

export function MenuList({ id, label, items, anchor, align, start, onClose }: MenuListProps) {
  const box = useRef<HTMLDivElement>(null)
  useFloating(anchor, box, true, { align })
  useLayoutEffect(
    () =>
      entriesOf(box.current)
        .at(start === 'first' ? 0 : -1)
        ?.focus(),
    [start],
  )

  const move = (event: KeyboardEvent) => {
    const all = entriesOf(box.current)
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Escape' || event.key === 'Tab') onClose()
    else if (event.key in steps) all[steps[event.key]?.(at, all.length) ?? 0]?.focus()
    else if (/^\S$/.test(event.key)) byLetter(event.key, [...all.slice(at + 1), ...all])
    else return
    event.stopPropagation()
    if (event.key !== 'Tab') event.preventDefault()
  }
  return (
    <div
      ref={box}
      id={id}
      role="menu"
      aria-label={label}
      popover="manual"
      css={[floatingStyle, list]}
      onKeyDown={move}
    >
      {/* one element, whose growth moves the menu */}
      <div>
        {items.map((item, index) =>
          item === 'line' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike
            <hr key={index} />
          ) : (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is a radio where it is one of several choices
            <button
              key={item.label}
              type="button"
              role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.checked}
              css={entry}
              tabIndex={-1}
              data-danger={item.danger || undefined}
              aria-disabled={item.disabled || undefined}
              onClick={() => {
                if (item.disabled) return
                onClose()
                item.onSelect()
              }}
            >
              {item.icon && <item.icon size={16} strokeWidth={1.75} aria-hidden />}
              <span>
                {item.label}
                {item.detail && <small>{item.detail}</small>}
              </span>
              {item.checked && <Check size={16} aria-hidden css={{ marginLeft: 'auto' }} />}
            </button>
          ),
        )}
      </div>
    </div>
  )
}

const entriesOf = (menu: HTMLElement | null) => [
  ...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
]

const byLetter = (letter: string, entries: HTMLElement[]) =>
  entries.find((it) => it.textContent?.toLowerCase().startsWith(letter.toLowerCase()))?.focus()
