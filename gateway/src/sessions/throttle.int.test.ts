import { createHash } from 'node:crypto'
import { sql } from '@plumbline/platform/db'
import { expect, it } from 'vitest'
import { useTestGateway } from '../testing.ts'

const { start, send, pool } = useTestGateway()

const tryAs = async (username: string, up: Awaited<ReturnType<typeof start>>, password = 'wrong') => {
  const began = performance.now()
  const { status, headers } = await send('POST', '/api/login', { body: { username, password }, up })
  return { status, ms: performance.now() - began, retryAfter: Number(headers['retry-after']) }
}
const forget = () => pool().query('DELETE FROM rate_limits')

it('an address has thirty tries in five minutes for all names together', async () => {
  await forget()
  const up = await start({ limitScale: 1 })
  const statuses: number[] = []
  for (let n = 0; n < 33; n++) statuses.push((await tryAs(`name-${n}`, up)).status)
  expect(statuses).toEqual([...Array(30).fill(401), 429, 429, 429])
  const refused = await tryAs('owner', up, 'right')
  expect(refused.status).toBe(429)
  expect(refused.retryAfter).toBeGreaterThan(200)
  expect(refused.retryAfter).toBeLessThanOrEqual(300)
})

it('a name that was tried fifty times today is answered late from any address, and never locked', async () => {
  await forget()
  const up = await start({ limitScale: 1 })
  /** As if others had tried it this often from other addresses. */
  const triedToday = (name: string, times: number) => {
    const who = createHash('sha256').update(name).digest('hex').slice(0, 32)
    return pool().query(
      sql`INSERT INTO rate_limits VALUES (${`login name:${who}`}, ${times}, ${Date.now() + 3_600_000})`,
    )
  }
  await triedToday('owner', 50)
  await triedToday('maria', 40)
  const late = await tryAs('owner', up)
  expect([late.status, late.ms > 1_900]).toEqual([401, true])
  const right = await tryAs('Owner', up, 'right')
  expect([right.status, right.ms > 1_900]).toEqual([200, true])
  const quick = await tryAs('maria', up)
  expect([quick.status, quick.ms < 1_900]).toEqual([401, true])
})
