import { Credentials, NewPassword, PasswordRefusal, User } from '@plumbline/platform/credentials'
import { emailAddress } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

// Only a gateway in another process calls these. Its signed identity protects them, so they need no session.

export const signIn = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Check a name and a password; null when they are wrong',
  needs: 'public',
  body: Credentials,
  response: z.nullable(User),
} as const

export const changePassword = {
  method: 'POST',
  path: '/change-password',
  summary: 'Change the password of a user; null when it is done',
  needs: 'public',
  /** `change` is checked like a form: the answer names the field that is wrong. */
  body: z.object({ userId: z.int(), change: z.unknown() }),
  response: z.nullable(PasswordRefusal),
} as const

export const revokeAccess = {
  method: 'POST',
  path: '/revoke-access',
  summary: 'End the access that a user was given without a session, such as calendar addresses',
  needs: 'public',
  body: z.object({ userId: z.int() }),
  response: z.null(),
} as const

export const NewUser = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(100, 'At most 100 characters')),
  email: emailAddress('Please enter a valid email'),
  password: NewPassword,
})
export type NewUser = z.infer<typeof NewUser>
