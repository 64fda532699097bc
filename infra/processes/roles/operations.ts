import {
  type Checks,
  createApp,
  createShutdown,
  errorHandler,
  healthRoutes,
  listenHttp,
  notFound,
} from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import type { Queue } from 'bullmq'
import type { Registry } from 'prom-client'

export type OperationsOptions = {
  /** Without one nothing is served. */
  at: { port: number; host: string } | undefined
  log: Log
  metrics: Registry | undefined
  queues?: readonly Queue[]
  /** What `/readyz` asks. */
  checks?: Checks
}

/**
 * What operators look at, on a port of its own that is never public: `/metrics`, the queues at `/queues`, and for a
 * process without another port `/healthz` and `/readyz`.
 */
export async function serveOperations({ at, log, metrics, queues = [], checks = {} }: OperationsOptions) {
  if (!at || !metrics) return undefined
  const app = createApp(log)
  const shutdown = createShutdown()
  app.use(healthRoutes(checks, shutdown.isShuttingDown))
  app.get('/metrics', async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.metrics())
  })
  if (queues.length > 0) {
    // its modules are many, and most processes have no such port
    const { createQueueBoard } = await import('./queueBoard.ts')
    app.use('/queues', ...createQueueBoard(queues, '/queues'))
  }
  app.use(notFound, errorHandler(log))
  return listenHttp(app, at.port, at.host, shutdown)
}
