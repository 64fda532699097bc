import { phone } from '@plumbline/ui'
import { useSyncExternalStore } from 'react'

/** Where an open conversation takes the whole screen below the header. */
export const fillsScreen = phone.replace('@media ', '')

/** Where the customer's details are beside the conversation. */
export const showsDetails = '(min-width: 1200px)'

/** Whether the screen is of this kind now. */
export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query)
      list.addEventListener('change', changed)
      return () => list.removeEventListener('change', changed)
    },
    () => matchMedia(query).matches,
  )
