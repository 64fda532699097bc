import { ApiError, NoAnswerError, type Remote, sessionKey } from '@plumbline/contract'
import { ErrorState } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { isLoadFailure, RemoteUnavailable, reportFailure } from '../remotes/runtime.ts'

const NotAllowed = lazy(async () => ({ default: (await import('./NotAllowed.tsx')).NotAllowed }))

/** What went wrong, in place of the page; the other pages still work, and a retry needs no reload. */
export function PageError({ remote }: { remote?: Remote }) {
  const error = useRouteError()
  useEffect(() => {
    // a refused or unanswered call is no defect of the build, and a remote that did not load was reported by its loader
    const isReported = [RemoteUnavailable, ApiError, NoAnswerError].some((it) => error instanceof it)
    if (remote && !isReported) reportFailure(remote, error)
  }, [remote, error])
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const retry = () => {
    // the data may have been the cause, so it is fetched again
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    // the router renders a failed page again only after a navigation
    void navigate(location, { replace: true, preventScrollReset: true })
  }
  if (error instanceof RemoteUnavailable && error.isBroken)
    return (
      <ErrorState title={`${error.title} doesn't work right now`}>
        It has been reported. Everything you saved is safe, and other pages still work. Reload this page later
        to try again.
      </ErrorState>
    )
  if (error instanceof RemoteUnavailable)
    return (
      <ErrorState title={`${error.title} can't be loaded right now`} onRetry={retry}>
        Everything you saved is safe, and other pages still work.
      </ErrorState>
    )
  if (error instanceof ApiError && error.status === 403)
    return (
      <Suspense>
        <NotAllowed />
      </Suspense>
    )
  // what a page loads later is asked for once: only a page that is loaded again asks again
  if (isLoadFailure(error))
    return (
      <ErrorState title="This page can't be loaded right now" onRetry={() => window.location.reload()}>
        Everything you saved is safe, and other pages still work.
      </ErrorState>
    )
  const message = error instanceof Error ? error.message : String(error)
  return (
    <ErrorState title="This page could not be shown" onRetry={retry}>
      {message || 'The server could not be reached. Everything you saved is safe.'}
    </ErrorState>
  )
}
