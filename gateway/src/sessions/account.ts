import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { createLimiter, jsonBody } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { type RequestHandler, type Response, Router } from 'express'
import * as z from 'zod'
import type { Session, Sessions } from './sessions.ts'

export type AccountOptions = {
  pool: Pool
  log: Log
  sessions: Sessions
  /** Changes the password of a user who knows it; answers what is wrong, or null when it is done. */
  changePassword: (userId: number, change: unknown) => Promise<PasswordRefusal | null>
  /** Ends what was handed out to a user beside sessions, such as calendar addresses. */
  revokeAccess: (userId: number) => Promise<void>
  limitScale: number
}
export type PasswordRefusal = { field: 'current' | 'next'; message: string }

export const PasswordChange = z.object({ current: z.string().min(1), next: z.string().min(8) })
export const ListedSession = z.object({
  id: z.uuid(),
  device: z.string(),
  begunAt: z.iso.datetime(),
  seenAt: z.iso.datetime(),
  current: z.boolean(),
})

const signedIn: RequestHandler = (_req, res, next) => {
  if (!res.locals.session) throw rejection('unauthenticated', 'Please sign in.')
  next()
}

/** What staff do about their own account: its password, and where it is signed in. */
export function accountRoutes({
  pool,
  log,
  sessions,
  changePassword,
  revokeAccess,
  limitScale,
}: AccountOptions): Router {
  const router = Router({ caseSensitive: true })
  // an open computer is no way to find out the password
  const tries = createLimiter({
    pool,
    schema: 'gateway',
    name: 'password user',
    max: 5,
    seconds: 900,
    scale: limitScale,
    message: 'Too many tries. Please wait a little before the next one.',
  })

  router.use('/api/account', signedIn)

  router.post('/api/account/password', ...jsonBody(), async (req, res) => {
    const { user, who } = whoAsks(res)
    const key = String(user.id)
    await tries.consume(key)
    const refusal = await changePassword(user.id, req.body)
    if (refusal) {
      if (refusal.field === 'current') log.warn(who, 'password change refused')
      else await tries.refund(key)
      throw rejection('invalid', refusal.message, { fields: { [refusal.field]: refusal.message } })
    }
    await sessions.renew(req, res, user)
    await tries.reset(key)
    log.info(who, 'password changed')
    res.status(204).end()
  })

  router.get('/api/account/sessions', async (req, res) => {
    res.json(await sessions.list(req, whoAsks(res).user.id))
  })

  router.delete('/api/account/sessions', async (req, res) => {
    const { user, who } = whoAsks(res)
    await revokeAccess(user.id)
    await sessions.endOthers(req, user.id)
    log.info(who, 'signed out everywhere else')
    res.status(204).end()
  })

  router.delete('/api/account/sessions/:id', async (req, res) => {
    const { user, who } = whoAsks(res)
    const { id } = req.params as { id: string }
    if (!ListedSession.shape.id.safeParse(id).success || !(await sessions.endOne(user.id, id)))
      throw rejection('not-found', 'This session is over already.')
    log.info(who, 'signed out elsewhere')
    res.status(204).end()
  })
  return router
}

function whoAsks(res: Response) {
  const { user } = res.locals.session as Session
  const { requestId, addressHash } = res.locals
  return { user, who: { requestId, userId: user.id, addressHash } }
}
