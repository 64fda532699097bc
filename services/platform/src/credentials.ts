import * as z from 'zod/mini'

/** Users and passwords as the gateway, the identity service and the browser exchange them. It imports zod alone. */

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
const withinSize = z.refine<string>((text) => bytesOf(text) <= passwordLength.maxBytes, {
  error: 'The password is too long.',
})

export const Credentials = z.object({
  username: required('Username is required'),
  password: required('Password is required').check(withinSize),
})
export type Credentials = z.infer<typeof Credentials>

/** The rules of a new password that depend on its length; the identity service checks more. Nothing is trimmed or cut. */
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

/** Which of the two passwords is refused, and why. */
export const PasswordRefusal = z.object({ field: z.enum(['current', 'next']), message: z.string() })
export type PasswordRefusal = z.infer<typeof PasswordRefusal>
