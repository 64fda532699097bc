import { ApiError, call } from '@plumbline/contract'
import { PasswordChange } from '@plumbline/identity/api'
import { queryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'

const ListedSession = z.object({
  id: z.string(),
  device: z.string(),
  begunAt: z.string(),
  seenAt: z.string(),
  current: z.boolean(),
})
export type ListedSession = z.infer<typeof ListedSession>

const path = '/api/account/sessions'
const password = { method: 'POST', path: '/api/account/password', body: PasswordChange } as const
const list = { method: 'GET', path, response: z.array(ListedSession) } as const
const endOne = { method: 'DELETE', path: `${path}/:id` } as const
const endOthers = { method: 'DELETE', path } as const

/** Where one is signed in; asked anew whenever the page is opened. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ['account', 'sessions'],
    queryFn: ({ signal }) => call(list, { signal }),
    staleTime: 0,
  })

export const changePassword = (body: PasswordChange) => call(password, { body })
export const signOutElsewhere = () => call(endOthers)

/** Signs out in one place; that it was over already is as good. */
export async function signOutThere(id: string): Promise<void> {
  try {
    await call(endOne, { params: { id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
