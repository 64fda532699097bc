import { type IdentityKey, identityHeader, jsonBody, verifyIdentity } from '@plumbline/platform/http'
import { Router } from 'express'
import { signIn, type User } from './api.ts'

export type IdentityRouterOptions = {
  identityKey: IdentityKey
  signIn: (credentials: unknown) => Promise<User | null>
}

/** What a gateway in another process asks of this service; browsers never reach it. */
export const identityRouter = ({ identityKey, ...identity }: IdentityRouterOptions): Router =>
  Router({ caseSensitive: true }).post(signIn.path, ...jsonBody(), async (req, res) => {
    await verifyIdentity(identityKey, 'identity', req.get(identityHeader))
    res.json(await identity.signIn(req.body))
  })
