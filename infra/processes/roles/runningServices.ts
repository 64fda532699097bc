import { joinReleases } from '@plumbline/platform/subscriptions'
import { refuseOtherMasterKey } from '../keys/masterKey.ts'
import { loadService, type ServiceName } from '../services.ts'
import { whenThereIsAStore } from '../stores/whenThereIsAStore.ts'
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
