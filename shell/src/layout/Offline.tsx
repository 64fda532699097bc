import { FreezeWhilePressed } from '@plumbline/ui'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { banner } from './banner.ts'

const subscribe = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** Shown while there is no network connection. */
export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      <FreezeWhilePressed>
        {!online && (
          <p css={banner}>
            <WifiOff size={16} aria-hidden />
            You're offline. What you see may be out of date, and changes can't be saved until you're back.
          </p>
        )}
      </FreezeWhilePressed>
    </div>
  )
}
