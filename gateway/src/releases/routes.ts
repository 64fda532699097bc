import { rejection } from '@plumbline/platform/errors'
import type { Log } from '@plumbline/platform/log'
import type { Request, RequestHandler, Response } from 'express'
import * as api from '../api.ts'
import { route } from '../route.ts'
import type { RemoteHealth } from './health.ts'
import { type Remotes, rollBackFailing } from './registry.ts'
import type { ReleaseStore } from './store.ts'

export type ReleaseRoutesOptions = {
  remotesFor: (req: Request, res: Response) => Promise<api.Remote[]>
  /** Whether there is such a build: one that was published, or the one the product was built with. */
  isKnownBuild: (name: string, build: string) => Promise<boolean>
  /** The remotes that the product was built with. */
  readBuiltIns: () => Promise<api.Remote[]>
  store: ReleaseStore | undefined
  health: RemoteHealth
  log: Log
  /** Called with every failure that a browser reports. */
  onFailure?: (failure: { name: string; build: string }) => void
}

/** The builds for this browser, and the failures that browsers report; enough of them roll a build back. */
export function releaseRoutes({
  remotesFor,
  isKnownBuild,
  readBuiltIns,
  store,
  health,
  log,
  onFailure,
}: ReleaseRoutesOptions): RequestHandler[] {
  async function rollBack(name: string, build: string): Promise<void> {
    const before = await store?.current()
    if (!store || !before) return
    const builtIns = await readBuiltIns()
    const rolledBack = (remotes: Remotes) => rollBackFailing(remotes, name, build, builtIns)
    if (rolledBack(before.remotes) === before.remotes) return
    await store.change(rolledBack, {
      by: 'gateway',
      what: `fall back from ${name} ${build}`,
      reason: 'several people reported failures within ten minutes',
    })
    health.forget(name, build)
    log.error({ remote: name, build }, 'a failing build was rolled back')
  }

  return [
    route(api.listReleases, async ({ req, res }) =>
      (await remotesFor(req, res)).map(({ name, release }) => ({ name, build: release?.build ?? null })),
    ),
    route(api.reportRemoteFailure, async ({ params: { name }, body: { build, reason }, session, origin }) => {
      // only existing builds are counted and become a label of a metric
      if (!(await isKnownBuild(name, build))) throw rejection('invalid', 'There is no such build.')
      log.warn(
        { remote: name, build, reason, requestId: origin.requestId, userId: origin.userId },
        'remote failed',
      )
      onFailure?.({ name, build })
      if (health.recordFailure(name, build, session.user.id)) await rollBack(name, build)
      return undefined
    }),
  ]
}
