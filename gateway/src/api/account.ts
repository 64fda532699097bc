import { PasswordChange } from '@plumbline/platform/passwords'
import * as z from 'zod/mini'

export const changePassword = {
  method: 'POST',
  path: '/api/account/password',
  summary: 'Change your password and sign out everywhere else',
  needs: 'self',
  body: PasswordChange,
} as const

export const ListedSession = z.object({
  id: z.uuid(),
  device: z.string(),
  begunAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  current: z.boolean(),
})
export type ListedSession = z.infer<typeof ListedSession>

export const listSessions = {
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'List where you are signed in',
  needs: 'self',
  response: z.array(ListedSession),
} as const

export const endOtherSessions = {
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Sign out everywhere else',
  needs: 'self',
} as const

export const endSession = {
  method: 'DELETE',
  path: '/api/account/sessions/:id',
  summary: 'Sign out on one device',
  needs: 'self',
  params: z.object({ id: z.uuid() }),
} as const
