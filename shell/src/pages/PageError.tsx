import { ApiError, NoAnswerError, type Remote, sessionKey } from '@plumbline/contract'
import { ErrorState } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router-dom'
import { RemoteUnavailable, reportFailure } from '../remotes/runtime.ts'

/** What went wrong in place of the page; the rest of the product goes on, and a retry needs no reload. */
export function PageError({ remote }: { remote?: Remote }) {
  const error = useRouteError()
  useEffect(() => {
    // a refused or unanswered call is not the page's fault, and what did not load was reported there
    const isInnocent = [RemoteUnavailable, ApiError, NoAnswerError].some((it) => error instanceof it)
    if (remote && !isInnocent) reportFailure(remote, error)
  }, [remote, error])
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const retry = () => {
    // what the page failed on may be what it was given, so it is asked for again
    void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
    // only a navigation makes the router render a page anew that failed while it was rendered
    void navigate(location, { replace: true, preventScrollReset: true })
  }
  if (error instanceof RemoteUnavailable)
    return (
      <ErrorState title={`${error.title} cannot be reached right now`} onRetry={retry}>
        Nothing you saved is lost. The other pages work as usual.
      </ErrorState>
    )
  const message = error instanceof Error ? error.message : String(error)
  return (
    <ErrorState title="This page could not be shown" onRetry={retry}>
      {message || 'The server could not be reached. Nothing you saved is lost.'}
    </ErrorState>
  )
}
