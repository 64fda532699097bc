import { createHash } from 'node:crypto'
import { type CryptoKey, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { reject } from '../errors.ts'
import type { Handover } from './handover.ts'

/** The header in which a service tells how far the log reaches with what it just appended. */
export const positionHeader = 'x-log-position'

/** The header of an answer whose tables had not processed all that the caller has already seen. */
export const staleDataHeader = 'x-stale-data'

/** The header in which the gateway tells a service who calls. */
export const identityHeader = 'x-plumbline-identity'

const User = z.object({ id: z.number().int(), username: z.string(), email: z.string(), role: z.string() })
const Caller = z.object({
  /** The signed-in user; null for a visitor. */
  user: User.nullable(),
  /** Hash of the caller's network address. */
  addressHash: z.string(),
  requestId: z.string(),
  /** How far into the log this person has seen, as decimal digits: a read answers nothing older. */
  seen: z
    .string()
    .regex(/^\d{1,19}$/)
    .optional(),
})
export type Caller = z.infer<typeof Caller>

/** What a service checks identities with; more than one while the gateway's key is being changed. */
export type IdentityKey = CryptoKey | readonly CryptoKey[] | Handover

const lifetimeSeconds = 60
const issuer = 'plumbline-gateway'

/** Signs who calls, for one service, for 60 s (Ed25519 JWT). */
export const signIdentity = async (
  key: CryptoKey | Handover,
  audience: string,
  caller: Caller,
): Promise<string> =>
  'give' in key
    ? key.give(audience, caller)
    : new SignJWT({ caller })
        .setProtectedHeader({ alg: 'EdDSA' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(caller.user ? `user-${caller.user.id}` : 'visitor')
        .setJti(caller.requestId)
        .setIssuedAt()
        .setExpirationTime(`${lifetimeSeconds}s`)
        .sign(key)

/** Checks signature, audience and age. Throws `unauthenticated`. */
export async function verifyIdentity(
  key: IdentityKey,
  audience: string,
  token: string | undefined,
): Promise<Caller> {
  if (!token) return refuse()
  if ('take' in key) return key.take(audience, token) ?? refuse()
  const options = { audience, issuer, algorithms: ['EdDSA'] }
  let cause: unknown
  for (const each of [key].flat()) {
    try {
      return Caller.parse((await jwtVerify(token, each, options)).payload.caller)
    } catch (error) {
      cause = error
    }
  }
  return refuse(cause)
}

function refuse(cause?: unknown): never {
  throw reject('unauthenticated', 'Please sign in.', { cause })
}

export const actorOf = ({ user }: Caller): string => (user ? `user-${user.id}` : 'visitor')

/** A caller's address made unreadable: keyed, so that it cannot be found by trying every address. */
export const hashAddress = (key: string, address: string): string =>
  createHash('sha256').update(key).update(address).digest('hex').slice(0, 16)
