import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@plumbline/platform/db'
import { type StoredLink, type StoredUser, selectUserById } from '../user/table.ts'
import { mayManage } from './rights.ts'

const validHours = { join: 7 * 24, password: 24 }

/** A secret that sets a member's password once. Only its hash is stored. */
export function newLink(purpose: keyof typeof validHours, now: Date) {
  const token = randomBytes(32).toString('base64url')
  const validUntil = new Date(now.getTime() + validHours[purpose] * 3_600_000).toISOString()
  return { token, hash: hashOf(token), validUntil }
}

/** Whose password a link sets; undefined when they or who made it may not do that any more. */
export async function memberOfLink(db: Db, link: StoredLink | undefined): Promise<StoredUser | undefined> {
  const user = link && (await selectUserById(db, link.userId))
  if (!user || user.disabled) return undefined
  const issuer = link.issuedBy === null ? undefined : await selectUserById(db, link.issuedBy)
  return issuerMayManage(link, issuer, user) ? user : undefined
}

/** A link of an older release has no issuer. */
export const issuerMayManage = (
  { issuedBy }: Pick<StoredLink, 'issuedBy'>,
  issuer: StoredUser | undefined,
  member: StoredUser,
): boolean => issuedBy === null || mayManage(issuer, member)

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
