import { css } from '@emotion/react'
import { call } from '@plumbline/contract'
import { listReleases } from '@plumbline/gateway/api'
import { Button, color, FreezeWhilePressed, space } from '@plumbline/ui'
import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { isReleased } from '../remotes/runtime.ts'
import { useSite } from '../site.ts'

const banner = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(4)};
  margin-bottom: ${space(5)};
  padding: ${space(2.5)} ${space(4)};
  border: 1px solid ${color.line};
  border-radius: 6px;
  background: ${color.surface};
`

const checkIntervalMs = 60_000
let checkedAt = Number.NEGATIVE_INFINITY

/** Offers a reload when a remote has a newer release; until then this window keeps the build it has. */
export function UpdateBanner() {
  const { remotes } = useSite()
  const { pathname } = useLocation()
  const [newer, setNewer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again on every page change
  useEffect(() => {
    if (newer || performance.now() - checkedAt < checkIntervalMs) return
    checkedAt = performance.now()
    call(listReleases)
      .then((now) => {
        const buildOf = new Map(now.map(({ name, build }) => [name, build]))
        setNewer(remotes.some((it) => isReleased(it) && buildOf.get(it.name) !== it.release?.build))
      })
      .catch(() => {
        checkedAt = Number.NEGATIVE_INFINITY
      })
  }, [pathname, newer, remotes])
  return (
    <div role="status">
      <FreezeWhilePressed>
        {newer && (
          <p css={banner}>
            A newer version is ready.
            <Button size="sm" onClick={() => window.location.reload()}>
              <RefreshCw size={16} aria-hidden />
              Reload
            </Button>
          </p>
        )}
      </FreezeWhilePressed>
    </div>
  )
}
