import { required, withinSize } from '@plumbline/platform/credentials'
import { PasswordChange } from '@plumbline/platform/passwords'
import * as z from 'zod/mini'

export const changePassword = {
  method: 'POST',
  path: '/api/account/password',
  summary: 'Change your password and sign out everywhere else',
  needs: 'self',
  body: PasswordChange,
} as const

export const PasswordConfirmation = z.object({
  password: required('Your password is required').check(withinSize),
})
export type PasswordConfirmation = z.infer<typeof PasswordConfirmation>

export const confirmPassword = {
  method: 'POST',
  path: '/api/account/confirm',
  summary:
    'Give your password again, where a call was refused with the code `password-needed`; it holds for half an hour',
  needs: 'self',
  body: PasswordConfirmation,
} as const

export const recordExport = {
  method: 'POST',
  path: '/api/account/exports',
  summary: 'Have it logged that you save a list as a file, before it is saved',
  needs: 'export',
  body: z.object({ name: z.string().check(z.maxLength(100)) }),
} as const

export const ListedSession = z.object({
  id: z.uuid(),
  device: z.string(),
  begunAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  current: z.boolean(),
  /** It lasts 30 days. */
  ownDevice: z.boolean(),
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
