import { createGateway, type GatewayOptions } from '@plumbline/gateway/gateway'
import { gatewaySchema } from '@plumbline/gateway/schema'
import { listenHttp } from '@plumbline/platform/http'
import {
  createChangeFeed,
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
} from '@plumbline/platform/subscriptions'
import { hasDemonstration, recordsBesideDemonstration, removeDemonstration } from '../../demo/removal.ts'
import { root } from '../config.ts'
import type { Running } from '../supervisor/child.ts'
import { serveOperations } from './operations.ts'
import type { ProcessContext } from './routers.ts'

export type ServeGatewayOptions = ProcessContext &
  Pick<GatewayOptions, 'upstreams' | 'identity' | 'customerLinks' | 'page' | 'signingKey'>

/** The gateway, listening, with its operations port. */
export async function serveGateway({
  config,
  log,
  pools,
  ...options
}: ServeGatewayOptions): Promise<Running> {
  // appends of other processes reach the change streams here
  const notifier = createInProcessNotifier()
  const stopRelay = relayPgNotifications(config.databaseUrl as string, notifier, log)
  const pool = pools.of(gatewaySchema)
  const announcing = createPgNotifier(pool, log)
  const { page } = options
  const readPage = async () => {
    const [content, isPresent] = await Promise.all([page.read(), hasDemonstration(pool)])
    return { ...content, texts: { ...content.texts, demonstration: { state: isPresent ? 'present' : '' } } }
  }
  // without a port nobody reads them
  const requests = config.ops && (await import('./metrics.ts')).createRequestMetrics()
  const operations = await serveOperations({ at: config.ops, log, metrics: requests?.metrics })
  const { app, shutdown } = await createGateway({
    ...config,
    pool,
    log,
    root,
    changes: createChangeFeed({ pool, notifier, log }),
    demonstration: {
      isPresent: () => hasDemonstration(pool),
      recordsBeside: () => recordsBesideDemonstration(pool),
      remove: (removal) => removeDemonstration(pool, { ...removal, notifier: announcing }),
    },
    observe: requests?.observe,
    onRemoteFailure: requests?.onRemoteFailure,
    ...options,
    page: { ...page, read: readPage },
  })
  const listening = await listenHttp(app, config.port, config.host, shutdown)
  return {
    url: listening.url,
    stop: async () => {
      await listening.stop()
      await operations?.stop()
      await stopRelay()
    },
  }
}
