import { type RefCallback, useCallback, useState } from 'react'

const step = 60

/**
 * How many rows of a long list exist: more as its end, with the ref `end`, comes near. Works however the list is scrolled.
 * `atLeast`: as many as that, and some below.
 */
export function useShownCount(atLeast: number): { count: number; end: RefCallback<HTMLElement> } {
  const [count, setCount] = useState(step)
  const end = useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setCount((old) => old + step),
      { rootMargin: '800px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { count: Math.max(count, Math.ceil(atLeast / step + 0.5) * step), end }
}
