import type { CallerLink } from '@plumbline/platform/http'
import type { CookieOptions, Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'

/** The links of customers, which another service issues and revokes. */
export type CustomerLinks = {
  /** What a token opens now; `dead` is one that was right once. */
  resolve: (token: string) => Promise<ResolvedLink>
  /** Notes that the document was looked at. */
  recordOpening: (link: CallerLink) => Promise<void>
}
export type ResolvedLink = { is: 'live'; link: CallerLink; expiresAt: string } | { is: 'dead' | 'unknown' }

type Scope = CallerLink['scope']

export const documentPath = ({ kind, id }: Scope) => `/c/${kind}/${id}`

/**
 * The token in a cookie of the one document that it opens, so that several links, and the session of a member, do not meet in a
 * browser.
 */
export function createLinkCookie(secure: boolean) {
  const name = secure ? '__Secure-customer-link' : 'customer-link'
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure }
  return {
    read: (req: Request) => readCookie(req, name),
    set: (res: Response, token: string, { scope }: CallerLink, expiresAt: string) =>
      void res.cookie(name, token, { ...options, path: documentPath(scope), expires: new Date(expiresAt) }),
  }
}
