import * as z from 'zod/mini'
import { passwordLength, User } from './credentials.ts'

/** Links by which a member joins or sets another password. Few pages have a use for it, so that it is a file of its own. */

const LinkToken = z.string({ error: 'The link is not complete.' }).check(z.maxLength(100))

/** The secret of a link by which a member joins or sets another password. */
export const Link = z.object({ token: LinkToken })

/** What a link is for: `join`, to accept an invitation; `password`, to replace a forgotten one. */
export const OpenedLink = z.object({
  username: z.string(),
  email: z.string(),
  purpose: z.enum(['join', 'password']),
})
export type OpenedLink = z.infer<typeof OpenedLink>

/** The identity service says what is wrong with the password. */
export const LinkRedemption = z.object({
  token: LinkToken,
  password: z
    .string({ error: 'The new password is required' })
    .check(
      z.minLength(1, 'The new password is required'),
      z.maxLength(passwordLength.maxBytes, 'The password is too long.'),
    ),
})
export type LinkRedemption = z.infer<typeof LinkRedemption>

/** The member who can sign in now, or why the password is refused. */
export const RedeemedLink = z.union([z.object({ user: User }), z.object({ problem: z.string() })])
export type RedeemedLink = z.infer<typeof RedeemedLink>
