import { createHash } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import pg from 'pg'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'

export type Pool = pg.Pool

// dates and times leave the database as the text that answers show
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString())

export const openPool = (connectionString: string): Pool =>
  new pg.Pool({ connectionString, max: 8, options: '-c search_path=plain' })

/** A time within JSON that the database puts together. */
export const isoText = (column: string) =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** An answer other than success. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The body, or a refusal with its first problem. */
export function parse<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema> {
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, parsed.error.issues[0]?.message ?? 'The request could not be read.')
}

export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null

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
