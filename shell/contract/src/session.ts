import { queryOptions, useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ApiError } from './apiError.ts'
import { call } from './call.ts'
import { sessionKey } from './queries.ts'

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

export const useSession = () => useQuery(sessionQuery())
export const signIn = (credentials: { username: string; password: string }): Promise<User> =>
  call(login, { body: credentials })
export const signOut = (): Promise<undefined> => call(logout)
