import { constants } from 'node:zlib'
import compression from 'compression'
import express, { type ErrorRequestHandler } from 'express'
import { runChild } from '../../../../processes/supervisor/child.ts'
import { appointmentRoutes } from './appointments.ts'
import { HttpError, openPool, requireSession } from './context.ts'
import { customerRoutes } from './customers.ts'
import { invoiceRoutes } from './invoices.ts'
import { leadRoutes, publicLeadRoutes } from './leads.ts'
import { messageRoutes } from './messages.ts'
import { reportRoutes } from './reports.ts'

const onError: ErrorRequestHandler = (error, req, res, _next) => {
  if (error instanceof HttpError) {
    res.status(error.status).send(error.message)
    return
  }
  // a connection that the load closes at the end of its time is no failure
  if (!req.socket.destroyed) console.error(error)
  res.status(500).send('Something went wrong on our side.')
}

// as the gateway does: more takes longer than it saves
const fastBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 },
}

/**
 * The same calls on tables that are changed in place: Express, pg, zod, a session look-up and named statements. It has
 * no event log, idempotency keys, rate limits or delivery of messages. The product is measured against it.
 */
await runChild(async () => {
  const pool = openPool(process.env.DATABASE_URL as string)
  const app = express()
  app.disable('x-powered-by')
  // answers of one thing carry their version; hashing whole lists would only cost
  app.disable('etag')
  app.use(compression({ threshold: 1_024, brotli: fastBrotli }), express.json({ limit: '64kb' }))
  app.use(publicLeadRoutes(pool), requireSession(pool))
  app.use(customerRoutes(pool), leadRoutes(pool), appointmentRoutes(pool), invoiceRoutes(pool))
  app.use(messageRoutes(pool), reportRoutes(pool))
  app.use(() => {
    throw new HttpError(404, 'Not found.')
  }, onError)
  const server = app.listen(Number(process.env.PORT), '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://localhost:${process.env.PORT}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await pool.end()
    },
  }
})
