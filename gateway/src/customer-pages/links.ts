import type { CallerLink } from '@plumbline/platform/http'
import type { CookieOptions, Request, Response } from 'express'
import { readCookie } from '../sessions/cookies.ts'

/** The links of customers, which another service issues and revokes. */
export type CustomerLinks = {
  /** What a token opens now, in a device that may be known; `dead` is one that was right once. */
  resolve: (secrets: { token: string; device?: string | undefined }) => Promise<ResolvedLink>
  /** Whose a document is, for a member who looks at it as that customer; issues no link. */
  findCustomer: (scope: Scope) => Promise<{ customerId: number; customerName: string; isSent: boolean }>
  /** Notes that the document was looked at. */
  recordOpening: (link: CallerLink) => Promise<void>
  /** Has a code sent to the customer of a link that has run out. */
  sendCode: (wish: { token: string; channel: Way['channel'] }) => Promise<void>
  /** `device`: what makes this device known, until then. */
  enterCode: (entry: { token: string; code: string }) => Promise<EnteredCode>
}
/** Where a code can be sent; `to` says no more of the address than its owner needs. */
export type Way = { channel: 'sms' | 'email'; to: string }
/** It opens with a code that is sent to its customer. */
export type ExpiredLink = { is: 'expired'; link: CallerLink; ways: readonly Way[] }
export type ResolvedLink =
  | { is: 'live'; link: CallerLink; expiresAt: string }
  | ExpiredLink
  | { is: 'dead' | 'unknown' }
type EnteredCode = { is: 'right'; device: string; expiresAt: string } | { is: 'wrong'; triesLeft: number }

type Scope = CallerLink['scope']

export const documentPath = ({ kind, id }: Scope) => `/c/${kind}/${id}`

/**
 * The token in a cookie of the one document that it opens, so that several links, and the session of a member, do not meet in a
 * browser. And, for all documents of a customer, what makes a device known.
 */
export function createLinkCookies(secure: boolean) {
  const prefix = secure ? '__Secure-' : ''
  const [tokenName, deviceName] = [`${prefix}customer-link`, `${prefix}customer-device`]
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure }
  return {
    read: (req: Request) => ({ token: readCookie(req, tokenName), device: readCookie(req, deviceName) }),
    setToken: (res: Response, token: string, { scope }: CallerLink, expiresAt: Date) =>
      void res.cookie(tokenName, token, { ...options, path: documentPath(scope), expires: expiresAt }),
    setDevice: (res: Response, device: string, expiresAt: Date) =>
      void res.cookie(deviceName, device, { ...options, path: '/c', expires: expiresAt }),
  }
}
