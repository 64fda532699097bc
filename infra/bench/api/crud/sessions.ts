import { createHash } from 'node:crypto'
import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Request, RequestHandler } from 'express'

const cookieOf = (req: Request, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(req.headers.cookie ?? '')?.[1]

/** Only for those who are signed in; the sessions are those of the product's gateway. */
export const signedIn =
  (pool: Pool): RequestHandler =>
  async (req, res, next) => {
    const token = cookieOf(req, 'sid')
    const hash = token && createHash('sha256').update(token).digest()
    const { rows } = await pool.query({
      name: 'session',
      text: `SELECT "user", seen_at < now() - interval '1 minute' AS stale FROM gateway.sessions
        WHERE token_hash = $1 AND seen_at > now() - interval '30 minutes' AND created_at > now() - interval '12 hours'`,
      values: [hash],
    })
    const [session] = rows
    if (!session) throw rejection('unauthenticated', 'Please sign in.')
    if (session.stale)
      await pool.query('UPDATE gateway.sessions SET seen_at = now() WHERE token_hash = $1', [hash])
    res.locals.user = session.user
    next()
  }
