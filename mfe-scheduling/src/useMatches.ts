import { phone } from '@plumbline/ui'
import { useSyncExternalStore } from 'react'

/** Whether a media query of the design system, such as `phone`, applies. */
export function useMatches(query: string): boolean {
  const text = query.replaceAll('@media ', '')
  const list = matchMedia(text)
  const subscribe = (onChange: () => void) => {
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(text).matches)
}

export const useIsPhone = (): boolean => useMatches(phone)
