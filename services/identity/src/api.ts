import * as z from 'zod/mini'

export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
})
export type User = z.infer<typeof User>

const required = (message: string) => z.string({ error: message }).check(z.minLength(1, message))

export const passwordLength = { min: 8, advised: 15, maxBytes: 1_024 }
const bytesOf = (text: string) => new TextEncoder().encode(text).length
const withinMaxBytes = z.refine<string>((text) => bytesOf(text) <= passwordLength.maxBytes, {
  error: 'The password is too long.',
})

export const Credentials = z.object({
  username: required('Username is required'),
  password: required('Password is required').check(withinMaxBytes),
})
export type Credentials = z.infer<typeof Credentials>

/** The length of a new password; the server also refuses common passwords and names. Nothing is trimmed or cut. */
export const NewPassword = z.string({ error: 'The new password is required' }).check(
  // characters as people count them, so that an emoji is one
  z.refine((text) => [...text].length >= passwordLength.min, {
    error: `The password needs at least ${passwordLength.min} characters.`,
  }),
  withinMaxBytes,
)

export const PasswordChange = z.object({
  current: required('Your password is required').check(withinMaxBytes),
  next: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** Which of the two passwords is refused, and why. */
export const PasswordRefusal = z.object({ field: z.enum(['current', 'next']), message: z.string() })
export type PasswordRefusal = z.infer<typeof PasswordRefusal>

// Only a gateway in another process calls these. Its signed identity protects them, so they need no session.

export const signIn = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Check a name and a password; null when they are wrong',
  access: 'public',
  body: Credentials,
  response: z.nullable(User),
} as const

export const changePassword = {
  method: 'POST',
  path: '/change-password',
  summary: 'Change the password of a user; null when it is done',
  access: 'public',
  /** `change` is checked like a form: the answer names the field that is wrong. */
  body: z.object({ userId: z.int(), change: z.unknown() }),
  response: z.nullable(PasswordRefusal),
} as const

export const revokeAccess = {
  method: 'POST',
  path: '/revoke-access',
  summary: 'End the access that a user was given without a session, such as calendar addresses',
  access: 'public',
  body: z.object({ userId: z.int() }),
  response: z.null(),
} as const

export const NewUser = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(100, 'At most 100 characters')),
  email: z.email('Please enter a valid email').check(z.maxLength(254, 'Please enter a valid email')),
  password: NewPassword,
})
export type NewUser = z.infer<typeof NewUser>
