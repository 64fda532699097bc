import { createBullBoard } from '@bull-board/api'
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter'
import { ExpressAdapter } from '@bull-board/express'
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
import type { RequestHandler } from 'express'
import type { Registry } from 'prom-client'

export type OperationsOptions = {
  /** Without one nothing is served. */
  at: { port: number; host: string } | undefined
  log: Log
  metrics: Registry
  queues?: readonly Queue[]
  /** What `/readyz` asks. */
  checks?: Checks
}

// the board's pages would load a font from another origin
const ownFilesAlone: RequestHandler = (_req, res, next) => {
  res.set('Content-Security-Policy', "default-src 'self' data: 'unsafe-inline'")
  next()
}

/**
 * What operators look at, on a port of its own that is never public: `/metrics`, the queues at `/queues`, and for a
 * process without another port `/healthz` and `/readyz`.
 */
export async function serveOperations({ at, log, metrics, queues = [], checks = {} }: OperationsOptions) {
  if (!at) return undefined
  const app = createApp(log)
  const shutdown = createShutdown()
  app.use(healthRoutes(checks, shutdown.isShuttingDown))
  app.get('/metrics', async (_req, res) => {
    res.type(metrics.contentType).send(await metrics.metrics())
  })
  if (queues.length > 0) {
    const board = new ExpressAdapter()
    board.setBasePath('/queues')
    createBullBoard({
      // the ledger decides what is sent again, not the queue: `ops deliveries retry`
      queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true })),
      serverAdapter: board,
    })
    app.use('/queues', ownFilesAlone, board.getRouter())
  }
  app.use(notFound, errorHandler(log))
  return listenHttp(app, at.port, at.host, shutdown)
}
