import { Still } from '@plumbline/ui'
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

/** Says that there is no connection, for as long as there is none. */
export function Offline() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div role="status">
      <Still>
        {!online && (
          <p css={banner}>
            <WifiOff size={16} aria-hidden />
            You are offline. What you see may be old; nothing you enter can be saved until you are back.
          </p>
        )}
      </Still>
    </div>
  )
}
