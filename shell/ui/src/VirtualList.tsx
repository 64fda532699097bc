import { css } from '@emotion/react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type Key, type ReactNode, useRef } from 'react'

const view = css`
  overflow-y: auto;
  overscroll-behavior: contain;
  contain: strict;
  > ul { position: relative; margin: 0; padding: 0; list-style: none; }
  li { position: absolute; inset: 0 0 auto 0; }
  &:focus-visible { outline-offset: -2px; }
`

type VirtualListProps<Item> = {
  /** What the list is, read out. */
  label: string
  items: readonly Item[]
  itemKey: (item: Item) => Key
  /** The height of one item, roughly; what is shown is measured. */
  estimate?: number
  height: number | string
  children: (item: Item, index: number) => ReactNode
}

/** A list of any length, of which only what is seen exists. */
export function VirtualList<Item>({
  label,
  items,
  itemKey,
  estimate = 56,
  height,
  children,
}: VirtualListProps<Item>) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    getItemKey: (index) => itemKey(items[index] as Item) as string,
    overscan: 6,
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section ref={scroller} css={view} style={{ height }} tabIndex={0} aria-label={label}>
      <ul style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => (
          <li
            key={key as string}
            ref={list.measureElement}
            data-index={index}
            aria-posinset={index + 1}
            aria-setsize={items.length}
            style={{ transform: `translateY(${start}px)` }}
          >
            {children(items[index] as Item, index)}
          </li>
        ))}
      </ul>
    </section>
  )
}
