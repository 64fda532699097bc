import { timingSafeEqual } from 'node:crypto'
import type { DataKey, Keyring } from './encryption/keyring.ts'
import type { LinkKind } from './rights.ts'

/** What a link opens. */
export type LinkScope = { kind: LinkKind; id: number }

/** A link as it was issued; `customerId` stays the same when the customer is merged into another one. */
export type CustomerLink = { linkId: number; customerId: number; scope: LinkScope }

const pattern = /^([1-9]\d{0,8})-([\w-]{43})$/

/**
 * The secret of a link. It follows from the link and the data key of its customer: nothing stores it, it can be composed again
 * for a message that is sent again, it outlives a change of the master key, and erasing the customer ends it.
 */
export function linkToken(keyring: Keyring, dataKey: DataKey, { linkId, scope }: CustomerLink): string {
  const code = keyring.authenticate(dataKey, 'customer link', `${linkId} ${scope.kind} ${scope.id}`)
  return `${linkId}-${code.toString('base64url')}`
}

/** The link that a token claims to be for; undefined when it is no token. */
export const linkIdOf = (token: string): number | undefined => {
  const [, linkId] = pattern.exec(token) ?? []
  return linkId === undefined ? undefined : Number(linkId)
}

/** Compares in constant time. */
export function isLinkToken(keyring: Keyring, dataKey: DataKey, link: CustomerLink, token: string): boolean {
  const given = Buffer.from(token)
  const expected = Buffer.from(linkToken(keyring, dataKey, link))
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** Where a customer opens a link, below the address of the business. */
export const linkPath = (token: string) => `/c/${token}`
