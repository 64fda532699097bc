import type { User } from '@plumbline/platform/credentials'
import { readStream } from '@plumbline/platform/event-store'
import { positionHeader } from '@plumbline/platform/http'
import type { PasswordRefusal } from '@plumbline/platform/passwords'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IdentityUnderTest, operator, startIdentity } from '../testing.ts'

let test: IdentityUnderTest
const owner = { username: 'owner', email: 'owner@example.test', password: 'correct horse battery' }
let user: User
/** As the gateway calls: no user of its own. */
const post = <T>(path: string, body: unknown) => test.call<T>('POST', path, { body, caller: { user: null } })

beforeAll(async () => {
  test = await startIdentity()
  user = await test.commands.addUser(operator, owner)
})
afterAll(() => test.stop())

it('POST /sign-in answers the user, or null when the password is wrong', async () => {
  const { username, password } = owner
  expect(await post('/sign-in', { username, password })).toMatchObject({ status: 200, json: user })
  expect(await post('/sign-in', { username, password: 'wrong' })).toMatchObject({ status: 200, json: null })
  expect(await post('/sign-in', { username })).toMatchObject({ status: 400, text: 'Password is required' })
})

it('POST /change-password answers which password is refused, or null when it is done', async () => {
  const change = (current: string, next: string) =>
    post<PasswordRefusal | null>('/change-password', { userId: user.id, change: { current, next } })
  expect((await change('wrong', 'four words about gutters')).json).toMatchObject({ field: 'current' })
  expect((await change(owner.password, 'short')).json).toMatchObject({ field: 'next' })
  expect(await change(owner.password, 'four words about gutters')).toMatchObject({ status: 200, json: null })
  expect(
    (await post('/change-password', { userId: 404, change: { current: 'a', next: 'b' } })).json,
  ).toMatchObject({
    field: 'next',
  })
})

it('POST /revoke-access answers null', async () => {
  expect(await post('/revoke-access', { userId: user.id })).toMatchObject({ status: 200, json: null })
  expect((await post('/revoke-access', {})).status).toBe(400)
})

it('a revocation is announced, and answered with its log position', async () => {
  const announced: string[] = []
  const stop = test.notifier.subscribe((appended) => announced.push(...(appended?.types ?? [])))
  const { headers } = await post('/revoke-access', { userId: user.id })
  stop()
  expect(announced).toEqual(['UserAccessRevoked'])
  const revocations = await readStream(test.owner, `user-${user.id}`)
  expect(headers.get(positionHeader)).toBe(String(revocations.at(-1)?.position))
})

it('every call requires the signed identity of a gateway', async () => {
  for (const path of ['/sign-in', '/change-password', '/revoke-access'])
    expect((await fetch(test.base + path, { method: 'POST' })).status, path).toBe(401)
})
