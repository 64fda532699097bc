import type { Pool } from '@plumbline/platform/db'
import { refuseField, rejection } from '@plumbline/platform/errors'
import { createLimiter, positionHeader, refundOnError } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import type { RequestHandler, Response } from 'express'
import * as api from '../api.ts'
import { route } from '../route.ts'
import type { Changes } from '../upstreams/changeStream.ts'
import { endSessionsOf, type Sessions } from './sessions.ts'
import { createSignInLimits } from './signInLimits.ts'

/** What the gateway asks of the identity service. */
export type Identity = {
  /** The user, or null when the name or the password is wrong. */
  signIn: (credentials: api.Credentials) => Promise<api.User | null>
  /** Null when the password was changed. */
  changePassword: (userId: number, change: api.PasswordChange) => Promise<api.PasswordRefusal | null>
  /** Ends what was given to a user beside sessions, such as calendar addresses. */
  revokeAccess: (userId: number) => Promise<void>
  /** The member of a link; null when it is wrong, used, replaced or too old. */
  openLink: (token: string) => Promise<api.OpenedLink | null>
  /** Sets the password of the link's member; null as above. */
  redeemLink: (redemption: api.LinkRedemption) => Promise<api.RedeemedLink | null>
}

export type SessionRoutesOptions = {
  pool: Pool
  log: Log
  sessions: Sessions
  identity: Identity
  changes: Pick<Changes, 'position'>
  limitScale: number
}

const tooManyTries = 'Too many attempts. Please wait a moment before the next one.'

// wrong, used, replaced or too old: the answer does not say which
const linkIsOver = () =>
  rejection('not-found', 'This link is no longer valid. Ask who sent it for a new one.')

/** Signing in and out, and what staff do about their own account. */
export function sessionRoutes({
  pool,
  log,
  sessions,
  identity,
  changes,
  limitScale,
}: SessionRoutesOptions): RequestHandler[] {
  const limitSignIn = createSignInLimits(pool, limitScale, tooManyTries)
  // someone at an unlocked computer cannot guess the password
  const passwordTries = createLimiter({
    pool,
    schema: 'gateway',
    name: 'password user',
    max: 5,
    seconds: 900,
    scale: limitScale,
    message: tooManyTries,
  })

  // a password is hashed, which takes a processor
  const linkTries = createLimiter({
    pool,
    schema: 'gateway',
    name: 'link address',
    max: 30,
    seconds: 300,
    scale: limitScale,
    message: tooManyTries,
  })

  /** A page that begins with this session reads nothing older, and follows every change after it. */
  async function withPosition(res: Response, user: api.User): Promise<api.User> {
    res.set(positionHeader, String(await changes.position()))
    return user
  }

  return [
    route(api.openSignIn, ({ session, res }) => res.redirect(session ? '/dashboard' : '/login') as undefined),

    route(api.signIn, async ({ body, req, res, origin }) => {
      const tries = await limitSignIn(body.username, origin.addressHash)
      const { ownDevice: isOwnDevice, ...credentials } = body
      const { user, checkedAt } = await refundOnError(tries.refund, async () => ({
        checkedAt: await sessions.now(),
        user: await identity.signIn(credentials),
      }))
      if (!user) {
        log.warn(origin, 'sign-in refused')
        throw rejection('unauthenticated', 'Invalid credentials')
      }
      log.info({ ...origin, userId: user.id }, 'signed in')
      await tries.reset()
      await sessions.begin(req, res, user, { checkedAt, isOwnDevice })
      return withPosition(res, user)
    }),

    route(api.signOut, ({ req, res }) => sessions.end(req, res) as Promise<undefined>),

    route(api.getCurrentUser, ({ session: { user }, res }) => withPosition(res, user)),

    route(api.getOwnRights, ({ session: { user } }) => ({ id: user.id, rights: [...user.rights] })),

    route(api.changePassword, async ({ session: { user }, body, req, res, origin }) => {
      const key = String(user.id)
      await passwordTries.consume(key)
      const refusal = await refundOnError(
        () => passwordTries.refund(key),
        () => identity.changePassword(user.id, body),
      )
      if (refusal) {
        const { field, message } = refusal
        if (field === 'current') log.warn(origin, 'password change refused')
        else await passwordTries.refund(key)
        refuseField(field, message)
      }
      await sessions.renew(req, res, user)
      await passwordTries.reset(key)
      log.info(origin, 'password changed')
      return undefined
    }),

    route(api.confirmPassword, async ({ session: { user }, body: { password }, req, origin }) => {
      const key = String(user.id)
      await passwordTries.consume(key)
      const found = await refundOnError(
        () => passwordTries.refund(key),
        () => identity.signIn({ username: user.username, password }),
      )
      if (found?.id !== user.id) {
        log.warn(origin, 'password confirmation refused')
        refuseField('password', 'This is not your password.')
      }
      await passwordTries.reset(key)
      await sessions.confirm(req)
      return undefined
    }),

    route(api.recordExport, ({ body: { name }, origin }) => {
      log.info({ ...origin, name }, 'exported')
      return undefined
    }),

    route(api.openLink, async ({ body, origin }) => {
      await linkTries.consume(origin.addressHash)
      const opened = await identity.openLink(body.token)
      if (!opened) throw linkIsOver()
      return opened
    }),

    route(api.redeemLink, async ({ body, req, res, origin }) => {
      await linkTries.consume(origin.addressHash)
      const redeemed = await identity.redeemLink(body)
      if (!redeemed) throw linkIsOver()
      if ('problem' in redeemed)
        throw rejection('invalid', redeemed.problem, { fields: { password: redeemed.problem } })
      const { user } = redeemed
      await endSessionsOf(pool, user.id)
      await sessions.begin(req, res, user, { checkedAt: await sessions.now() })
      log.info({ ...origin, userId: user.id }, 'password set by a link')
      return withPosition(res, user)
    }),

    route(api.listSessions, ({ session, req }) => sessions.list(req, session.user.id)),

    route(api.endOtherSessions, async ({ session: { user }, req, origin }) => {
      await identity.revokeAccess(user.id)
      await sessions.endOthers(req, user.id)
      log.info(origin, 'signed out everywhere else')
      return undefined
    }),

    route(api.endSession, async ({ session: { user }, params, origin }) => {
      if (!(await sessions.endOne(user.id, params.id)))
        throw rejection('not-found', 'This session is over already.')
      log.info(origin, 'signed out on one device')
      return undefined
    }),
  ]
}
