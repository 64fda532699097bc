import { ErrorState } from '@plumbline/ui'
import { useRevalidator, useRouteError } from 'react-router-dom'
import { RemoteUnavailable } from '../remotes/runtime.ts'

/** What went wrong in place of the page; the rest of the product goes on, and a retry needs no reload. */
export function PageError() {
  const error = useRouteError()
  const { revalidate } = useRevalidator()
  const retry = () => void revalidate()
  if (error instanceof RemoteUnavailable)
    return (
      <ErrorState title={`${error.title} cannot be reached right now`} onRetry={retry}>
        Nothing you saved is lost. The other pages work as usual.
      </ErrorState>
    )
  const message = error instanceof Error ? error.message : String(error)
  return (
    <ErrorState title="This page could not be shown" onRetry={retry}>
      {message}
    </ErrorState>
  )
}
