export { createApp, type Observe } from './app.ts'
export { jsonBody } from './body.ts'
export type { Answer, Endpoint, Limit } from './endpoint.ts'
export { type Checks, healthRoutes } from './health.ts'
export { idempotencyMigration, redactStoredAnswers } from './idempotency.ts'
export {
  actorOf,
  type Caller,
  type CallerLink,
  hashAddress,
  type IdentityKey,
  type InProcess,
  identityHeader,
  limitToOwn,
  may,
  passIdentity,
  positionHeader,
  requireAccess,
  signIdentity,
  staleDataHeader,
  verifyIdentity,
} from './identity.ts'
export { createLimiter, limitsMigrations, refundOnError } from './limits.ts'
export { answerList, type List } from './list.ts'
export { errorHandler, notFound } from './problem.ts'
export { type ParsedRequest, respond } from './respond.ts'
export {
  type AnyRoute,
  type Call,
  createServiceRouter,
  type Route,
  route,
  type ServiceEnvironment,
} from './route.ts'
export { createShutdown, type Listening, listenHttp, type Shutdown } from './server.ts'
