import { createHash, randomBytes } from 'node:crypto'
import { type Db, run, sql, type Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { Migration } from '@plumbline/platform/migrate'
import { type CalendarFeed, mostFeeds } from '../api.ts'

export const feedsMigration: Migration = {
  id: 'calendar-feeds-v1',
  sql: `CREATE TABLE calendar_feeds (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id integer NOT NULL, token_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL, last_read_at timestamptz);
    CREATE INDEX ON calendar_feeds (user_id)`,
}

// the address without `.ics`, cut to what tells it from others and opens nothing
export const feedEndingsMigration: Migration = {
  id: 'calendar-feeds-v2',
  sql: 'ALTER TABLE calendar_feeds ADD COLUMN ending text',
}

const digest = (token: string) => createHash('sha256').update(token).digest()

/** A new secret address; only its hash and its last four characters are kept. */
export async function createFeed(
  db: Tx,
  userId: number,
  now: Date,
): Promise<CalendarFeed & { path: string }> {
  // two at once must not both be the last
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtext('scheduling.calendar-feeds'), ${userId}::int)`)
  if ((await feedsOf(db, userId)).length >= mostFeeds)
    throw reject(
      'conflict',
      `You have ${mostFeeds} calendar addresses already. Revoke one that is no longer used.`,
    )
  const token = randomBytes(32).toString('base64url')
  const [feed] = await run<CalendarFeed>(
    db,
    sql`INSERT INTO calendar_feeds (user_id, token_hash, ending, created_at)
        VALUES (${userId}, ${digest(token)}, ${token.slice(-4)}, ${now})
        RETURNING id, ending, created_at AS "createdAt", last_read_at AS "lastReadAt"`,
  )
  if (!feed) throw new Error('a calendar feed was not stored')
  return { ...feed, path: `/api/calendar/${token}.ics` }
}

export const feedsOf = (db: Db, userId: number): Promise<CalendarFeed[]> =>
  run<CalendarFeed>(
    db,
    sql`SELECT id, ending, created_at AS "createdAt", last_read_at AS "lastReadAt" FROM calendar_feeds
        WHERE user_id = ${userId} ORDER BY id DESC`,
  )

/** False: this person has no such feed. */
export const revokeFeed = async (db: Db, userId: number, id: number): Promise<boolean> =>
  (await run(db, sql`DELETE FROM calendar_feeds WHERE id = ${id} AND user_id = ${userId} RETURNING 1`))
    .length > 0

/** Whether this is the secret of a feed; notes that it was read. */
export const opens = async (db: Db, token: string, now: Date): Promise<boolean> =>
  (
    await run(
      db,
      sql`UPDATE calendar_feeds SET last_read_at = ${now} WHERE token_hash = ${digest(token)} RETURNING 1`,
    )
  ).length > 0
