import { type RefCallback, useCallback, useEffectEvent } from 'react'

/** A ref for the end of a list: calls `onNear` when it comes near. Works however the list is scrolled. */
export function useNearEnd(onNear: () => void): RefCallback<HTMLElement> {
  const near = useEffectEvent(onNear)
  return useCallback((element: HTMLElement | null) => {
    if (!element) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && near(), {
      rootMargin: '800px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
}
