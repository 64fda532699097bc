import { useSyncExternalStore } from 'react'

// beside the sidebar the content then has the 900 px that a table of invoices needs
const list = matchMedia('(min-width: 1220px)')

const subscribe = (onChange: () => void) => {
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

/** Whether there is room for a table of invoices. */
export const useIsWide = (): boolean => useSyncExternalStore(subscribe, () => list.matches)
