import { setTimeout as sleep } from 'node:timers/promises'
import { isUnavailable } from '@plumbline/platform/errors'
import { joinReleases } from '@plumbline/platform/subscriptions'
import { refuseOtherMasterKey } from './masterKey.ts'
import { loadService, type ServiceName } from './services.ts'
import { type ProcessContext, resourcesOf } from './startRouter.ts'

/** Joins the releases of these services; see `joinReleases`. The answer's `isMixed` belongs to their routers. */
export const joinReleasesOf = (names: readonly ServiceName[], context: ProcessContext) =>
  whenThereIsAStore(async () =>
    joinReleases(
      await Promise.all(
        names.map(async (name) => {
          const service = await loadService(name)
          const resources = resourcesOf(name, service.schema, context)
          if (name !== 'identity') await refuseOtherMasterKey(resources.pool, resources.keyring)
          return {
            ...resources,
            release: service.release,
            subscriptions: service.subscriptions(resources).filter(({ kind }) => kind !== 'reactor'),
          }
        }),
      ),
      { url: context.config.databaseUrl as string, log: context.log },
    ),
  )

const patienceMs = 60_000
const retryMs = 500
// a role, a schema, a table or a function that `prepare` has yet to make
const unprepared = new Set(['22023', '3F000', '42501', '42P01', '42883'])

/** A process may start before its database is there, or prepared: it waits. */
async function whenThereIsAStore<T>(work: () => Promise<T>): Promise<T> {
  for (const deadline = performance.now() + patienceMs; ; await sleep(retryMs)) {
    try {
      return await work()
    } catch (error) {
      const isComing = isUnavailable(error) || unprepared.has((error as { code?: string }).code ?? '')
      if (!isComing || performance.now() > deadline) throw error
    }
  }
}
