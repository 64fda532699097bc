import { css } from '@emotion/react'
import { type Key, memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useMediaQuery } from './useMediaQuery.ts'
import { useWindowedList } from './useWindowedList.ts'

// two of them fit beside the sidebar of a tablet
const cardWidth = 304
const gap = 12
// fewer are all there at once
const few = 12
const overscan = 4

const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${cardWidth}px, 100%), 1fr));
  gap: ${gap}px;
  margin: 0;
  padding: 0;
  list-style: none;
  > li { min-width: 0; break-inside: avoid; }
  > li > * { height: 100%; }
  > li[aria-hidden] { grid-column: 1 / -1; }
`

type CardGridProps<Item> = {
  /** What the cards are, read out. */
  label: string
  items: readonly Item[]
  /** How many there are, where these are only the first. */
  total?: number | undefined
  itemKey: (item: Item) => Key
  /** The height of a row of cards in px, roughly; what is shown is measured. */
  estimate: number
  children: (item: Item) => ReactNode
}

/** Cards in as many columns as there is room for; of a long list only those exist that are seen. The page itself scrolls. */
export function CardGrid<Item>(props: CardGridProps<Item>) {
  const { label, items, itemKey, children } = props
  const isPrinting = useMediaQuery('print')
  if (items.length > few && !isPrinting) return <Windowed {...props} />
  return (
    <ul css={grid} aria-label={label}>
      {items.map((item) => (
        <li key={itemKey(item)}>{children(item)}</li>
      ))}
    </ul>
  )
}

function Windowed<Item>({
  label,
  items,
  total = items.length,
  itemKey,
  estimate,
  children,
}: CardGridProps<Item>) {
  const frame = useRef<HTMLUListElement>(null)
  const { columns, scrollMargin } = usePlace(frame, label)
  const list = useWindowedList({
    name: `cards ${label} ${columns}`,
    count: Math.ceil(items.length / columns),
    estimate,
    scrollMargin,
    gap,
    overscan,
  })
  const rows = list.getVirtualItems()
  const before = (rows[0]?.start ?? scrollMargin) - scrollMargin
  const after = list.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <ul ref={frame} css={grid} aria-label={label}>
      {before > gap && <li aria-hidden style={{ height: before - gap }} />}
      {rows.flatMap(({ index }) =>
        items.slice(index * columns, (index + 1) * columns).map((item, column) => (
          <li
            key={itemKey(item)}
            // the first of a row is as high as the row
            ref={column === 0 ? list.measureElement : undefined}
            data-index={index}
            aria-posinset={index * columns + column + 1}
            aria-setsize={total}
          >
            <Cell item={item} draw={children as (item: unknown) => ReactNode} />
          </li>
        )),
      )}
      {after > gap && <li aria-hidden style={{ height: after - gap }} />}
    </ul>
  )
}

/** Drawn once an item, not once a step of scrolling. */
const Cell = memo(function Cell({ item, draw }: { item: unknown; draw: (item: unknown) => ReactNode }) {
  return draw(item)
})

type Place = { columns: number; scrollMargin: number }
// where the cards were last: who comes back sees them drawn once, not again in other columns
const lastPlaces = new Map<string, Place>()

function usePlace(frame: RefObject<HTMLUListElement | null>, label: string): Place {
  const [place, setPlace] = useState(() => lastPlaces.get(label) ?? { columns: 1, scrollMargin: 0 })
  useLayoutEffect(() => {
    const element = frame.current as HTMLUListElement
    const measure = () => {
      const next = {
        columns: Math.max(1, Math.floor((element.clientWidth + gap) / (cardWidth + gap))),
        scrollMargin: element.getBoundingClientRect().top + window.scrollY,
      }
      lastPlaces.set(label, next)
      setPlace((now) => (now.columns === next.columns && now.scrollMargin === next.scrollMargin ? now : next))
    }
    measure()
    // what stands above may grow as well
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [frame, label])
  return place
}
