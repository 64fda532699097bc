import { rejection } from '@plumbline/platform/errors'
import { type IdentityKey, jsonBody, verifyIdentity } from '@plumbline/platform/http'
import { Router } from 'express'
import { safeParse } from 'zod/mini'
import { changePassword, type PasswordRefusal, revokeAccess, signIn, type User } from './api.ts'

export type IdentityRouterOptions = {
  identityKey: IdentityKey
  signIn: (credentials: unknown) => Promise<User | null>
  changePassword: (userId: number, change: unknown) => Promise<PasswordRefusal | null>
  revokeAccess: (userId: number) => Promise<void>
}

/** What a gateway in another process asks of this service; browsers never reach it. */
export function identityRouter({ identityKey, ...identity }: IdentityRouterOptions): Router {
  const router = Router({ caseSensitive: true })
  router.post(signIn.path, ...jsonBody(), async (req, res) => {
    await verifyIdentity(identityKey, 'identity', req)
    res.json(await identity.signIn(req.body))
  })
  router.post(changePassword.path, ...jsonBody(), async (req, res) => {
    await verifyIdentity(identityKey, 'identity', req)
    const parsed = safeParse(changePassword.body, req.body)
    if (!parsed.success) throw rejection('invalid', 'The request could not be read.')
    res.json(await identity.changePassword(parsed.data.userId, parsed.data.change))
  })
  router.post(revokeAccess.path, ...jsonBody(), async (req, res) => {
    await verifyIdentity(identityKey, 'identity', req)
    const parsed = safeParse(revokeAccess.body, req.body)
    if (!parsed.success) throw rejection('invalid', 'The request could not be read.')
    await identity.revokeAccess(parsed.data.userId)
    res.json(null)
  })
  return router
}
