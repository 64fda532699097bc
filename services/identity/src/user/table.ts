import type { User } from '@plumbline/platform/credentials'
import { type Db, exists, first, run, sql } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import type { Migration } from '@plumbline/platform/migrate'
import type { JobNotices } from '../api.ts'
import type { MemberState } from '../member/decider.ts'

const isoOf = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Records users that the log has not as members yet: of a release, or of a backup, before there were any. Every parameter has its
 * type: a database that was upgraded has es.append of earlier releases, too.
 */
export const recordMembers = `SELECT es.append('member-' || u.id, 0, array_agg(gen_random_uuid() ORDER BY n),
    array_agg(type ORDER BY n), array_agg(1::smallint ORDER BY n), array_agg(data ORDER BY n),
    '{"actor": "operator", "requestId": "members-v1"}'::jsonb, NULL::text, '{}'::text[], '{}'::bytea[], NULL::int)
  FROM identity.users u CROSS JOIN LATERAL (
    SELECT 1, 'MemberJoined', jsonb_build_object('userId', u.id, 'role', u.role, 'joinedAt', ${isoOf('u.created_at')})
    UNION ALL SELECT 2, 'MemberDeactivated', jsonb_build_object('userId', u.id, 'deactivatedAt', ${isoOf('u.disabled_at')})
    WHERE u.disabled_at IS NOT NULL) known(n, type, data)
  WHERE u.invited_at IS NULL AND NOT EXISTS (SELECT FROM es.events e WHERE e.stream_id = 'member-' || u.id)
  GROUP BY u.id`

export const usersMigrations: readonly Migration[] = [
  {
    // the last step that 0.1.0 ran: its data has all of this
    id: 'users-disabled-v1',
    sql: `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL,
    password text NOT NULL,
    email text NOT NULL,
    role text NOT NULL DEFAULT 'business_owner',
    created_at timestamptz NOT NULL DEFAULT now(),
    disabled_at timestamptz);
    CREATE UNIQUE INDEX users_username ON users (lower(username));
    CREATE UNIQUE INDEX users_email ON users (lower(email))`,
  },
  {
    id: 'users-access-v1',
    // 0.1.0 disabled users without an event
    sql: `SELECT es.append('user-' || id, NULL, ARRAY[gen_random_uuid()], ARRAY['UserAccessRevoked'], ARRAY[1]::smallint[],
      ARRAY[jsonb_build_object('userId', id, 'reason', 'disabled')], '{"actor": "operator", "requestId": "users-access-v1"}', NULL, '{}', '{}')
      FROM users WHERE disabled_at IS NOT NULL`,
  },
  {
    id: 'members-v1',
    sql: `ALTER TABLE users
      ADD COLUMN granted text[] NOT NULL DEFAULT '{}',
      ADD COLUMN denied text[] NOT NULL DEFAULT '{}',
      ADD COLUMN invited_at timestamptz,
      ADD COLUMN access_from timestamptz;
      CREATE TABLE links (
        user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        valid_until timestamptz NOT NULL);
      CREATE VIEW members AS SELECT id AS user_id, username, email, role, granted, denied,
        disabled_at IS NULL AND invited_at IS NULL AS is_active,
        coalesce(access_from, created_at) AS access_from FROM users;
      ${recordMembers}`,
  },
  {
    id: 'availability-v1',
    sql: `ALTER TABLE users ADD COLUMN week jsonb, ADD COLUMN time_off jsonb NOT NULL DEFAULT '[]'`,
  },
  {
    id: 'member-notices-v1',
    sql: `ALTER TABLE users
      ADD COLUMN notices text NOT NULL DEFAULT 'email' CHECK (notices IN ('email', 'sms', 'none')),
      ADD COLUMN mobile text;
      CREATE OR REPLACE VIEW members AS SELECT id AS user_id, username, email, role, granted, denied,
        disabled_at IS NULL AND invited_at IS NULL AS is_active,
        coalesce(access_from, created_at) AS access_from, notices, mobile FROM users`,
  },
  {
    id: 'public-names-v1',
    sql: `ALTER TABLE users ADD COLUMN public_name text NOT NULL DEFAULT '';
      CREATE OR REPLACE VIEW members AS SELECT id AS user_id, username, email, role, granted, denied,
        disabled_at IS NULL AND invited_at IS NULL AS is_active,
        coalesce(access_from, created_at) AS access_from, notices, mobile, public_name FROM users`,
  },
  {
    // null: a link of before
    id: 'link-issuers-v1',
    sql: 'ALTER TABLE links ADD COLUMN issued_by integer',
  },
]

/** For those who read the view `identity.members` (decision 0033): the gateway's sessions, and messaging, which writes to members. */
export const membersGrants = (role: string): string[] => [
  `GRANT USAGE ON SCHEMA identity TO ${role}`,
  `GRANT SELECT ON identity.members TO ${role}`,
]

/** For scheduling, which says to customers who comes. */
export const publicNameGrants = (role: string): string[] => [
  `GRANT USAGE ON SCHEMA identity TO ${role}`,
  `GRANT SELECT (user_id, public_name, is_active) ON identity.members TO ${role}`,
]

/** `password` is the hash. */
export type StoredUser = User & {
  password: string
  disabled: boolean
  /** They have not accepted their invitation. */
  invited: boolean
  /** How they get news about changes of their jobs. */
  notices: JobNotices['channel']
  /** As E.164. */
  mobile: string | null
  /** The name that customers see; empty for none. */
  publicName: string
  /** Of the member's stream. */
  version: number
} & Omit<MemberState, 'standing'>

export const memberOf = ({
  invited,
  disabled,
  role,
  granted,
  denied,
  week,
  timeOff,
}: StoredUser): MemberState => ({
  standing: invited ? 'invited' : disabled ? 'inactive' : 'active',
  role,
  granted,
  denied,
  week,
  timeOff,
})

const selectStored = `SELECT id, username, email, role, password, disabled_at IS NOT NULL AS disabled,
  invited_at IS NOT NULL AS invited, granted, denied, week, time_off AS "timeOff",
  notices, mobile, public_name AS "publicName",
  (SELECT coalesce(max(version), 0) FROM es.events WHERE stream_id = 'member-' || users.id) AS version FROM users`

// what a database makes of É in another case depends on the locale it was made with
const inAnyCase = (text: string) => text.normalize('NFC').toLowerCase()
const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/** By name in any case. */
export async function selectUserByName(db: Db, username: string): Promise<StoredUser | undefined> {
  if (isAscii(username)) {
    const values = [username]
    return await first<StoredUser>(db, { text: `${selectStored} WHERE lower(username) = lower($1)`, values })
  }
  const users = await run<StoredUser>(db, { text: `${selectStored} ORDER BY id`, values: [] })
  // 0.1.0 could store two names that differ in case alone
  return (
    users.find((user) => user.username === username) ??
    users.find((user) => inAnyCase(user.username) === inAnyCase(username))
  )
}

export const selectUserById = (db: Db, id: number): Promise<StoredUser | undefined> =>
  first<StoredUser>(db, { text: `${selectStored} WHERE id = $1`, values: [id] })

export const selectUsers = (db: Db): Promise<StoredUser[]> =>
  run(db, { text: `${selectStored} ORDER BY id`, values: [] })

export const anyUserExists = (db: Db): Promise<boolean> => exists(db, sql`SELECT 1 FROM users LIMIT 1`)

// two changes that each leave an owner could together leave none
const teamLock = 7_242

/** Until the end of the transaction no other one changes who may do what, or takes a name. */
export const lockTeam = (db: Db) => db.query(sql`SELECT pg_advisory_xact_lock(${teamLock}, 0)`)

type Names = Pick<User, 'username' | 'email'>

/** Throws `conflict` when another user has the name or the e-mail address, in any case. */
export async function requireFreeNames(db: Db, names: Names, ownId?: number): Promise<void> {
  const taken = (await selectUsers(db)).find(
    ({ id, username, email }) =>
      id !== ownId &&
      (inAnyCase(username) === inAnyCase(names.username) || inAnyCase(email) === inAnyCase(names.email)),
  )
  if (!taken) return
  const field = inAnyCase(taken.username) === inAnyCase(names.username) ? 'username' : 'email'
  throw rejection('conflict', 'There is already a user with this name or email.', {
    fields: { [field]: field === 'email' ? 'Somebody has this email.' : 'Somebody has this name.' },
  })
}

/** `password`: the hash. */
export async function insertUser(
  db: Db,
  { username, email, password, role }: Names & { password: string; role: string },
): Promise<User> {
  const [added] = await run<User>(
    db,
    sql`INSERT INTO users (username, email, password, role) VALUES (${username}, ${email}, ${password}, ${role})
        RETURNING id, username, email, role`,
  )
  return added as User
}

export const updateNames = (
  db: Db,
  id: number,
  { username, email, publicName }: Names & Pick<StoredUser, 'publicName'>,
) =>
  db.query(
    sql`UPDATE users SET username = ${username}, email = ${email}, public_name = ${publicName} WHERE id = ${id}`,
  )

export const updateNotices = (
  db: Db,
  id: number,
  { notices, mobile }: Pick<StoredUser, 'notices' | 'mobile'>,
) => db.query(sql`UPDATE users SET notices = ${notices}, mobile = ${mobile} WHERE id = ${id}`)

/** What the row says of the member follows the stream. Sessions of before are over for who may sign in again. */
export const updateMember = (db: Db, id: number, member: MemberState) => {
  const { standing, role, granted, denied, week, timeOff } = member
  const availability = [week && JSON.stringify(week), JSON.stringify(timeOff)]
  return db.query({
    text: `UPDATE users SET role = $2, granted = $3, denied = $4, week = $7, time_off = $8,
      invited_at = CASE WHEN $5 THEN coalesce(invited_at, now()) END,
      disabled_at = CASE WHEN $6 THEN coalesce(disabled_at, now()) END,
      access_from = CASE WHEN disabled_at IS NOT NULL AND NOT $6 THEN clock_timestamp() ELSE access_from END
      WHERE id = $1`,
    values: [id, role, granted, denied, standing === 'invited', standing === 'inactive', ...availability],
  })
}

export const deleteUser = (db: Db, id: number) => db.query(sql`DELETE FROM users WHERE id = ${id}`)

/** Whether another user has every right. */
export const hasAnotherOwner = (db: Db, id: number): Promise<boolean> =>
  exists(
    db,
    sql`SELECT 1 FROM users WHERE id <> ${id} AND role = 'business_owner' AND denied = '{}'
          AND disabled_at IS NULL AND invited_at IS NULL LIMIT 1`,
  )

/** False when the stored password is no longer the one that was read: another change came first. A link to set one ends. */
export async function updatePassword(db: Db, { id, password }: StoredUser, next: string): Promise<boolean> {
  const updated = await run(
    db,
    sql`UPDATE users SET password = ${next} WHERE id = ${id} AND password = ${password} RETURNING 1`,
  )
  if (updated.length > 0) await deleteLink(db, id)
  return updated.length > 0
}

/** Sessions of before end with the password of before. */
export const setForgottenPassword = (db: Db, id: number, password: string) =>
  db.query(sql`UPDATE users SET password = ${password}, access_from = clock_timestamp() WHERE id = ${id}`)

/** Who made it, where that is known. */
export type StoredLink = { userId: number; issuedBy: number | null }
type NewLink = StoredLink & { hash: Buffer; validUntil: string }

/** The link that a member has; one that they had before has ended. */
export const putLink = (db: Db, { userId, issuedBy, hash, validUntil }: NewLink) =>
  db.query(
    sql`INSERT INTO links (user_id, issued_by, token_hash, valid_until)
        VALUES (${userId}, ${issuedBy}, ${hash}, ${validUntil})
        ON CONFLICT (user_id) DO UPDATE SET issued_by = excluded.issued_by, token_hash = excluded.token_hash,
          valid_until = excluded.valid_until`,
  )

export const findLink = (db: Db, hash: Buffer, now: Date): Promise<StoredLink | undefined> =>
  first(
    db,
    sql`SELECT user_id AS "userId", issued_by AS "issuedBy" FROM links
        WHERE token_hash = ${hash} AND valid_until > ${now}`,
  )

/** The same, and the link has ended: it answers once. */
export const takeLink = (db: Db, hash: Buffer, now: Date): Promise<StoredLink | undefined> =>
  first(
    db,
    sql`DELETE FROM links WHERE token_hash = ${hash} AND valid_until > ${now}
        RETURNING user_id AS "userId", issued_by AS "issuedBy"`,
  )

export const deleteLink = (db: Db, userId: number) =>
  db.query(sql`DELETE FROM links WHERE user_id = ${userId}`)

/** Until when the links are valid that are open. */
export const selectLinks = (db: Db, now: Date): Promise<(StoredLink & { validUntil: string })[]> =>
  run(
    db,
    sql`SELECT user_id AS "userId", issued_by AS "issuedBy", valid_until AS "validUntil" FROM links
        WHERE valid_until > ${now}`,
  )
