import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useVirtualizerOptions } from './useVirtualizerOptions.ts'

type WindowedRowsProps = Omit<ComponentProps<'tbody'>, 'children'> & {
  count: number
  /** The height of one row, roughly; what is shown is measured. */
  estimate?: number
  row: (
    index: number,
    props: { ref: (node: HTMLTableRowElement | null) => void; 'data-index': number },
  ) => ReactNode
}

const spacer = { padding: 0, border: 0, display: 'block' } as const

/** The rows of a long table, of which only what is seen exists; the page itself scrolls. */
export function WindowedRows({ count, estimate = 61, row, ...rest }: WindowedRowsProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above may change with what is shown
  useLayoutEffect(() => {
    if (body.current) setScrollMargin(body.current.getBoundingClientRect().top + window.scrollY)
  }, [count])
  const list = useWindowVirtualizer({
    count,
    estimateSize: () => estimate,
    scrollMargin,
    ...useVirtualizerOptions(10),
  })
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
