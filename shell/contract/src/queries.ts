import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './apiError.ts'
import { announceSession } from './sessionChannel.ts'

/** The query of the signed-in user; its data is null while signed out. */
export const sessionKey = ['session'] as const

/** Signs this window out, and has the other windows look whether they still are signed in. */
export function endSession(client: QueryClient): void {
  if (!client.getQueryData(sessionKey)) return
  client.setQueryData(sessionKey, null)
  announceSession('ended')
}

/**
 * Data is never stale, never fetched again by itself, and nothing is retried: what people see changes when they act.
 * An answer that the session is over signs out here as well, so that the login screen takes the place of the page.
 */
export const createQueryClient = (): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) endSession(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}
