export { createApp, type Observe, type Observed } from './app.ts'
export { jsonBody } from './body.ts'
export type { Answer, Endpoint, Limit } from './endpoint.ts'
export { createFlights } from './flights.ts'
export { createHandover, type Handover } from './handover.ts'
export { type Checks, healthRoutes } from './health.ts'
export { forgetAnswers, idempotencyMigration } from './idempotency.ts'
export {
  actorOf,
  type Caller,
  hashAddress,
  type IdentityKey,
  identityHeader,
  positionHeader,
  signIdentity,
  staleDataHeader,
  verifyIdentity,
} from './identity.ts'
export { createLimiter, type Limiter, limitsMigration } from './limits.ts'
export { errorHandler, notFound, sendRejection } from './problem.ts'
export { JsonList } from './reply.ts'
export {
  type AnyRoute,
  type Call,
  createServiceRouter,
  type Route,
  route,
  type ServiceOptions,
  type Tag,
} from './route.ts'
export { createFarewell, type Farewell, type Listening, listenHttp } from './server.ts'
export { sortedRoutes } from './sortedRoutes.ts'
