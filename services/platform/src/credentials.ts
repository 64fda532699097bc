import * as z from 'zod/mini'

/** Users and how they sign in, as the gateway, the identity service and the browser exchange it. It imports zod alone. */

export const User = z.object({
  id: z.int(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
})
export type User = z.infer<typeof User>

/** A text that must be there, with this message when it is not. */
export const required = (message: string) => z.string({ error: message }).check(z.minLength(1, message))

export const passwordLength = { min: 8, advised: 15, maxBytes: 1_024 }
const bytesOf = (text: string) => new TextEncoder().encode(text).length
export const withinSize = z.refine<string>((text) => bytesOf(text) <= passwordLength.maxBytes, {
  error: 'The password is too long.',
})

export const Credentials = z.object({
  username: required('Username is required'),
  password: required('Password is required').check(withinSize),
})
export type Credentials = z.infer<typeof Credentials>
