import * as z from 'zod/mini'

export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
})
export type User = z.infer<typeof User>

const required = (message: string) => z.string({ error: message }).check(z.minLength(1, message))

export const Credentials = z.object({
  username: required('Username is required'),
  password: required('Password is required'),
})
export type Credentials = z.infer<typeof Credentials>

/** Asked by a gateway that runs apart from this service: the user, or null when the name or the password is wrong. */
export const signIn = {
  method: 'POST',
  path: '/sign-in',
  summary: 'Whose name and password these are',
  access: 'public',
  body: Credentials,
  response: z.nullable(User),
} as const

export const passwordLength = { min: 8, advised: 15, maxBytes: 1_024 }
const bytesOf = (text: string) => new TextEncoder().encode(text).length
const withinSize = z.refine<string>((text) => bytesOf(text) <= passwordLength.maxBytes, {
  error: 'The password is too long.',
})

/** What can be told of a password by its length; more is checked where it is set. Nothing is trimmed or cut. */
export const NewPassword = z.string({ error: 'The new password is required' }).check(
  // characters as people count them, so that an emoji is one
  z.refine((text) => [...text].length >= passwordLength.min, {
    error: `The password needs at least ${passwordLength.min} characters.`,
  }),
  withinSize,
)

export const PasswordChange = z.object({
  current: required('Your password is required').check(withinSize),
  next: NewPassword,
})
export type PasswordChange = z.infer<typeof PasswordChange>

/** Which of the two passwords cannot be taken, and why. */
export const PasswordRefusal = z.object({ field: z.enum(['current', 'next']), message: z.string() })
export type PasswordRefusal = z.infer<typeof PasswordRefusal>

/** Asked by a gateway that runs apart from this service, for whoever its session says: null when it is done. */
export const changePassword = {
  method: 'POST',
  path: '/change-password',
  summary: 'Changes the password of a user who knows it',
  access: 'public',
  body: z.object({ userId: z.int(), change: z.unknown() }),
  response: z.nullable(PasswordRefusal),
} as const

/** Asked by a gateway that runs apart from this service, for whoever its session says. */
export const revokeAccess = {
  method: 'POST',
  path: '/revoke-access',
  summary: 'Ends what was handed out to a user, such as calendar addresses',
  access: 'public',
  body: z.object({ userId: z.int() }),
} as const

export const NewUser = z.object({
  username: z
    .string()
    .check(z.trim(), z.minLength(1, 'Username is required'), z.maxLength(100, 'At most 100 characters')),
  email: z.email('Please enter a valid email').check(z.maxLength(254, 'Please enter a valid email')),
  password: NewPassword,
})
export type NewUser = z.infer<typeof NewUser>
