import type { User } from '@plumbline/platform/credentials'
import { type Db, run, sql } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'

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
]

/** `password` is the hash. */
export type StoredUser = User & { password: string; disabled: boolean }

const selectStored =
  'SELECT id, username, email, role, password, disabled_at IS NOT NULL AS disabled FROM users'

// what a database makes of É in another case depends on the locale it was made with
const inAnyCase = (text: string) => text.normalize('NFC').toLowerCase()
const isAscii = (text: string) => /^\p{ASCII}*$/u.test(text)

/** By name in any case. */
export async function selectUserByName(db: Db, username: string): Promise<StoredUser | undefined> {
  if (isAscii(username)) {
    const values = [username]
    return (
      await run<StoredUser>(db, { text: `${selectStored} WHERE lower(username) = lower($1)`, values })
    )[0]
  }
  const users = await run<StoredUser>(db, { text: `${selectStored} ORDER BY id`, values: [] })
  // 0.1.0 could store two names that differ in case alone
  return (
    users.find((user) => user.username === username) ??
    users.find((user) => inAnyCase(user.username) === inAnyCase(username))
  )
}

export const selectUserById = async (db: Db, id: number): Promise<StoredUser | undefined> =>
  (await run<StoredUser>(db, { text: `${selectStored} WHERE id = $1`, values: [id] }))[0]

export const selectUsers = (db: Db): Promise<(User & { disabled: boolean })[]> =>
  run(db, sql`SELECT id, username, email, role, disabled_at IS NOT NULL AS disabled FROM users ORDER BY id`)

export const anyUserExists = async (db: Db): Promise<boolean> =>
  (await run(db, sql`SELECT 1 FROM users LIMIT 1`)).length > 0

/** Undefined when the name or the e-mail address is taken, in any case. */
export async function insertUser(
  db: Db,
  user: { username: string; email: string; password: string },
): Promise<User | undefined> {
  const isTaken = (await selectUsers(db)).some(
    ({ username, email }) =>
      inAnyCase(username) === inAnyCase(user.username) || inAnyCase(email) === inAnyCase(user.email),
  )
  if (isTaken) return undefined
  const [added] = await run<User>(
    db,
    sql`INSERT INTO users (username, email, password) VALUES (${user.username}, ${user.email}, ${user.password})
          ON CONFLICT DO NOTHING RETURNING id, username, email, role`,
  )
  return added
}

/** False when the stored password is no longer the one that was read: another change came first. */
export const updatePassword = async (db: Db, { id, password }: StoredUser, next: string): Promise<boolean> =>
  (
    await run(
      db,
      sql`UPDATE users SET password = ${next} WHERE id = ${id} AND password = ${password} RETURNING 1`,
    )
  ).length > 0

export const updateDisabled = (db: Db, id: number, disabled: boolean) =>
  db.query(
    sql`UPDATE users SET disabled_at = CASE WHEN ${disabled} THEN coalesce(disabled_at, now()) END WHERE id = ${id}`,
  )
