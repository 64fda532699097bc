import { useSyncExternalStore } from 'react'
import { phone } from './tokens.ts'

/** Whether a media query applies now; one of the tokens, such as `phone`, may have its `@media`. */
export function useMediaQuery(query: string): boolean {
  const condition = query.replaceAll('@media ', '')
  const subscribe = (onChange: () => void) => {
    const list = matchMedia(condition)
    list.addEventListener('change', onChange)
    return () => list.removeEventListener('change', onChange)
  }
  return useSyncExternalStore(subscribe, () => matchMedia(condition).matches)
}

export const useIsPhone = (): boolean => useMediaQuery(phone)
