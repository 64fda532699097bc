import { rejection } from '@plumbline/platform/errors'
import { jsonBody } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import * as z from 'zod'
import type { RemoteHealth } from './health.ts'
import { fallBack, type Remotes } from './registry.ts'
import type { Remote } from './remotes.ts'
import type { RemotesStore } from './store.ts'

export const RemoteFailure = z.object({
  build: z.string().max(100),
  /** The browser's words for what went wrong. */
  reason: z.string().max(500),
})

export type RemoteCallsOptions = {
  remotesOf: (req: Request, res: Response) => Promise<Remote[]>
  /** Whether there is such a build: one that was published, or the one the product was built with. */
  isKnown: (name: string, build: string) => Promise<boolean>
  hasBuiltIn: (name: string) => Promise<boolean>
  registry: RemotesStore | undefined
  health: RemoteHealth
  log: Log
  /** Told of every failure that a browser reports. */
  onFailure?: (failure: { name: string; build: string }) => void
}

const signedIn: RequestHandler = (_req, res, next) => {
  if (!res.locals.session) throw rejection('unauthenticated', 'Please sign in.')
  next()
}

/** Which builds are for this browser now, and what browsers say of builds that fail: enough of it sends one back. */
export function remoteCalls({
  remotesOf,
  isKnown,
  hasBuiltIn,
  registry,
  health,
  log,
  onFailure,
}: RemoteCallsOptions) {
  const router = Router({ caseSensitive: true })

  router.get('/api/remotes', signedIn, async (req, res) => {
    const remotes = await remotesOf(req, res)
    res.json(remotes.map(({ name, release }) => ({ name, build: release?.build ?? null })))
  })

  router.post('/api/remotes/:name/failures', signedIn, ...jsonBody(), async (req, res) => {
    const parsed = RemoteFailure.safeParse(req.body)
    const { name } = req.params as { name: string }
    // only what is known is counted and becomes a label of a metric
    if (!parsed.success || !(await isKnown(name, parsed.data.build)))
      throw rejection('invalid', 'The request could not be read.')
    const { build, reason } = parsed.data
    const { requestId, userId, session } = res.locals
    log.warn({ remote: name, build, reason, requestId, userId }, 'remote failed')
    onFailure?.({ name, build })
    if (health.noteFailure(name, build, session.id)) await sendBack(name, build)
    res.status(204).end()
  })

  async function sendBack(name: string, build: string): Promise<void> {
    const before = await registry?.current()
    if (!registry || !before) return
    const canReturn = await hasBuiltIn(name)
    const sentBack = (remotes: Remotes) => fallBack(remotes, name, build, canReturn)
    if (sentBack(before.remotes) === before.remotes) return
    await registry.change(sentBack, {
      by: 'gateway',
      what: `fall back from ${name} ${build}`,
      reason: 'several sessions reported failures within ten minutes',
    })
    health.forget(name, build)
    log.error({ remote: name, build }, 'a build that fails was taken back')
  }
  return router
}
