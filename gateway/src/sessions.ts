import { createHash, randomBytes } from 'node:crypto'
import { type Pool, run, sql } from '@plumbline/platform/db'
import type { Caller } from '@plumbline/platform/http'
import type { CookieOptions, Request, Response } from 'express'
import { readCookie } from './cookies.ts'

export type SessionUser = NonNullable<Caller['user']>
export type Session = { id: string; user: SessionUser }

const digest = (token: string) => createHash('sha256').update(token).digest()

/**
 * Opaque tokens in a cookie, their SHA-256 in Postgres. A session ends 30 minutes after it was last
 * seen and 12 hours after sign-in, by the database's clock. Nothing but sign-in creates one, so a
 * request that ends after sign-out cannot bring it back.
 */
export function createSessions(pool: Pool, secure: boolean) {
  const name = secure ? '__Host-sid' : 'sid'
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure }

  const find = async (token: string): Promise<Session | null> => {
    const [row] = await run<{ user: SessionUser; stale: boolean }>(
      pool,
      sql`SELECT "user", seen_at < now() - interval '1 minute' AS stale FROM sessions
          WHERE token_hash = ${digest(token)}
          AND seen_at > now() - interval '30 minutes' AND created_at > now() - interval '12 hours'`,
    )
    if (!row) return null
    if (row.stale)
      await pool.query(sql`UPDATE sessions SET seen_at = now() WHERE token_hash = ${digest(token)}`)
    return { id: digest(token).toString('hex').slice(0, 16), user: row.user }
  }

  const end = (token: string) => pool.query(sql`DELETE FROM sessions WHERE token_hash = ${digest(token)}`)

  return {
    /** The session this request belongs to, or null. */
    of: async (req: Request): Promise<Session | null> => {
      const token = readCookie(req, name)
      return token ? find(token) : null
    },
    /** Whether the session of this request still is one; asking does not prolong it. */
    isAlive: async (req: Request): Promise<boolean> => {
      const token = readCookie(req, name)
      if (!token) return false
      const rows = await run(
        pool,
        sql`SELECT 1 FROM sessions WHERE token_hash = ${digest(token)}
            AND seen_at > now() - interval '30 minutes' AND created_at > now() - interval '12 hours'`,
      )
      return rows.length > 0
    },
    /** Signs in: a new token, the one presented is revoked. */
    begin: async (req: Request, res: Response, user: SessionUser): Promise<void> => {
      const old = readCookie(req, name)
      if (old) await end(old)
      const token = randomBytes(32).toString('base64url')
      await pool.query(sql`DELETE FROM sessions WHERE created_at < now() - interval '12 hours'`)
      await pool.query(
        sql`INSERT INTO sessions (token_hash, user_id, "user") VALUES (${digest(token)}, ${user.id}, ${JSON.stringify(user)})`,
      )
      res.cookie(name, token, options)
    },
    /** Signs out; harmless without a session. */
    end: async (req: Request, res: Response): Promise<void> => {
      const token = readCookie(req, name)
      if (token) await end(token)
      res.clearCookie(name, options).set('Clear-Site-Data', '"cookies", "storage"')
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
