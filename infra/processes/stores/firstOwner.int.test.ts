import { identity } from '@plumbline/identity/service'
import { eventStoreMigrations } from '@plumbline/platform/migrate'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { operator, withIdentity } from '../roles/attachServices.ts'
import { createFirstOwner } from './firstOwner.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase([{ schema: 'es', migrations: eventStoreMigrations }, identity.schema])
})
afterAll(() => database.drop())

const begin = (env: Record<string, string>) =>
  createFirstOwner(database.url, readConfig(env), false, database.log)

it.each(['password1', 'Plumbline2026', 'owner-owner'])(
  'a guessable OWNER_PASSWORD stops the start with an error that does not show it: %s',
  async (password) => {
    const stopped = await begin({ OWNER_PASSWORD: password }).catch((error: Error) => error.message)
    expect(stopped).toMatch(/^OWNER_PASSWORD: (This password is too common|A password cannot be)/)
    expect(stopped).not.toContain(password)
  },
)

it('creates the first user once, with the configured password', async () => {
  expect(await begin({ OWNER_PASSWORD: 'correct horse' })).toEqual({ username: 'owner' })
  expect(await begin({ OWNER_PASSWORD: 'another horse' })).toBeNull()
  const credentials = { username: 'owner', password: 'correct horse' }
  const { url, log } = database
  const user = await withIdentity({ url, log, guessableNames: [] }, (commands) =>
    commands.signIn(operator(), credentials),
  )
  expect(user).not.toBeNull()
})
