import { reject } from '@plumbline/platform/errors'
import { jsonBody } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { type Request, type RequestHandler, type Response, Router } from 'express'
import * as z from 'zod'
import { fallBack } from './registry/registry.ts'
import type { RemotesStore } from './registry/store.ts'
import type { Remote } from './remotes.ts'

export const RemoteFailure = z.object({
  build: z.string().max(100),
  /** The browser's words for what went wrong. */
  reason: z.string().max(500),
})

export type RemoteCallsOptions = {
  remotesOf: (req: Request, res: Response) => Promise<Remote[]>
  registry: RemotesStore | undefined
  log: Log
  /** Told of every failure that a browser reports. */
  onFailure?: (failure: { name: string; build: string }) => void
  clock?: () => number
}

// as many failures in as many milliseconds send a build back
const tooMany = 5
const withinMs = 600_000

const signedIn: RequestHandler = (_req, res, next) => {
  if (!res.locals.session) throw reject('unauthenticated', 'Please sign in.')
  next()
}

/** Which builds are for this browser now, and what browsers say of builds that fail: enough of it sends one back. */
export function remoteCalls({ remotesOf, registry, log, onFailure, clock = Date.now }: RemoteCallsOptions) {
  const failures = new Map<string, number[]>()
  const router = Router({ caseSensitive: true })

  router.get('/api/remotes', signedIn, async (req, res) => {
    const remotes = await remotesOf(req, res)
    res.json(remotes.map(({ name, release }) => ({ name, build: release?.build ?? null })))
  })

  router.post('/api/remotes/:name/failures', signedIn, ...jsonBody(), async (req, res) => {
    const parsed = RemoteFailure.safeParse(req.body)
    const { name } = req.params as { name: string }
    const known = (await remotesOf(req, res)).some((it) => it.name === name)
    if (!known || !parsed.success) throw reject('invalid', 'The request could not be read.')
    const { build, reason } = parsed.data
    const { requestId, userId } = res.locals
    log.warn({ remote: name, build, reason, requestId, userId }, 'remote failed')
    onFailure?.({ name, build })
    const recent = [...(failures.get(build) ?? []), clock()].filter((at) => at > clock() - withinMs)
    failures.set(build, recent.slice(-tooMany))
    if (recent.length >= tooMany) await sendBack(name, build)
    res.status(204).end()
  })

  async function sendBack(name: string, build: string): Promise<void> {
    const before = await registry?.current()
    if (!registry || !before || fallBack(before.remotes, name, build) === before.remotes) return
    await registry.change((remotes) => fallBack(remotes, name, build), {
      by: 'gateway',
      what: `fall back from ${name} ${build}`,
      reason: `${tooMany} failures in ten minutes`,
    })
    failures.delete(build)
    log.error({ remote: name, build }, 'a build that fails was taken back')
  }
  return router
}
