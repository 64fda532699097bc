import { createPool } from '@plumbline/platform/db'
import { rejection, toRejection } from '@plumbline/platform/errors'
import { sendRejection } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import compression from 'compression'
import express, { type ErrorRequestHandler } from 'express'
import { runChild } from '../../../start/child.ts'
import { appointmentRoutes } from './appointments.ts'
import { customerRoutes } from './customers.ts'
import { signedIn } from './sessions.ts'

const onError: ErrorRequestHandler = (error, req, res, _next) => {
  const rejection = toRejection(error)
  if (rejection) return sendRejection(req, res, rejection)
  // whoever is cut off when the time is over has no more to hear
  if (!req.socket.destroyed) console.error(error)
  res.status(500).send('Something went wrong on our side.')
}

/** The same calls without events: tables that are changed in place. What the product is measured against. */
await runChild(async () => {
  const pool = createPool({
    url: process.env.DATABASE_URL as string,
    name: 'crud',
    log: createLog('crud'),
    schema: 'crud',
  })
  const app = express()
  app.disable('x-powered-by')
  app.use(compression({ threshold: 1_024 }), express.json({ limit: '64kb' }), signedIn(pool))
  app.use(customerRoutes(pool), appointmentRoutes(pool))
  app.use(() => {
    throw rejection('not-found', 'There is nothing here.')
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
