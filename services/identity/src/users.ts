import { type Db, run, sql } from '@plumbline/platform/db'
import type { Migration } from '@plumbline/platform/migrate'
import type { User } from './api.ts'

export const usersMigration: Migration = {
  id: 'users-v1',
  sql: `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    username text NOT NULL,
    password text NOT NULL,
    email text NOT NULL,
    role text NOT NULL DEFAULT 'business_owner',
    created_at timestamptz NOT NULL DEFAULT now());
    CREATE UNIQUE INDEX users_username ON users (lower(username));
    CREATE UNIQUE INDEX users_email ON users (lower(email))`,
}

type StoredUser = User & { password: string }

export const findByUsername = async (db: Db, username: string): Promise<StoredUser | undefined> =>
  (
    await run<StoredUser>(
      db,
      sql`SELECT id, username, email, role, password FROM users WHERE lower(username) = lower(${username})`,
    )
  )[0]

export const listUsers = (db: Db): Promise<User[]> =>
  run<User>(db, sql`SELECT id, username, email, role FROM users ORDER BY id`)

export const countUsers = async (db: Db): Promise<number> =>
  (await run<{ count: number }>(db, sql`SELECT count(*)::int AS count FROM users`))[0]?.count ?? 0

export const insertUser = async (
  db: Db,
  user: { username: string; email: string; password: string },
): Promise<User | undefined> =>
  (
    await run<User>(
      db,
      sql`INSERT INTO users (username, email, password) VALUES (${user.username}, ${user.email}, ${user.password})
          ON CONFLICT DO NOTHING RETURNING id, username, email, role`,
    )
  )[0]

export const replacePassword = (db: Db, id: number, password: string) =>
  db.query(sql`UPDATE users SET password = ${password} WHERE id = ${id}`)
