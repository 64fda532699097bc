import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'
import * as z from 'zod/mini'
import { ApiError } from './apiError.ts'
import { call, forgetAnswers } from './call.ts'
import { sessionKey } from './queries.ts'
import { announceSession, onSessionNews } from './sessionChannel.ts'

const User = z.object({ id: z.int(), username: z.string(), email: z.string(), role: z.string() })
export type User = z.infer<typeof User>

const currentUser = { method: 'GET', path: '/api/auth/user', response: User } as const
const login = { method: 'POST', path: '/api/login', response: User } as const
const logout = { method: 'POST', path: '/api/logout' } as const

/** Who is signed in; null for nobody. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async (): Promise<User | null> => {
      try {
        return await call(currentUser)
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
  })

export const useSession = () => useQuery({ ...sessionQuery(), retryOnMount: false })

export async function signIn(credentials: { username: string; password: string }): Promise<User> {
  const user = await call(login, { body: credentials })
  forgetAnswers()
  announceSession('signed-in')
  return user
}

/** The other windows sign out as well, even when the call fails. */
export async function signOut(): Promise<undefined> {
  try {
    return await call(logout)
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
      queryClient.setQueryData(sessionKey, await call(currentUser))
      store.set(sessionEndAtom, 'expired')
    } catch (error) {
      // any other failure says nothing about the session
      if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionKey, null)
    }
  })
}
