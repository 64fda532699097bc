import { afterAll, beforeAll, expect, it } from 'vitest'
import { type IdentityUnderTest, operator, startIdentity } from '../testing.ts'

let test: IdentityUnderTest
const owner = { username: 'owner', email: 'owner@example.test', password: 'correct horse battery' }

beforeAll(async () => {
  test = await startIdentity()
  await test.commands.addUser(operator, owner)
  await test.commands.addUser(operator, { ...owner, username: 'gone', email: 'gone@example.test' })
  await test.commands.setUserDisabled(operator, 'gone', true)
})
afterAll(() => test.stop())

async function refusalMs(username: string, password: string): Promise<number> {
  const began = performance.now()
  expect(await test.commands.signIn(operator, { username, password })).toBeNull()
  return performance.now() - began
}
const lowerQuartile = (times: number[]) => times.sort((a, b) => a - b)[5] as number

it.each([
  ['an unknown name', 'nobody', 'wrong'],
  ['the right password of a disabled user', 'gone', owner.password],
])('%s takes as long to refuse as a wrong password', async (_, username, password) => {
  const [refused, wrong]: [number[], number[]] = [[], []]
  for (let n = 0; n < 20; n++) {
    refused.push(await refusalMs(username, password))
    wrong.push(await refusalMs('owner', 'wrong'))
  }
  const ratio = lowerQuartile(refused) / lowerQuartile(wrong)
  expect(ratio).toBeGreaterThan(0.6)
  expect(ratio).toBeLessThan(1.6)
})
