import { createHash, randomBytes } from 'node:crypto'

const validHours = { join: 7 * 24, password: 24 }

/** A secret that sets a member's password once. Only its hash is stored. */
export function newLink(purpose: keyof typeof validHours, now: Date) {
  const token = randomBytes(32).toString('base64url')
  const validUntil = new Date(now.getTime() + validHours[purpose] * 3_600_000).toISOString()
  return { token, hash: hashOf(token), validUntil }
}

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
