import { memo, type ReactNode, useEffect, useState } from 'react'

/** A tap becomes a click this long after the finger is up, at most. */
const clickFollowsMs = 100

const Content = memo(
  ({ children }: { children: ReactNode; still: boolean }) => children,
  (_, next) => next.still,
)

/**
 * Content that may appear above buttons by itself. While a pointer is down it does not change: a button that moves between
 * press and release is not clicked.
 */
export function FreezeWhilePressed({ children }: { children: ReactNode }) {
  const [still, setStill] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    const options = { capture: true, signal: over.signal }
    let timer: ReturnType<typeof setTimeout> | undefined
    const freeze = ({ button }: PointerEvent) => {
      // a press that opens a context menu has no pointerup
      if (button !== 0) return
      clearTimeout(timer)
      setStill(true)
    }
    const release = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setStill(false), clickFollowsMs)
    }
    document.addEventListener('pointerdown', freeze, options)
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, options)
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [])
  return <Content still={still}>{children}</Content>
}
