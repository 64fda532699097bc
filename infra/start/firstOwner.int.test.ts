import { createIdentity, identitySchema } from '@plumbline/identity/service'
import { eventStoreMigrations } from '@plumbline/platform/migrate'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { createFirstOwner } from './firstOwner.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, identitySchema])
})
afterAll(() => database.drop())

const begin = (env: Record<string, string>) =>
  createFirstOwner(database.url, readConfig(env), false, database.log)

it.each(['password1', 'Plumbline2026', 'owner-owner'])(
  'a first password that is guessed first stops the start and is named, without its value: %s',
  async (password) => {
    const stopped = await begin({ OWNER_PASSWORD: password }).catch((error: Error) => error.message)
    expect(stopped).toMatch(/^OWNER_PASSWORD: (This password is among|A password cannot be)/)
    expect(stopped).not.toContain(password)
  },
)

it('a good one is the first user’s, once', async () => {
  expect(await begin({ OWNER_PASSWORD: 'correct horse' })).toEqual({ username: 'owner' })
  expect(await begin({ OWNER_PASSWORD: 'another horse' })).toBeNull()
  const identity = createIdentity({
    pool: database.pool({ role: 'plumbline_identity', schema: 'identity' }),
    names: [],
  })
  expect(await identity.signIn({ username: 'owner', password: 'correct horse' })).not.toBeNull()
})
