import { User } from '@plumbline/platform/credentials'
import { Link, LinkRedemption, OpenedLink } from '@plumbline/platform/links'

export { LinkRedemption, type OpenedLink, type RedeemedLink } from '@plumbline/platform/links'

// The secret of a link is behind its #, which browsers never send, and in the bodies of these calls.

export const openLink = {
  method: 'POST',
  path: '/api/join/link',
  summary: 'Get whom a link is for by which a member joins or sets another password',
  needs: 'public',
  body: Link,
  response: OpenedLink,
} as const

export const redeemLink = {
  method: 'POST',
  path: '/api/join',
  summary: 'Join, or set another password, by a link that works once, and sign in',
  needs: 'public',
  body: LinkRedemption,
  response: User,
} as const
