import { useEffect, useState } from 'react'

const shownMs = 200

/**
 * What of a long list on a page exists, for its virtualizer. While the page appears only what will be seen, known before
 * it is measured, so that it is drawn with the page and not after it; then `overscan` rows more to either side.
 */
export function useVirtualizerOptions(overscan: number) {
  const [rows, setRows] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setRows(overscan), shownMs)
    return () => clearTimeout(timer)
  }, [overscan])
  return {
    overscan: rows,
    initialOffset: 0,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
  }
}
