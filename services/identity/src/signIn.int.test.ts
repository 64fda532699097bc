import { hash } from '@node-rs/argon2'
import { run, sql } from '@plumbline/platform/db'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIdentity, type Identity, identitySchema } from './service.ts'

let database: TestDatabase
let identity: Identity
const owner = { username: 'owner', email: 'owner@example.test', password: 'correct horse battery' }

beforeAll(async () => {
  database = await createTestDatabase([identitySchema])
  identity = createIdentity({ pool: database.pool({ role: 'plumbline_identity', schema: 'identity' }) })
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
