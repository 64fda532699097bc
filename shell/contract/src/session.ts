import * as gateway from '@plumbline/gateway/api'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'
import { ApiError } from './apiError.ts'
import { call, forgetAnswers } from './call.ts'
import { sessionKey } from './queries.ts'
import { announceSession, onSessionNews } from './sessionChannel.ts'

export type User = gateway.User

/** The signed-in user; null while signed out. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async (): Promise<User | null> => {
      try {
        return await call(gateway.getCurrentUser)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
    meta: { changedBy: ['member'] },
  })

export const useSession = () => useQuery({ ...sessionQuery(), retryOnMount: false })

export async function signIn(credentials: gateway.SignIn): Promise<User> {
  const user = await call(gateway.signIn, { body: credentials })
  forgetAnswers()
  announceSession('signed-in')
  return user
}

/** The other windows sign out as well, even when the call fails. */
export async function signOut(): Promise<undefined> {
  try {
    return await call(gateway.signOut)
  } finally {
    forgetAnswers()
    announceSession('signed-out')
  }
}

/** How the last session ended: by signing out in another window, or by itself. */
export const sessionEndAtom = atom<'signed-out' | 'expired'>('expired')
const store = getDefaultStore()

/** Keeps this window signed in or out as the other windows of this browser are. */
export function followOtherWindows(queryClient: QueryClient): void {
  onSessionNews(async (news) => {
    // an answer that is still on its way may be of the session before
    await queryClient.cancelQueries({ queryKey: sessionKey })
    forgetAnswers()
    if (news === 'signed-out') {
      store.set(sessionEndAtom, 'signed-out')
      queryClient.setQueryData(sessionKey, null)
      return
    }
    try {
      queryClient.setQueryData(sessionKey, await call(gateway.getCurrentUser))
      store.set(sessionEndAtom, 'expired')
    } catch (error) {
      // any other failure says nothing about the session
      if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionKey, null)
    }
  })
}
