import { useWindowVirtualizer, type VirtualItem, windowScroll } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'

const shownMs = 200

// how high the rows of a list were when it was left: who comes back finds the place they scrolled to
const lastHeights = new Map<string, VirtualItem[]>()

type WindowedListOptions = {
  /** Names the list among those that are shown at other times. */
  name: string
  count: number
  /** The height of one row, roughly; what is shown is measured. */
  estimate: number
  scrollMargin: number
  gap?: number
  overscan: number
}

/**
 * What of a long list on a page exists; the page itself scrolls. While the page appears only what will be seen, known before
 * it is measured, so that it is drawn with the page and not after it; then `overscan` rows more to either side.
 */
export function useWindowedList({ name, estimate, overscan, ...options }: WindowedListOptions) {
  const [rows, setRows] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setRows(overscan), shownMs)
    return () => clearTimeout(timer)
  }, [overscan])
  const [heights] = useState(() => lastHeights.get(name) ?? [])
  const isShown = useRef(false)
  const list = useWindowVirtualizer({
    ...options,
    estimateSize: () => estimate,
    overscan: rows,
    initialOffset: 0,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialMeasurementsCache: heights,
    // a list that appears would scroll to its beginning, but the router knows where a page that one comes back to was left
    scrollToFn: (...scroll) => {
      if (isShown.current) windowScroll(...scroll)
    },
  })
  useLayoutEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
      lastHeights.set(name, list.takeSnapshot())
    }
  }, [name, list])
  return list
}
