import { createHash } from 'node:crypto'
import { sql } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { expect, it } from 'vitest'
import { user, useTestGateway } from '../testing.ts'

const { start, send, signIn, pool } = useTestGateway()

const tryAs = async (username: string, up: Awaited<ReturnType<typeof start>>, password = 'wrong') => {
  const began = performance.now()
  const { status, headers } = await send('POST', '/api/login', { body: { username, password }, up })
  return { status, ms: performance.now() - began, retryAfter: Number(headers['retry-after']) }
}
const forget = () => pool().query('DELETE FROM rate_limits')
const countOf = async (name: string) =>
  (await pool().query(sql`SELECT sum(points)::int AS count FROM rate_limits WHERE key LIKE ${`${name}%`}`))
    .rows[0].count

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
  const quick = [await tryAs('maria', up), await tryAs('maria', up), await tryAs('maria', up)]
  expect(quick.map(({ status }) => status)).toEqual([401, 401, 401])
  // on a busy machine each may take longer
  expect(Math.min(...quick.map(({ ms }) => ms))).toBeLessThan(1_900)
})

it('tries that could not be checked do not count, and wrong ones do', async () => {
  await forget()
  const away = () => Promise.reject(rejection('unavailable', 'The service is busy for a moment.'))
  let isAway = true
  const up = await start({
    limitScale: 1,
    identity: {
      signIn: async ({ password }) => (isAway ? away() : password === 'right' ? user : null),
      changePassword: async () =>
        isAway ? away() : { field: 'current', message: 'Current password is incorrect.' },
    },
  })
  const statuses = async (many: number, request: () => Promise<{ status: number }>) => {
    const all: number[] = []
    for (let n = 0; n < many; n++) all.push((await request()).status)
    return all
  }
  expect(await statuses(6, () => tryAs('owner', up, 'right'))).toEqual(Array(6).fill(503))
  expect(await countOf('login ')).toBe(0)
  isAway = false
  expect((await tryAs('owner', up, 'right')).status).toBe(200)
  const { cookie } = await signIn(up)

  const post = (path: string, body: object) => () => send('POST', path, { body, headers: { cookie }, up })
  const confirm = post('/api/account/confirm', { password: 'wrong' })
  const change = post('/api/account/password', { current: 'wrong', next: 'four words about plumbing' })
  isAway = true
  expect(await statuses(6, confirm)).toEqual(Array(6).fill(503))
  expect(await statuses(6, change)).toEqual(Array(6).fill(503))
  isAway = false
  expect(await statuses(3, confirm)).toEqual([400, 400, 400])
  expect(await statuses(3, change)).toEqual([400, 400, 429])
  expect(await statuses(6, () => tryAs('owner', up))).toEqual([...Array(5).fill(401), 429])
})

it('a name has the same tries however its letters are composed and cased', async () => {
  await forget()
  const up = await start({ limitScale: 1 })
  const spellings = ['Jos\u00e9', 'Jose\u0301', 'JOS\u00c9', 'JOSE\u0301', 'jos\u00e9', 'jose\u0301']
  const statuses: number[] = []
  for (const name of spellings) statuses.push((await tryAs(name, up)).status)
  expect(statuses).toEqual([...Array(5).fill(401), 429])
})
