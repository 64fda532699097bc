import { request } from 'node:http'
import { rightsOf } from '@plumbline/platform/rights'
import { afterEach, describe, expect, it } from 'vitest'
import { fakeChanges, user, useTestGateway } from '../testing.ts'

const { start, send, signIn, signedIn, pool, port, feed } = useTestGateway()

const set = (changes: string) => pool().query(`UPDATE identity.members SET ${changes} WHERE user_id = 1`)
afterEach(() =>
  set(`username = 'owner', email = 'owner@example.test', role = 'business_owner', granted = '{}', denied = '{}',
    is_active = true, access_from = '-infinity'`),
)

describe('a session has the member', () => {
  const callerOf = async (cookie: string) =>
    JSON.parse((await send('GET', '/api/notes', { headers: { cookie } })).text).caller.user

  it('as they are at each request: role, name and address', async () => {
    const { cookie } = await signIn()
    expect(await callerOf(cookie)).toMatchObject(user)
    await set(`role = 'worker', username = 'maria', email = 'maria@example.test'`)
    const after = { id: 1, username: 'maria', email: 'maria@example.test', role: 'worker' }
    expect(await callerOf(cookie)).toMatchObject(after)
    // the answer is literally these four fields
    expect(JSON.parse((await send('GET', '/api/auth/user', { headers: { cookie } })).text)).toEqual(after)
  })

  it('and none once they are deactivated, also after they are active again', async () => {
    const { cookie } = await signIn()
    await set('is_active = false')
    expect(await signedIn(cookie)).toBe(false)
    expect((await send('GET', '/api/stream', { headers: { cookie } })).status).toBe(401)
    await set('is_active = true')
    expect(await signedIn(cookie)).toBe(true)
    await set('access_from = clock_timestamp()')
    expect(await signedIn(cookie)).toBe(false)
    expect(await signedIn((await signIn()).cookie)).toBe(true)
  })

  it('and writes down what the release before reads', async () => {
    await pool().query('DELETE FROM sessions')
    await signIn()
    const { rows } = await pool().query(`SELECT "user" FROM sessions`)
    expect(rows).toEqual([{ user }])
  })
})

it('rights are those of the role, with what is granted and without what is denied', async () => {
  const { createSessions } = await import('./sessions.ts')
  const { cookie } = await signIn()
  await set(`role = 'worker', granted = '{reports}', denied = '{messages.own}'`)
  const session = await createSessions(pool(), false).of({ headers: { cookie } } as never)
  const granted = rightsOf({ role: 'worker', granted: ['reports'], denied: ['messages.own'] })
  expect(session?.user.rights).toEqual(granted)
  const { text } = await send('GET', '/api/team/me', { headers: { cookie } })
  expect(JSON.parse(text)).toEqual({ id: 1, rights: granted })
  expect(granted).toContain('reports')
})

describe('the change stream of a member', () => {
  /** How far a stream of the change feed has come. */
  const open = (cookie: string, at = port()) => {
    const state = { text: '', isOver: false }
    const call = request({ port: at, host: '127.0.0.1', path: '/api/stream', headers: { cookie } }, (res) => {
      res.on('data', (chunk) => {
        state.text += String(chunk)
      })
      res.on('close', () => {
        state.isOver = true
      })
    })
    call.on('error', () => {})
    call.end()
    return { state, close: () => call.destroy() }
  }

  it('ends after it said that they have changed, and those of others go on', async () => {
    const { cookie } = await signIn()
    const own = open(cookie)
    await expect.poll(() => own.state.text).toContain('"changed":{}')
    feed.add('member', '12')
    feed.add('member-import', '1')
    feed.add('customer', '1')
    await expect.poll(() => own.state.text).toContain('"customer":["1"]')
    expect(own.state.isOver).toBe(false)
    feed.add('member', '1')
    await expect.poll(() => own.state.isOver).toBe(true)
    expect(own.state.text).toContain('{"changed":{"member":["1"]}}')
    await expect.poll(feed.listening).toBe(0)
  })

  it('ends with the next heartbeat when that came before it listened', async () => {
    const up = await start({ heartbeatMs: 50 })
    const { cookie } = await signIn()
    const own = open(cookie, up.port)
    await expect.poll(() => own.state.text).toContain('still here')
    expect(own.state.isOver).toBe(false)
    await set(`denied = '{leads}'`)
    await expect.poll(() => own.state.isOver).toBe(true)
  })

  it('ends too when that came while it was opened, and comes again without ending', async () => {
    const changes = fakeChanges()
    const position = changes.changes.position
    let isFirst = true
    const up = await start({
      changes: {
        ...changes.changes,
        position: async () => {
          const at = await position()
          if (isFirst) changes.add('member', '1')
          isFirst = false
          return at
        },
      },
    })
    const { cookie } = await signIn()
    const own = open(cookie, up.port)
    await expect.poll(() => own.state.isOver).toBe(true)
    const again = open(cookie, up.port)
    await expect.poll(() => again.state.text).toContain('"changed":{}')
    expect(again.state.isOver).toBe(false)
    again.close()
  })
})

describe('a link', () => {
  const ask = (path: string, body: unknown, up?: Awaited<ReturnType<typeof start>>, headers = {}) =>
    send('POST', path, { body, headers, ...(up && { up }) })

  it('that is not valid gets one answer, whether it is opened or redeemed', async () => {
    const answers = [
      await ask('/api/join/link', { token: 'wrong' }),
      await ask('/api/join', { token: 'wrong', password: 'four words about gutters' }),
    ]
    for (const { status, text } of answers)
      expect([status, text]).toEqual([404, 'This link is no longer valid. Ask who sent it for a new one.'])
  })

  it('says whom it is for, refuses a bad password, then signs in and ends the sessions of before', async () => {
    const up = await start({
      identity: {
        openLink: async (token) => (token === 'good' ? { ...user, purpose: 'password' as const } : null),
        redeemLink: async ({ password }) => (password === 'bad' ? { problem: 'Too common.' } : { user }),
      },
    })
    const { cookie } = await signIn()
    const opened = await ask('/api/join/link', { token: 'good' }, up)
    expect(JSON.parse(opened.text)).toEqual({
      username: 'owner',
      email: 'owner@example.test',
      purpose: 'password',
    })
    const refused = await ask('/api/join', { token: 'good', password: 'bad' }, up, {
      accept: 'application/problem+json',
    })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Too common.')])
    expect(await signedIn(cookie)).toBe(true)
    const joined = await ask('/api/join', { token: 'good', password: 'right' }, up)
    expect(JSON.parse(joined.text)).toEqual(user)
    expect(await signedIn(cookie)).toBe(false)
    expect(await signedIn(String(joined.headers['set-cookie']?.[0]).split(';')[0] as string)).toBe(true)
  })

  it('may be tried so often from one address, and no more', async () => {
    const up = await start({ limitScale: 0.1, trustProxy: '127.0.0.1' })
    const from = { 'x-forwarded-for': '203.0.113.77' }
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await ask('/api/join/link', { token: 'x' }, up, from)).status)
    expect(statuses).toEqual([404, 404, 404, 429, 429])
    expect((await ask('/api/join', { token: 'x', password: 'y' }, up, from)).status).toBe(429)
  })

  it('is asked for by our own pages alone', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await ask('/api/join', { token: 'x', password: 'y' }, undefined, headers)).status).toBe(403)
  })
})

it.each(['/sign-in', '/redeem-link', '/open-link', '/change-password', '/revoke-access'])(
  'what the gateway asks of identity is no address of ours: %s',
  async (path) => {
    const { cookie } = await signIn()
    for (const address of [path, `/api${path}`])
      expect([address, (await send('POST', address, { headers: { cookie }, body: {} })).status]).toEqual([
        address,
        404,
      ])
  },
)
