import { createHash, randomBytes } from 'node:crypto'
import { type Db, exists, first, run, sql, type Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Migration } from '@plumbline/platform/migrate'
import { type CalendarFeed, maxCalendarFeeds, type OwnedCalendarFeed } from '../api.ts'

export const feedMigrations: readonly Migration[] = [
  {
    // the last step that 0.1.0 ran: its data has all of this
    id: 'calendar-feeds-v2',
    sql: `CREATE TABLE calendar_feeds (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer NOT NULL, token_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL, last_read_at timestamptz,
    -- the last characters of the token, which identify an address and give no access
    ending text);
    CREATE INDEX ON calendar_feeds (user_id)`,
  },
  // the version of the user's stream when the address was created
  {
    id: 'calendar-feeds-v3',
    sql: 'ALTER TABLE calendar_feeds ADD COLUMN access_version integer NOT NULL DEFAULT 0, ADD COLUMN username text',
  },
]

/**
 * Whether the user of a feed still has the access it was created with. It reads the log, because a read model may lag and
 * a revocation must hold at once.
 */
export const feedHasAccess = (feed: string) => `NOT EXISTS (SELECT 1 FROM es.events e
  WHERE e.stream_id = 'user-' || ${feed}.user_id AND e.version > ${feed}.access_version AND e.type = 'UserAccessRevoked')`
const hasAccess = feedHasAccess('f')

const digest = (token: string) => createHash('sha256').update(token).digest()

const columns = 'f.id, f.ending, f.created_at AS "createdAt", f.last_read_at AS "lastReadAt"'

/** A new secret address; only its hash and its last four characters are kept. */
export async function createFeed(
  db: Tx,
  user: { id: number; username: string },
  now: Date,
): Promise<CalendarFeed & { path: string }> {
  // two concurrent requests must not both get the last place
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtext('scheduling.calendar-feeds'), ${user.id}::int)`)
  if ((await listFeedsOfUser(db, user.id)).length >= maxCalendarFeeds)
    throw rejection(
      'conflict',
      `You have ${maxCalendarFeeds} calendar addresses already. Revoke one that is no longer used.`,
    )
  const token = randomBytes(32).toString('base64url')
  const [feed] = await run<CalendarFeed>(db, {
    text: `INSERT INTO calendar_feeds AS f (user_id, username, token_hash, ending, created_at, access_version)
      VALUES ($1, $2, $3, $4, $5,
        (SELECT coalesce(max(e.version), 0) FROM es.events e WHERE e.stream_id = 'user-' || $1::integer))
      RETURNING ${columns}`,
    values: [user.id, user.username, digest(token), token.slice(-4), now],
  })
  if (!feed) throw new Error('a calendar feed was not stored')
  return { ...feed, path: `/api/calendar/${token}.ics` }
}

export const listFeedsOfUser = (db: Db, userId: number): Promise<CalendarFeed[]> =>
  run<CalendarFeed>(db, {
    text: `SELECT ${columns} FROM calendar_feeds f WHERE f.user_id = $1 AND ${hasAccess} ORDER BY f.id DESC`,
    values: [userId],
  })

/** The addresses of all users. */
export const listFeeds = (db: Db): Promise<OwnedCalendarFeed[]> =>
  run<OwnedCalendarFeed>(db, {
    text: `SELECT ${columns}, f.user_id AS "userId", f.username FROM calendar_feeds f
      WHERE ${hasAccess} ORDER BY f.id DESC`,
    values: [],
  })

/** Revokes one address; with a `userId` only if it is of that user. False: there is no such address. */
export const revokeFeed = (db: Db, id: number, userId: number | null): Promise<boolean> =>
  exists(
    db,
    sql`DELETE FROM calendar_feeds WHERE id = ${id} AND (${userId}::integer IS NULL OR user_id = ${userId}) RETURNING 1`,
  )

/** Revokes the addresses of one user, or all when `userId` is null; answers how many there were. */
export const revokeFeeds = async (db: Db, userId: number | null): Promise<number> =>
  (
    await run(
      db,
      sql`DELETE FROM calendar_feeds WHERE ${userId}::integer IS NULL OR user_id = ${userId} RETURNING 1`,
    )
  ).length

/** The user of the feed with this secret, if they still have access; records the time of reading. */
export const redeemFeedToken = async (db: Db, token: string, now: Date): Promise<number | undefined> =>
  (
    await first<{ userId: number }>(db, {
      text: `UPDATE calendar_feeds f SET last_read_at = $1 WHERE f.token_hash = $2 AND ${hasAccess}
        RETURNING f.user_id AS "userId"`,
      values: [now, digest(token)],
    })
  )?.userId
