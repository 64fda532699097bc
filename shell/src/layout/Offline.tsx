import { css } from '@emotion/react'
import { color, Still, space } from '@plumbline/ui'
import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'

const banner = css`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  margin-bottom: ${space(5)};
  padding: ${space(2.5)} ${space(4)};
  border: 1px solid ${color.amber};
  border-radius: 6px;
  color: ${color.amber};
  font-weight: 600;
`

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
