import { sessionKey } from '@plumbline/contract'
import { forgetStalePaths, stalePathsAtom } from '@plumbline/contract/shell'
import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { banner } from './banner.ts'

const refetchAfterMs = 5_000

/** Shown while answers are older than what was entered; refetches until they are not. */
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
