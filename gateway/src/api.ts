import { Credentials, User } from '@plumbline/platform/credentials'
import * as z from 'zod/mini'

export { type Credentials, passwordLength, User } from '@plumbline/platform/credentials'
export { PasswordChange, type PasswordRefusal } from '@plumbline/platform/passwords'
export * from './api/account.ts'
export * from './api/demonstration.ts'
export * from './api/document.ts'
export * from './api/join.ts'
export * from './api/rights.ts'

/** The calls that the gateway answers itself. Browser-safe. */

export const openSignIn = {
  method: 'GET',
  path: '/api/login',
  summary: 'Redirect to the sign-in page, or to the dashboard with a session',
  needs: 'public',
  redirects: true,
} as const

export const SignIn = z.extend(Credentials, {
  /** A device of the member's own stays signed in for 30 days. */
  ownDevice: z.optional(z.boolean()),
})
export type SignIn = z.infer<typeof SignIn>

export const signIn = {
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in',
  needs: 'public',
  body: SignIn,
  response: User,
} as const

export const signOut = {
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out',
  needs: 'public',
} as const

export const getCurrentUser = {
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the signed-in user',
  needs: 'self',
  response: User,
} as const

export const listReleases = {
  method: 'GET',
  path: '/api/remotes',
  summary: 'List the build of each micro-frontend for this browser',
  needs: 'self',
  response: z.array(z.object({ name: z.string(), build: z.nullable(z.string()) })),
} as const

export const reportRemoteFailure = {
  method: 'POST',
  path: '/api/remotes/:name/failures',
  summary: 'Report that a micro-frontend could not be loaded or run',
  needs: 'self',
  params: z.object({ name: z.string() }),
  body: z.object({
    build: z.string().check(z.maxLength(100)),
    /** The browser's error message. */
    reason: z.string().check(z.maxLength(500)),
  }),
} as const

export const streamChanges = {
  method: 'GET',
  path: '/api/stream',
  summary: 'Server-sent events that name the records that changed',
  needs: 'self',
  query: z.object({ after: z.optional(z.string()) }),
  produces: 'text/event-stream',
} as const
