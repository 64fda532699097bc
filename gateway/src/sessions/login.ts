import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { createLimiter, jsonBody } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { Router } from 'express'
import type { Sessions, SessionUser } from './sessions.ts'

export type LoginOptions = {
  pool: Pool
  log: Log
  sessions: Sessions
  /** Parses credentials; throws `invalid` when one is missing, answers null when they are wrong. */
  signIn: (credentials: unknown) => Promise<SessionUser | null>
  limitScale: number
}

const slowdownMs = 2_000

/** The calls that begin, end and tell a session. */
export function loginRoutes({ pool, log, sessions, signIn, limitScale }: LoginOptions): Router {
  const router = Router({ caseSensitive: true })
  const throttle = createThrottle(pool, limitScale)

  router.get('/api/login', async (req, res) => {
    res.redirect((await sessions.of(req)) ? '/dashboard' : '/login')
  })

  router.post('/api/login', ...jsonBody(), async (req, res) => {
    const { username } = (req.body ?? {}) as { username?: unknown }
    const name = typeof username === 'string' ? username : ''
    const pass = await throttle(name, res.locals.addressHash)
    const checkedAt = await sessions.now()
    const user = await signIn(req.body)
    const who = { requestId: res.locals.requestId, userId: user?.id, addressHash: res.locals.addressHash }
    if (user) log.info(who, 'signed in')
    else log.warn(who, 'sign-in refused')
    if (!user) throw rejection('unauthenticated', 'Invalid credentials')
    await pass.reset()
    await sessions.begin(req, res, user, checkedAt)
    res.json(user)
  })

  router.post('/api/logout', async (req, res) => {
    await sessions.end(req, res)
    res.status(204).end()
  })

  router.get('/api/auth/user', async (req, res) => {
    const session = await sessions.of(req)
    if (!session) throw rejection('unauthenticated', 'Please sign in.')
    res.json(session.user)
  })
  return router
}

/** Five tries for a name from one address in 15 minutes, 30 from an address in 5; a name under siege gets slower, never locked. */
function createThrottle(pool: Pool, scale: number) {
  const rule = (name: string, max: number, seconds: number) =>
    createLimiter({
      pool,
      schema: 'gateway',
      name,
      max,
      seconds,
      scale,
      message: 'Too many tries. Please wait a little before the next one.',
    })
  const pair = rule('login name+address', 5, 900)
  const address = rule('login address', 30, 300)
  const name = rule('login name', 50, 86_400)
  return async (username: string, addressHash: string) => {
    const who = createHash('sha256').update(username.toLowerCase()).digest('hex').slice(0, 32)
    await address.consume(addressHash)
    await pair.consume(`${who} ${addressHash}`)
    await name.consume(who).catch(() => sleep(slowdownMs))
    return { reset: () => pair.reset(`${who} ${addressHash}`) }
  }
}
