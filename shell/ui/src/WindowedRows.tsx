import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useWindowedList } from './useWindowedList.ts'

type WindowedRowsProps = Omit<ComponentProps<'tbody'>, 'children'> & {
  /** Of the table. */
  label: string
  count: number
  /** The height of one row, roughly; what is shown is measured. */
  estimate?: number
  row: (
    index: number,
    props: { ref: (node: HTMLTableRowElement | null) => void; 'data-index': number },
  ) => ReactNode
}

// where the rows began last: for who comes back they are not moved while the page scrolls to its place
const lastMargins = new Map<string, number>()

const spacer = { padding: 0, border: 0, display: 'block' } as const

/** The rows of a long table, of which only what is seen exists; the page itself scrolls. */
export function WindowedRows({ label, count, estimate = 61, row, ...rest }: WindowedRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(() => lastMargins.get(label) ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above may change with what is shown
  useLayoutEffect(() => {
    if (!body.current) return
    const margin = body.current.getBoundingClientRect().top + window.scrollY
    lastMargins.set(label, margin)
    setScrollMargin(margin)
  }, [count, label])
  const list = useWindowedList({ name: `rows ${label}`, count, estimate, scrollMargin, overscan: 10 })
  const rows = list.getVirtualItems()
  const before = (rows[0]?.start ?? scrollMargin) - scrollMargin
  const after = list.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin)
  return (
    <tbody ref={body} {...rest}>
      {before > 0 && (
        <tr aria-hidden data-spacer>
          <td style={{ ...spacer, height: before }} />
        </tr>
      )}
      {rows.map(({ index }) => row(index, { ref: list.measureElement, 'data-index': index }))}
      {after > 0 && (
        <tr aria-hidden data-spacer>
          <td style={{ ...spacer, height: after }} />
        </tr>
      )}
    </tbody>
  )
}
