import type { Endpoint } from '@plumbline/platform/http'
import * as z from 'zod'
import { RemoteFailure } from './releases/routes.ts'
import { ListedSession, PasswordChange } from './sessions/account.ts'

const user = z.object({ id: z.int(), username: z.string(), email: z.string(), role: z.string() })
const credentials = z.object({ username: z.string(), password: z.string() })

/** The calls that the gateway answers by itself, for the document; `login.ts`, `account.ts` and `stream.ts` answer them. */
export const ownCalls: readonly Endpoint[] = [
  { method: 'GET', path: '/api/login', summary: 'Leads to the page to sign in on', access: 'public' },
  {
    method: 'POST',
    path: '/api/login',
    summary: 'Begins a session',
    access: 'public',
    body: credentials,
    response: user,
  },
  { method: 'POST', path: '/api/logout', summary: 'Ends the session', access: 'public' },
  { method: 'GET', path: '/api/auth/user', summary: 'Who is signed in', access: 'session', response: user },
  {
    method: 'POST',
    path: '/api/account/password',
    summary: 'Changes the own password, and signs out everywhere else',
    access: 'session',
    body: PasswordChange,
  },
  {
    method: 'GET',
    path: '/api/account/sessions',
    summary: 'Where one is signed in',
    access: 'session',
    response: z.array(ListedSession),
  },
  {
    method: 'DELETE',
    path: '/api/account/sessions',
    summary: 'Signs out everywhere else',
    access: 'session',
  },
  {
    method: 'DELETE',
    path: '/api/account/sessions/:id',
    summary: 'Signs out in one place',
    access: 'session',
    params: ListedSession.pick({ id: true }),
  },
  {
    method: 'GET',
    path: '/api/remotes',
    summary: 'Which build of which micro-frontend is for this browser',
    access: 'session',
    response: z.array(z.object({ name: z.string(), build: z.string().nullable() })),
  },
  {
    method: 'POST',
    path: '/api/remotes/:name/failures',
    summary: 'Tells that a micro-frontend could not be loaded or run',
    access: 'session',
    params: z.object({ name: z.string() }),
    body: RemoteFailure,
  },
  {
    method: 'GET',
    path: '/api/stream',
    summary: 'Server-sent events that tell which lists have changed',
    access: 'session',
    query: z.object({ after: z.string().optional() }),
  },
]
