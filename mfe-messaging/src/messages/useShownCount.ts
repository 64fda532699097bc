import { useNearEnd } from '@plumbline/ui'
import { type RefCallback, useState } from 'react'

const step = 60

/**
 * How many rows of a long list exist: more as its end, with the ref `end`, comes near.
 * `atLeast`: as many as that, and some below.
 */
export function useShownCount(atLeast: number): { count: number; end: RefCallback<HTMLElement> } {
  const [count, setCount] = useState(step)
  const end = useNearEnd(() => setCount((old) => old + step))
  return { count: Math.max(count, Math.ceil(atLeast / step + 0.5) * step), end }
}
