import { hash } from '@node-rs/argon2'
import { run, sql } from '@plumbline/platform/db'
import { eventStoreMigrations, migrate } from '@plumbline/platform/migrate'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity, type Identity, identitySchema } from './service.ts'

const eventStore = { schema: 'es', migrations: eventStoreMigrations }
let database: TestDatabase
let identity: Identity
const owner = { username: 'owner', email: 'owner@example.test', password: 'correct horse battery' }

beforeAll(async () => {
  database = await createTestDatabase([eventStore, identitySchema])
  identity = createIdentity({
    pool: database.pool({ role: 'plumbline_identity', schema: 'identity' }),
    names: ['Plumbline'],
  })
  await identity.addUser(owner)
})
afterAll(() => database.drop())

const storedHash = async () => {
  const [row] = await run<{ password: string }>(
    database.pool({ max: 1 }),
    sql`SELECT password FROM identity.users WHERE username = 'owner'`,
  )
  return row?.password ?? ''
}

describe('sign-in', () => {
  it('answers the user, without the password', async () => {
    expect(await identity.signIn({ username: 'Owner', password: owner.password })).toEqual({
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
    expect(await identity.signIn(credentials)).toBeNull()
  })

  it.each([{}, null, { username: 'owner' }, { username: '', password: 'x' }, { username: 1, password: [] }])(
    'refuses %j as incomplete',
    async (credentials) => {
      await expect(identity.signIn(credentials)).rejects.toMatchObject({ code: 'invalid' })
    },
  )

  it('takes as long for an unknown name as for a wrong password', async () => {
    const timed = async (username: string) => {
      const started = performance.now()
      await identity.signIn({ username, password: 'wrong' })
      return performance.now() - started
    }
    const unknown: number[] = []
    const wrong: number[] = []
    for (let n = 0; n < 20; n++) {
      unknown.push(await timed('nobody'))
      wrong.push(await timed('owner'))
    }
    const fifth = (times: number[]) => times.sort((a, b) => a - b)[4] as number
    expect(fifth(unknown) / fifth(wrong)).toBeGreaterThan(0.6)
    expect(fifth(unknown) / fifth(wrong)).toBeLessThan(1.6)
  })

  it('refuses a password over 1024 bytes instead of cutting it', async () => {
    await expect(identity.signIn({ username: 'owner', password: 'é'.repeat(600) })).rejects.toThrow(
      'too long',
    )
  })

  it('answers 503 to a flood instead of queueing for ever', async () => {
    const flood = await Promise.allSettled(
      Array.from({ length: 40 }, () => identity.signIn({ username: 'owner', password: 'x' })),
    )
    const refused = flood.filter((it) => it.status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    for (const it of refused) expect(it.reason).toMatchObject({ code: 'unavailable' })
    expect(await identity.signIn({ username: 'owner', password: owner.password })).not.toBeNull()
  })
})

describe('stored passwords', () => {
  it('are argon2id of at least the recommended cost', async () => {
    const [, m, t] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+)/.exec(await storedHash()) ?? []
    expect(Number(m)).toBeGreaterThanOrEqual(19_456)
    expect(Number(t)).toBeGreaterThanOrEqual(2)
  })

  it('are hashed anew when they were hashed more cheaply', async () => {
    const cheap = await hash(owner.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    await database.pool({ max: 1 }).query(sql`UPDATE identity.users SET password = ${cheap}`)
    await identity.signIn(owner)
    expect(await storedHash()).toMatch(/m=65536,t=3/)
    expect(await identity.signIn(owner)).not.toBeNull()
  })

  it('need eight characters', async () => {
    await expect(
      identity.addUser({ ...owner, username: 'b', email: 'b@x.io', password: 'short' }),
    ).rejects.toThrow('at least 8')
  })

  it('belong to one name and one e-mail, whatever the case', async () => {
    await expect(identity.addUser({ ...owner, username: 'OWNER', email: 'c@x.io' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(
      identity.addUser({ ...owner, username: 'd', email: 'OWNER@example.test' }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('changing a password', () => {
  const change = (current: string, next: string) => identity.changePassword(1, { current, next })
  const next = 'four words about plumbing'
  const wrong = { field: 'current', message: 'This is not your password.' }

  it('asks for the one until now, and for a good new one', async () => {
    expect(await change('not it', next)).toEqual(wrong)
    expect(await change(` ${owner.password}`, next)).toEqual(wrong)
    expect(await change(owner.password, 'password1')).toMatchObject({
      field: 'next',
      message: expect.stringContaining('among the first'),
    })
    expect(await identity.changePassword(1, { current: 1 })).toMatchObject({ field: 'current' })
    expect(await identity.changePassword(1, { current: 'x' })).toMatchObject({ field: 'next' })
    expect(await identity.changePassword(1, null)).toMatchObject({ field: 'current' })
    expect(await identity.signIn(owner)).not.toBeNull()
  })

  it('makes the new one good and the old one bad', async () => {
    expect(await change(owner.password, next)).toBeNull()
    expect(await identity.signIn(owner)).toBeNull()
    expect(await identity.signIn({ ...owner, password: next })).not.toBeNull()
    expect(await change(next, owner.password)).toBeNull()
  })

  it('at the same moment twice is done once', async () => {
    const answers = await Promise.all([
      change(owner.password, 'the first of two'),
      change(owner.password, 'the second of two'),
    ])
    expect(answers.filter((it) => it === null)).toHaveLength(1)
    expect(answers).toContainEqual(wrong)
    await identity.setPassword('owner', owner.password)
  })

  it('keeps every character, none trimmed or cut', async () => {
    const odd = `  ${'é'.repeat(500)} `
    await identity.setPassword('owner', odd)
    expect(await identity.signIn({ ...owner, password: odd })).not.toBeNull()
    for (const near of [odd.trim(), odd.slice(0, -1), odd.slice(0, 72), odd.normalize('NFD').slice(0, 500)])
      expect(await identity.signIn({ ...owner, password: near })).toBeNull()
    await identity.setPassword('owner', owner.password)
  })

  it('is held to the same rules for whoever sets it', async () => {
    await expect(identity.setPassword('owner', 'Plumbline2026')).rejects.toThrow('the name of the business')
    await expect(identity.setPassword('nobody', next)).rejects.toMatchObject({ code: 'not-found' })
    await expect(
      identity.addUser({ username: 'edith', email: 'e@x.io', password: 'password1' }),
    ).rejects.toMatchObject({ code: 'invalid' })
    expect((await identity.allUsers()).map((it) => it.username)).not.toContain('edith')
  })
})

describe('a disabled user', () => {
  it('is answered as if the password were wrong, after as long', async () => {
    const timed = async (password: string) => {
      const started = performance.now()
      expect(await identity.signIn({ username: 'owner', password })).toBeNull()
      return performance.now() - started
    }
    await identity.setDisabled('owner', true)
    const [right, wrong]: [number[], number[]] = [[], []]
    for (let n = 0; n < 10; n++) {
      right.push(await timed(owner.password))
      wrong.push(await timed('wrong'))
    }
    const third = (times: number[]) => times.sort((a, b) => a - b)[2] as number
    expect(third(right) / third(wrong)).toBeGreaterThan(0.6)
    expect(third(right) / third(wrong)).toBeLessThan(1.6)
  })

  it('cannot change the password, and can sign in once enabled', async () => {
    await expect(
      identity.changePassword(1, { current: owner.password, next: 'four words about plumbing' }),
    ).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await identity.allUsers()).toContainEqual(expect.objectContaining({ id: 1, disabled: true }))
    await identity.setDisabled('owner', false)
    expect(await identity.signIn(owner)).toEqual(
      expect.not.objectContaining({ password: expect.anything(), disabled: expect.anything() }),
    )
  })
})

describe('what was handed out to a user ends', () => {
  const revocations = async (of = database, userId = 1) =>
    (
      await run<{ reason: string; actor: string }>(of.pool({ max: 1 }), {
        text: `SELECT data->>'reason' AS reason, metadata->>'actor' AS actor FROM es.events
          WHERE stream_id = $1 AND type = 'UserAccessRevoked' ORDER BY version`,
        values: [`user-${userId}`],
      })
    ).map(({ reason, actor }) => `${reason} by ${actor}`)

  it('with a new password, when the user is disabled, and when they sign out everywhere', async () => {
    const { id } = await identity.addUser({
      username: 'maria',
      email: 'maria@example.test',
      password: 'four words about gutters',
    })
    await identity.changePassword(id, { current: 'wrong', next: 'four words about plumbing' })
    expect(await revocations(database, id)).toEqual([])
    const change = { current: 'four words about gutters', next: 'four words about plumbing' }
    expect(await identity.changePassword(id, change)).toBeNull()
    await identity.setPassword('maria', 'four words about painting')
    await identity.revokeAccess(id)
    await identity.setDisabled('maria', true)
    await identity.setDisabled('maria', false)
    expect(await revocations(database, id)).toEqual([
      `new password by user-${id}`,
      'new password by operator',
      `signed out everywhere by user-${id}`,
      'disabled by operator',
    ])
  })

  it('also for users who were disabled before there was an event for it', async () => {
    const before = { ...identitySchema, migrations: identitySchema.migrations.slice(0, -1) }
    const older = await createTestDatabase([eventStore, before])
    const pool = older.pool({ max: 2 })
    await pool.query(`INSERT INTO identity.users (username, password, email, disabled_at)
      VALUES ('a', 'x', 'a@x.io', now()), ('b', 'x', 'b@x.io', NULL)`)
    await migrate(pool, [identitySchema])
    expect(await revocations(older, 1)).toEqual(['disabled by operator'])
    expect(await revocations(older, 2)).toEqual([])
    await older.drop()
  })
})
