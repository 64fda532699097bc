import {
  createApp,
  createShutdown,
  errorHandler,
  healthRoutes,
  listenHttp,
  notFound,
} from '@plumbline/platform/http'
import { readPublicKeys } from '../keys/keys.ts'
import type { ServiceName } from '../services.ts'
import { runChild } from '../supervisor/child.ts'
import { serveOperations } from './operations.ts'
import { joinReleases, openContext, startRouter } from './routers.ts'

/** One service on a port of its own, which answers gateways alone: `service.ts crm`. */
await runChild(async () => {
  const name = process.argv[2] as ServiceName
  const context = openContext(name)
  const { config, log, pools } = context
  // without a port nobody reads them
  const requests = config.ops && (await import('./metrics.ts')).createRequestMetrics()
  const identityKey = await readPublicKeys(config.gatewayPublicKeys)
  const { stop: leave, isMixed } = await joinReleases([name], context)
  const { router, pool } = await startRouter(name, context, { identityKey, isMixed })
  const operations = await serveOperations({ at: config.ops, log, metrics: requests?.metrics })
  const shutdown = createShutdown()
  const app = createApp(log, false, requests?.observe)
  app.use(shutdown.middleware)
  app.use(healthRoutes({ database: () => pool.query('SELECT 1') }, shutdown.isShuttingDown))
  app.use(router, notFound, errorHandler(log))
  const listening = await listenHttp(app, config.port, config.host, shutdown)
  return {
    url: listening.url,
    stop: async () => {
      await listening.stop()
      await operations?.stop()
      await leave()
      await pools.end()
    },
  }
}, process.argv[2])
