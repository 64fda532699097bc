import { memo, type ReactNode, useEffect, useState } from 'react'

/** A tap becomes a click this long after the finger is up, at most. */
const clickFollowsMs = 100

const Content = memo(
  ({ children }: { children: ReactNode; still: boolean }) => children,
  (_, next) => next.still,
)

/**
 * What appears by itself above what can be pressed. It stays as it is while somebody presses: a button that moved
 * between press and release would not be clicked.
 */
export function Still({ children }: { children: ReactNode }) {
  const [still, setStill] = useState(false)
  useEffect(() => {
    const over = new AbortController()
    const options = { capture: true, signal: over.signal }
    let timer: ReturnType<typeof setTimeout> | undefined
    const hold = ({ button }: PointerEvent) => {
      // of a press that opens a menu nobody may hear the end
      if (button !== 0) return
      clearTimeout(timer)
      setStill(true)
    }
    const release = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setStill(false), clickFollowsMs)
    }
    document.addEventListener('pointerdown', hold, options)
    for (const end of ['pointerup', 'pointercancel']) document.addEventListener(end, release, options)
    return () => {
      over.abort()
      clearTimeout(timer)
    }
  }, [])
  return <Content still={still}>{children}</Content>
}
