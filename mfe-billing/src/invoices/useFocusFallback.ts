import { type RefObject, useEffect, useRef } from 'react'

/** When a button disappears because what it was for is done (`state` changed), the focus goes to `target`, not to the page. */
export function useFocusFallback(target: RefObject<HTMLElement | null>, state: unknown): void {
  const before = useRef(state)
  useEffect(() => {
    if (before.current !== state && document.activeElement === document.body) target.current?.focus()
    before.current = state
  }, [target, state])
}
