import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Pool } from './database.ts'
import { HttpError } from './parse.ts'

const cookieOf = (req: Request, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(req.headers.cookie ?? '')?.[1]

/** Requires a session; sessions are those of the product's gateway. */
export const requireSession =
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
    if (!session) throw new HttpError(401, 'Please sign in.')
    if (session.stale)
      await pool.query('UPDATE gateway.sessions SET seen_at = now() WHERE token_hash = $1', [hash])
    res.locals.user = session.user
    next()
  }
