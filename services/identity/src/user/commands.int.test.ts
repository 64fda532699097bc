import { hash } from '@node-rs/argon2'
import { run, sql } from '@plumbline/platform/db'
import { eventStoreMigrations, migrate } from '@plumbline/platform/migrate'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { identity } from '../service.ts'
import { type IdentityUnderTest, operator, startIdentity } from '../testing.ts'
import { dummyHash, isOutdated, verifyPassword } from './passwordHash.ts'
import { usersMigrations } from './table.ts'

let test: IdentityUnderTest
let commands: IdentityUnderTest['commands']
const owner = { username: 'owner', email: 'owner@example.test', password: 'correct horse battery' }

beforeAll(async () => {
  test = await startIdentity()
  commands = test.commands
  await commands.addUser(operator, owner)
})
afterAll(() => test.stop())

const storedHash = async () => {
  const [row] = await run<{ password: string }>(
    test.owner,
    sql`SELECT password FROM identity.users WHERE username = 'owner'`,
  )
  return row?.password ?? ''
}

describe('sign-in', () => {
  it('answers the user, without the password', async () => {
    expect(await commands.signIn(operator, { username: 'Owner', password: owner.password })).toEqual({
      id: 1,
      username: 'owner',
      email: 'owner@example.test',
      role: 'business_owner',
    })
  })

  it.each([
    ['an unknown name', { username: 'nobody', password: owner.password }],
    ['a wrong password', { username: 'owner', password: 'wrong' }],
    ['a padded password', { username: 'owner', password: ` ${owner.password} ` }],
  ])('answers null to %s', async (_name, credentials) => {
    expect(await commands.signIn(operator, credentials)).toBeNull()
  })

  it.each([{}, null, { username: 'owner' }, { username: '', password: 'x' }, { username: 1, password: [] }])(
    'refuses %j as incomplete',
    async (credentials) => {
      await expect(commands.signIn(operator, credentials)).rejects.toMatchObject({ code: 'invalid' })
    },
  )

  it('refuses a password over 1024 bytes instead of cutting it', async () => {
    await expect(commands.signIn(operator, { username: 'owner', password: 'é'.repeat(600) })).rejects.toThrow(
      'too long',
    )
  })

  it('answers 503 to a flood instead of queueing without limit', async () => {
    const cheap = await hash('x', { memoryCost: 8, timeCost: 1, parallelism: 1 })
    // as many as are taken, each followed by the next one for as long as the flood lasts
    let isFlood = true
    const flood = Array.from({ length: 22 }, async () => {
      while (isFlood) await verifyPassword(cheap, 'x')
    })
    const answer = await commands.signIn(operator, owner).catch((error) => error)
    isFlood = false
    await Promise.all(flood)
    expect(answer).toMatchObject({ code: 'unavailable' })
    expect(await commands.signIn(operator, { username: 'owner', password: owner.password })).not.toBeNull()
  })
})

describe('stored passwords', () => {
  it('are argon2id of at least the recommended cost', async () => {
    const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+)/.exec(await storedHash()) ?? []
    expect(Number(m)).toBeGreaterThanOrEqual(19_456)
    expect(Number(t)).toBeGreaterThanOrEqual(2)
  })

  it('are compared with a dummy of today’s cost for unknown names', () => {
    expect(isOutdated(dummyHash)).toBe(false)
  })

  it('are hashed again at sign-in when their hash is weaker than today’s', async () => {
    const cheap = await hash(owner.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await test.owner.query(sql`UPDATE identity.users SET password = ${cheap}`)
    await commands.signIn(operator, owner)
    expect(await storedHash()).toMatch(/m=65536,t=3/)
    expect(await commands.signIn(operator, owner)).not.toBeNull()
  })

  it('need eight characters', async () => {
    await expect(
      commands.addUser(operator, { ...owner, username: 'b', email: 'b@x.io', password: 'short' }),
    ).rejects.toThrow('at least 8')
  })

  it('belong to one name and one e-mail address, in any case', async () => {
    await expect(
      commands.addUser(operator, { ...owner, username: 'OWNER', email: 'c@x.io' }),
    ).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      commands.addUser(operator, { ...owner, username: 'd', email: 'OWNER@example.test' }),
    ).rejects.toMatchObject({ code: 'conflict' })
    const emile = { username: 'Émile', email: 'emile@bücher.example', password: 'a ladder for the roof' }
    await commands.addUser(operator, emile)
    for (const other of [
      { username: 'émile', email: 'other@example.test' },
      { username: 'E\u0301MILE', email: 'other@example.test' },
      { username: 'Emil', email: 'EMILE@BÜCHER.example' },
    ])
      await expect(commands.addUser(operator, { ...emile, ...other })).rejects.toMatchObject({
        code: 'conflict',
      })
    expect(await commands.signIn(operator, { username: 'émile', password: emile.password })).toMatchObject({
      username: 'Émile',
    })
  })
})

describe('changing a password', () => {
  const change = (current: string, next: string) => commands.changePassword(operator, 1, { current, next })
  const next = 'four words about plumbing'
  const wrong = { field: 'current', message: 'Current password is incorrect.' }

  it('requires the current password and a good new one', async () => {
    expect(await change('not it', next)).toEqual(wrong)
    expect(await change(` ${owner.password}`, next)).toEqual(wrong)
    expect(await change(owner.password, 'password1')).toMatchObject({
      field: 'next',
      message: expect.stringContaining('too common'),
    })
    expect(await commands.changePassword(operator, 1, { current: 1 })).toMatchObject({ field: 'current' })
    expect(await commands.changePassword(operator, 1, { current: 'x' })).toMatchObject({ field: 'next' })
    expect(await commands.changePassword(operator, 1, null)).toMatchObject({ field: 'current' })
    expect(await commands.signIn(operator, owner)).not.toBeNull()
  })

  it('lets the user sign in with the new password only', async () => {
    expect(await change(owner.password, next)).toBeNull()
    expect(await commands.signIn(operator, owner)).toBeNull()
    expect(await commands.signIn(operator, { ...owner, password: next })).not.toBeNull()
    expect(await change(next, owner.password)).toBeNull()
  })

  it('is done once for two concurrent changes', async () => {
    const answers = await Promise.all([
      change(owner.password, 'the first of two'),
      change(owner.password, 'the second of two'),
    ])
    expect(answers.filter((it) => it === null)).toHaveLength(1)
    expect(answers).toContainEqual(wrong)
    await commands.setPassword(operator, 'owner', owner.password)
  })

  it('stores every character, none trimmed or cut', async () => {
    const odd = `  ${'é'.repeat(500)} `
    await commands.setPassword(operator, 'owner', odd)
    expect(await commands.signIn(operator, { ...owner, password: odd })).not.toBeNull()
    for (const near of [odd.trim(), odd.slice(0, -1), odd.slice(0, 72), odd.normalize('NFD').slice(0, 500)])
      expect(await commands.signIn(operator, { ...owner, password: near })).toBeNull()
    await commands.setPassword(operator, 'owner', owner.password)
  })

  it('follows the same rules when an operator sets it', async () => {
    await expect(commands.setPassword(operator, 'owner', 'Plumbline2026')).rejects.toThrow(
      'the name of the business',
    )
    await expect(commands.setPassword(operator, 'nobody', next)).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      commands.addUser(operator, { username: 'edith', email: 'e@x.io', password: 'password1' }),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect((await commands.listUsers(operator)).map((it) => it.username)).not.toContain('edith')
  })
})

describe('a disabled user', () => {
  it('gets the answer to a wrong password', async () => {
    await commands.setUserDisabled(operator, 'owner', true)
    expect(await commands.signIn(operator, { username: 'owner', password: owner.password })).toBeNull()
  })

  it('cannot change the password, and can sign in once enabled', async () => {
    await expect(
      commands.changePassword(operator, 1, { current: owner.password, next: 'four words about plumbing' }),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await commands.listUsers(operator)).toContainEqual(
      expect.objectContaining({ id: 1, disabled: true }),
    )
    await commands.setUserDisabled(operator, 'owner', false)
    expect(await commands.signIn(operator, owner)).toEqual(
      expect.not.objectContaining({ password: expect.anything(), disabled: expect.anything() }),
    )
  })
})

describe('the access of a user is revoked', () => {
  const revocations = async (userId: number, database: TestDatabase = test.database) =>
    (
      await run<{ reason: string; actor: string }>(database.pool({ max: 1 }), {
        text: `SELECT data->>'reason' AS reason, metadata->>'actor' AS actor FROM es.events
          WHERE stream_id = $1 AND type = 'UserAccessRevoked' ORDER BY version`,
        values: [`user-${userId}`],
      })
    ).map(({ reason, actor }) => `${reason} by ${actor}`)

  it('with a new password, when the user is disabled, and when they sign out everywhere', async () => {
    const { id } = await commands.addUser(operator, {
      username: 'maria',
      email: 'maria@example.test',
      password: 'four words about gutters',
    })
    await commands.changePassword(operator, id, { current: 'wrong', next: 'four words about plumbing' })
    expect(await revocations(id)).toEqual([])
    const change = { current: 'four words about gutters', next: 'four words about plumbing' }
    expect(await commands.changePassword(operator, id, change)).toBeNull()
    await commands.setPassword(operator, 'maria', 'four words about painting')
    await commands.revokeAccess(operator, id)
    await commands.setUserDisabled(operator, 'maria', true)
    await commands.setUserDisabled(operator, 'maria', false)
    expect(await revocations(id)).toEqual([
      `new password by user-${id}`,
      'new password by operator',
      `signed out everywhere by user-${id}`,
      'disabled by operator',
    ])
  })

  it('also for users who were disabled before the event existed', async () => {
    const before = { ...identity.schema, migrations: usersMigrations.slice(0, 1) }
    const older = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, before])
    const pool = older.pool({ max: 2 })
    await pool.query(`INSERT INTO identity.users (username, password, email, disabled_at)
      VALUES ('a', 'x', 'a@x.io', now()), ('b', 'x', 'b@x.io', NULL)`)
    await migrate(pool, [identity.schema])
    expect(await revocations(1, older)).toEqual(['disabled by operator'])
    expect(await revocations(2, older)).toEqual([])
    const members = await run<{ stream: string; types: string }>(
      pool,
      sql`SELECT stream_id AS stream, string_agg(type || ' ' || coalesce(data->>'role', ''), ', ' ORDER BY version) AS types
          FROM es.events WHERE stream_id LIKE 'member-%' GROUP BY 1 ORDER BY 1`,
    )
    expect(members).toEqual([
      { stream: 'member-1', types: 'MemberJoined business_owner, MemberDeactivated ' },
      { stream: 'member-2', types: 'MemberJoined business_owner' },
    ])
    await older.drop()
  })
})

describe('hashing', () => {
  it('holds no transaction open', async () => {
    const idleInTransaction = async () =>
      (
        await run(
          test.owner,
          sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
        )
      ).length
    for (let checks = 0; checks <= 5; ) {
      let isDone = false
      const changes = Promise.all(
        Array.from({ length: 6 }, () =>
          commands.changePassword(operator, 1, { current: 'wrong', next: 'four words about plumbing' }),
        ),
      ).then(() => {
        isDone = true
      })
      for (; !isDone; checks += 1) expect(await idleInTransaction()).toBe(0)
      await changes
    }
  })

  it('works with a single connection, as operators have', async () => {
    const pool = test.database.pool({ role: 'plumbline_identity', schema: 'identity', max: 1 })
    const single = identity.bindCommands({ ...test, pool, clock: () => operator.now })
    expect(await single.hasUsers(operator)).toBe(true)
    const user = { username: 'nora', email: 'nora@example.test', password: 'four words about gutters' }
    const { id } = await single.addUser(operator, user)
    await single.setPassword(operator, 'nora', 'four words about painting')
    const change = { current: 'four words about painting', next: 'four words about plumbing' }
    expect(await single.changePassword(operator, id, change)).toBeNull()
    expect(await single.signIn(operator, { username: 'nora', password: change.next })).toMatchObject({ id })
    await single.setUserDisabled(operator, 'nora', true)
    expect(await single.listUsers(operator)).toContainEqual(expect.objectContaining({ id, disabled: true }))
  })
})
