import { Credentials, User } from '@plumbline/platform/credentials'
import * as z from 'zod/mini'

export {
  Credentials,
  PasswordChange,
  type PasswordRefusal,
  passwordLength,
  User,
} from '@plumbline/platform/credentials'
export * from './api/account.ts'

/** The calls that the gateway answers itself, and what it writes into its documents. Browser-safe. */

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))

/** The business as people see it; every word of it is configuration. */
export const Business = z.object({
  product: text,
  name: text,
  tagline: text,
  phone: text,
  email: z.email(),
  area: text,
  founded: text,
})
export type Business = z.infer<typeof Business>

/** With what pages derive from it: `phoneHref` is a `tel:` URL, `url` the address people use. */
export const PageBusiness = z.extend(Business, { phoneHref: z.string(), url: z.string() })
export type PageBusiness = z.infer<typeof PageBusiness>

/** `mfe.json`: what a micro-frontend declares. */
export const Manifest = z.object({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]*$/)),
  title: z.string(),
  contract: z.int(),
  paths: z.array(z.string().check(z.startsWith('/'))),
  nav: z.array(
    z.object({
      label: z.string(),
      to: z.string(),
      icon: z.string(),
      order: z.number(),
      match: z.array(z.string()),
    }),
  ),
  widgets: z.array(z.string()),
})
export type Manifest = z.infer<typeof Manifest>

/** `release.json`: what a build consists of. */
export const Release = z.object({
  build: z.string().check(z.regex(/^[\w.-]+$/)),
  entry: z.string(),
  integrity: z.record(z.string(), z.string()),
  preload: z._default(z.array(z.string()), []),
})
export type Release = z.infer<typeof Release>

/** A micro-frontend as it is resolved for a session; `release` is null while nothing of it is installed. */
export const Remote = z.extend(Manifest, { release: z.nullable(Release) })
export type Remote = z.infer<typeof Remote>

export const openSignIn = {
  method: 'GET',
  path: '/api/login',
  summary: 'Redirect to the sign-in page, or to the dashboard with a session',
  access: 'public',
  redirects: true,
} as const

export const signIn = {
  method: 'POST',
  path: '/api/login',
  summary: 'Sign in',
  access: 'public',
  body: Credentials,
  response: User,
} as const

export const signOut = {
  method: 'POST',
  path: '/api/logout',
  summary: 'Sign out',
  access: 'public',
} as const

export const getCurrentUser = {
  method: 'GET',
  path: '/api/auth/user',
  summary: 'Get the signed-in user',
  access: 'session',
  response: User,
} as const

export const listReleases = {
  method: 'GET',
  path: '/api/remotes',
  summary: 'List the build of each micro-frontend for this browser',
  access: 'session',
  response: z.array(z.object({ name: z.string(), build: z.nullable(z.string()) })),
} as const

export const reportRemoteFailure = {
  method: 'POST',
  path: '/api/remotes/:name/failures',
  summary: 'Report that a micro-frontend could not be loaded or run',
  access: 'session',
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
  access: 'session',
  query: z.object({ after: z.optional(z.string()) }),
  produces: 'text/event-stream',
} as const
