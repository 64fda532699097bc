import { expect, it } from 'vitest'
import { hashPassword, verifyPassword } from './passwordHash.ts'

it('of many passwords at once twenty wait beside the two that are worked on, and others are turned away', async () => {
  const hash = await hashPassword('four words about gutters')
  const answers = await Promise.allSettled(
    Array.from({ length: 25 }, (_, n) => verifyPassword(hash, n % 2 ? 'wrong' : 'four words about gutters')),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(3)
  expect(refused).toMatchObject([{ reason: { code: 'unavailable', retryAfter: 2 } }, {}, {}])
  expect(answers.slice(0, 22)).toEqual(
    Array.from({ length: 22 }, (_, n) => ({ status: 'fulfilled', value: n % 2 === 0 })),
  )
  // once they are done there is room again
  expect(await verifyPassword(hash, 'four words about gutters')).toBe(true)
})
