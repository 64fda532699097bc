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

export const isLinkToken = (keyring: Keyring, dataKey: DataKey, link: CustomerLink, token: string): boolean =>
  isSame(token, linkToken(keyring, dataKey, link))

/** A code that was sent to the customer of a link: the first, second, … of this link. */
export type LinkCode = { linkId: number; number: number }

/** Six digits, by which a customer shows that they read what is sent to them. Stored nowhere, like the secret of a link. */
export function codeDigits(keyring: Keyring, dataKey: DataKey, { linkId, number }: LinkCode): string {
  const digest = keyring.authenticate(dataKey, 'customer link code', `${linkId} ${number}`)
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

export const isCode = (keyring: Keyring, dataKey: DataKey, code: LinkCode, digits: string): boolean =>
  isSame(digits, codeDigits(keyring, dataKey, code))

/** A browser in which a customer entered a right code, for the link that the code was for. */
export type KnownDevice = { linkId: number; expiresAt: Date }

const devicePattern = /^([1-9]\d{0,8})-(\d{1,15})-[\w-]{43}$/

/** What the cookie of a known device holds. Revoking its link ends it, and so does erasing the customer. */
export function deviceToken(keyring: Keyring, dataKey: DataKey, { linkId, expiresAt }: KnownDevice): string {
  const claim = `${linkId}-${expiresAt.getTime()}`
  return `${claim}-${keyring.authenticate(dataKey, 'customer device', claim).toString('base64url')}`
}

/** The device that a token claims to be; undefined when it is no token. */
export const deviceOf = (token: string): KnownDevice | undefined => {
  const [, linkId, expiresAt] = devicePattern.exec(token) ?? []
  return linkId === undefined ? undefined : { linkId: Number(linkId), expiresAt: new Date(Number(expiresAt)) }
}

export const isDeviceToken = (
  keyring: Keyring,
  dataKey: DataKey,
  device: KnownDevice,
  token: string,
): boolean => isSame(token, deviceToken(keyring, dataKey, device))

/** In constant time. */
function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Where a customer opens a link, below the address of the business. */
export const linkPath = (token: string) => `/c/${token}`
