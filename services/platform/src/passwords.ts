import * as z from 'zod/mini'
import { passwordLength, required, withinSize } from './credentials.ts'

/** New passwords: apart from signing in, which every page carries. */

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
