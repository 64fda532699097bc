import { css } from '@emotion/react'
import { sessionKey } from '@plumbline/contract'
import { forgetStalePaths, stalePathsAtom } from '@plumbline/contract/shell'
import { color, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'

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
  svg { flex: none; }
`

const refetchAfterMs = 5_000

/** Says that what is shown is older than what was entered, and reads it again until it is not. */
export function StaleData() {
  const stalePaths = useAtomValue(stalePathsAtom)
  const queryClient = useQueryClient()
  useEffect(() => {
    if (stalePaths.size === 0) return
    const timer = setTimeout(async () => {
      const startedAt = performance.now()
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
      forgetStalePaths(startedAt)
    }, refetchAfterMs)
    return () => clearTimeout(timer)
  }, [stalePaths, queryClient])
  return (
    <p css={banner}>
      <RefreshCw size={16} aria-hidden />
      Some figures may be a few minutes old. Newer changes are still being processed.
    </p>
  )
}
