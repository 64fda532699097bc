import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { type CryptoKey, jwtVerify, SignJWT } from 'jose'
import * as z from 'zod'
import { rejection } from '../errors.ts'
import { type LinkNeeds, linkKinds, type Needs, type Right, rightsOf } from '../rights.ts'
import { logPosition } from '../schemas.ts'

/** The header in which a service answers the log position of what it just appended. */
export const positionHeader = 'x-log-position'

/** The header of an answer whose tables had not processed all that the caller has already seen. */
export const staleDataHeader = 'x-stale-data'

/** The header with the caller's identity, from the gateway to a service. */
export const identityHeader = 'x-plumbline-identity'

const User = z.object({
  id: z.number().int(),
  username: z.string(),
  email: z.string(),
  role: z.string(),
  /** A gateway of a release that knew none leaves them out: they are those of the role. */
  rights: z.optional(z.array(z.custom<Right>((right) => typeof right === 'string'))),
})
const Link = z.object({
  linkId: z.number().int(),
  /** The customer of today. */
  customerId: z.number().int(),
  scope: z.object({ kind: z.enum(linkKinds), id: z.number().int() }),
  /** A member sees the page before the document is sent; no customer has such a link. */
  isPreview: z.optional(z.boolean()),
})
/** A customer's link to one document. */
export type CallerLink = z.infer<typeof Link>

const Caller = z.object({
  /** The signed-in user; null for a visitor and for a customer with a link. */
  user: User.nullable(),
  /** Of a customer who opened a document by a link. They may call what is for that document and nothing else. */
  link: z.optional(Link),
  /** Hash of the caller's network address. */
  addressHash: z.string(),
  requestId: z.string(),
  /** Consistency token: the log position, as decimal digits, that reads must not be older than. */
  minPosition: z.optional(logPosition),
})
export type Caller = z.infer<typeof Caller>

/** Where gateway and services are one process, identities are passed on the request and nothing is signed. */
export type InProcess = 'in-process'
/** What a service checks identities with; more than one key while the gateway's is being changed. */
export type IdentityKey = CryptoKey | readonly CryptoKey[] | InProcess

const lifetimeSeconds = 60
const issuer = 'plumbline-gateway'

/** Signs who calls, for one service, for 60 s (Ed25519 JWT). */
export const signIdentity = (key: CryptoKey, audience: string, caller: Caller): Promise<string> =>
  new SignJWT({ caller })
    .setProtectedHeader({ alg: 'EdDSA' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(actorOf(caller))
    .setJti(caller.requestId)
    .setIssuedAt()
    .setExpirationTime(`${lifetimeSeconds}s`)
    .sign(key)

/** Passes the caller's identity to the service that handles this request next: signed in a header, or in process. */
export async function passIdentity(
  key: CryptoKey | InProcess,
  audience: string,
  caller: Caller,
  req: Request,
): Promise<void> {
  if (key === 'in-process') Object.assign(localsOf(req), { caller })
  else req.headers[identityHeader] = await signIdentity(key, audience, caller)
}

/** Who calls. Checks signature, audience and age of the header; throws `unauthenticated`. */
export async function verifyIdentity(key: IdentityKey, audience: string, req: Request): Promise<Caller> {
  if (key === 'in-process') return localsOf(req).caller ?? refuse()
  const token = req.get(identityHeader)
  if (!token) return refuse()
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

const localsOf = (req: Request) => (req.res as NonNullable<Request['res']>).locals as { caller?: Caller }

function refuse(cause?: unknown): never {
  throw rejection('unauthenticated', 'Please sign in.', { cause })
}

/** Whether the caller has a right; a visitor has none. */
export const may = ({ user }: Pick<Caller, 'user'>, right: Right): boolean =>
  user !== null && (user.rights ?? rightsOf(user)).includes(right)

/** The member whose own records are all that the caller may see; null where that is every one, as this right allows. */
export const limitToOwn = (caller: Pick<Caller, 'user'>, all: Right): number | null =>
  may(caller, all) ? null : (caller.user?.id ?? 0)

const isForLinks = (needs: Needs): needs is LinkNeeds => needs.startsWith('link:')

/** Throws unless the caller may do what needs this; `id` is the `:id` of the path. */
export function requireAccess(needs: Needs, caller: Pick<Caller, 'user' | 'link'>, id?: unknown): void {
  if (isForLinks(needs) || caller.link) {
    requireLink(needs, caller, id)
    return
  }
  if (needs === 'public') return
  if (!caller.user) throw rejection('unauthenticated', 'Please sign in.')
  if (needs !== 'self' && !may(caller, needs)) throw rejection('forbidden', 'Your role does not allow this.')
}

function requireLink(needs: Needs, { user, link }: Pick<Caller, 'user' | 'link'>, id: unknown): void {
  if (!link && !user) throw rejection('unauthenticated', 'Please use the link that you were sent.')
  const { kind, id: linkedId } = link?.scope ?? {}
  if (user || needs !== `link:${kind}` || id !== String(linkedId))
    throw rejection('forbidden', 'The link is for another document.')
}

export function actorOf({ user, link }: Pick<Caller, 'user' | 'link'>): string {
  if (user) return `user-${user.id}`
  return link ? `customer-${link.customerId}` : 'visitor'
}

/** A caller's address made unreadable: keyed, so that it cannot be found by trying every address. */
export const hashAddress = (key: string, address: string): string =>
  createHash('sha256').update(key).update(address).digest('hex').slice(0, 16)
