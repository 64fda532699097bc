import { createHash, randomBytes } from 'node:crypto'
import { type Db, first, inTransaction, type Pool, run, sql, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Caller } from '@plumbline/platform/http'
import { type Membership, type Right, rightsOf } from '@plumbline/platform/rights'
import DataLoader from 'dataloader'
import type { CookieOptions, Request, Response } from 'express'
import type { ListedSession, User } from '../api.ts'
import { readCookie } from './cookies.ts'
import { deviceOf } from './device.ts'

/** The member as they are at this request. */
export type SessionUser = NonNullable<Caller['user']> & { rights: readonly Right[] }
type Found = Membership & User & { hash: string; stale: boolean; asksPassword: boolean }
export type Session = {
  id: string
  user: SessionUser
  /** On a device of the member's own, a while after the password was given. */
  asksPassword: boolean
}

const digest = (token: string) => createHash('sha256').update(token).digest()

const ownDeviceDays = 30
const isFresh = `CASE WHEN own_device THEN created_at > now() - interval '${ownDeviceDays} days'
  ELSE seen_at > now() - interval '30 minutes' AND created_at > now() - interval '12 hours' END`
// identity publishes the view (decision 0033): who is deactivated has no session, and what a member may do is read here
const fromAlive = `FROM sessions s JOIN identity.members m ON m.user_id = s.user_id AND m.is_active AND s.created_at >= m.access_from
  WHERE ${isFresh}`

// serialises the beginning and ending of a user's sessions, so that none begins while all end
const sessionsLock = 7_241
const lockUser = (tx: Tx, userId: number) =>
  tx.query(sql`SELECT pg_advisory_xact_lock(${sessionsLock}, ${userId})`)

async function endAll(tx: Tx, userId: number): Promise<number> {
  await lockUser(tx, userId)
  await tx.query(
    sql`INSERT INTO session_ends (user_id, at) VALUES (${userId}, clock_timestamp())
        ON CONFLICT (user_id) DO UPDATE SET at = excluded.at`,
  )
  return (await tx.query(sql`DELETE FROM sessions WHERE user_id = ${userId}`)).rowCount ?? 0
}

/**
 * Ends every session of a user, also one whose password is being checked at the moment, after a new password or when the
 * user is disabled. Answers how many there were.
 */
export const endSessionsOf = (pool: Pool, userId: number): Promise<number> =>
  inTransaction(pool, (tx) => endAll(tx, userId))

/**
 * Opaque tokens in a cookie, their SHA-256 in Postgres. A session ends 30 minutes after it was last
 * seen and 12 hours after sign-in, by the database's clock; on a device that its member called their own it ends 30 days after
 * sign-in, and asks for the password again where it matters. Nothing but sign-in creates one, so a request that ends after
 * sign-out cannot bring it back.
 */
export function createSessions(pool: Pool, secure: boolean) {
  const name = secure ? '__Host-sid' : 'sid'
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', path: '/', secure }

  // requests of the same moment share one query; nothing is cached
  const lookUp = new DataLoader(
    async (hashes: readonly string[]) => {
      const rows = await run<Found>(pool, {
        name: 'sessions-by-token',
        text: `SELECT encode(token_hash, 'hex') AS hash, m.user_id AS id, m.username, m.email, m.role, m.granted, m.denied,
             seen_at < now() - interval '1 minute' AS stale,
             own_device AND password_at < now() - interval '30 minutes' AS "asksPassword" ${fromAlive} AND token_hash = ANY($1::bytea[])`,
        values: [[...new Set(hashes)].map((hash) => `\\x${hash}`)],
      })
      const byHash = new Map(rows.map((row) => [row.hash, row]))
      return hashes.map((hash) => byHash.get(hash))
    },
    { cache: false, batchScheduleFn: setImmediate },
  )

  const find = async (token: string): Promise<Session | null> => {
    const hash = digest(token)
    const key = hash.toString('hex')
    const row = await lookUp.load(key)
    if (!row) return null
    if (row.stale) await pool.query(sql`UPDATE sessions SET seen_at = now() WHERE token_hash = ${hash}`)
    const { id, username, email, role, asksPassword } = row
    return { id: key.slice(0, 16), user: { id, username, email, role, rights: rightsOf(row) }, asksPassword }
  }

  const end = (token: string) => pool.query(sql`DELETE FROM sessions WHERE token_hash = ${digest(token)}`)

  // the release before reads the user here
  const insert = async (db: Db, req: Request, { id, username, email, role }: User, isOwnDevice: boolean) => {
    const token = randomBytes(32).toString('base64url')
    await db.query(
      sql`INSERT INTO sessions (token_hash, user_id, "user", device, own_device)
          VALUES (${digest(token)}, ${id}, ${JSON.stringify({ id, username, email, role })},
            ${deviceOf(req.get('user-agent'))}, ${isOwnDevice})`,
    )
    return { token, isOwnDevice }
  }

  // without an age a browser forgets it when it is closed
  const giveCookie = (res: Response, { token, isOwnDevice }: Awaited<ReturnType<typeof insert>>) =>
    res.cookie(name, token, isOwnDevice ? { ...options, maxAge: ownDeviceDays * 86_400_000 } : options)

  return {
    /** The session this request belongs to, or null. */
    of: async (req: Request): Promise<Session | null> => {
      const token = readCookie(req, name)
      return token ? find(token) : null
    },
    /** Whether the session of this request is still alive, with the same rights; does not prolong it. */
    isAlive: async (req: Request, rights: readonly Right[]): Promise<boolean> => {
      const token = readCookie(req, name)
      if (!token) return false
      const [member] = await run<Membership>(pool, {
        text: `SELECT m.role, m.granted, m.denied ${fromAlive} AND token_hash = $1`,
        values: [digest(token)],
      })
      return member !== undefined && String(rightsOf(member)) === String(rights)
    },
    /** The database's clock, to be read before a password is checked. */
    now: async (): Promise<string> =>
      (await first<{ now: string }>(pool, sql`SELECT clock_timestamp()::text AS now`))?.now ?? '',
    /** Begins a session with a new token and ends the one that was sent. Rejected when all sessions were ended since `checkedAt`. */
    begin: async (
      req: Request,
      res: Response,
      user: User,
      { checkedAt, isOwnDevice = false }: { checkedAt: string; isOwnDevice?: boolean },
    ): Promise<void> => {
      const old = readCookie(req, name)
      if (old) await end(old)
      await pool.query({ text: `DELETE FROM sessions WHERE NOT (${isFresh})` })
      const begun = await inTransaction(pool, async (tx) => {
        await lockUser(tx, user.id)
        const ended = await run(
          tx,
          sql`SELECT 1 FROM session_ends WHERE user_id = ${user.id} AND at > ${checkedAt}::timestamptz`,
        )
        if (ended.length > 0) throw rejection('unauthenticated', 'Invalid credentials')
        return insert(tx, req, user, isOwnDevice)
      })
      giveCookie(res, begun)
    },
    /** Ends every session of the user and begins a new one for this request. */
    renew: async (req: Request, res: Response, user: User): Promise<void> => {
      const begun = await inTransaction(pool, async (tx) => {
        const [before] = await run<{ own: boolean }>(
          tx,
          sql`SELECT own_device AS own FROM sessions WHERE token_hash = ${digest(readCookie(req, name) ?? '')}`,
        )
        await endAll(tx, user.id)
        return insert(tx, req, user, before?.own ?? false)
      })
      giveCookie(res, begun)
    },
    /** The password was given again just now. */
    confirm: (req: Request) =>
      pool.query(
        sql`UPDATE sessions SET password_at = now() WHERE token_hash = ${digest(readCookie(req, name) ?? '')}`,
      ),
    /** Ends the session, if there is one. */
    end: async (req: Request, res: Response): Promise<void> => {
      const token = readCookie(req, name)
      if (token) await end(token)
      res.clearCookie(name, options).set('Clear-Site-Data', '"cookies", "storage"')
    },
    /** A user's sessions, this request's first, then the last seen. */
    list: (req: Request, userId: number): Promise<ListedSession[]> =>
      run<ListedSession>(pool, {
        text: `SELECT id, device, created_at AS "begunAt", seen_at AS "seenAt", own_device AS "ownDevice", token_hash = $2 AS current ${fromAlive}
               AND s.user_id = $1 ORDER BY current DESC, seen_at DESC, id`,
        values: [userId, digest(readCookie(req, name) ?? '')],
      }),
    /** Ends one session of a user; false when the user has none of this id. */
    endOne: async (userId: number, id: string): Promise<boolean> =>
      (await pool.query(sql`DELETE FROM sessions WHERE user_id = ${userId} AND id = ${id}`)).rowCount === 1,
    /** Ends all of a user's sessions but this request's. */
    endOthers: (req: Request, userId: number) =>
      pool.query(
        sql`DELETE FROM sessions WHERE user_id = ${userId} AND token_hash <> ${digest(readCookie(req, name) ?? '')}`,
      ),
  }
}
export type Sessions = ReturnType<typeof createSessions>
