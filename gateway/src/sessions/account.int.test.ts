import { run, sql } from '@plumbline/platform/db'
import { describe, expect, it } from 'vitest'
import type { PasswordRefusal } from '../api.ts'
import { user, useTestGateway } from '../testing.ts'
import { endSessionsOf } from './sessions.ts'

const { start, send, signIn, signedIn, pool } = useTestGateway()
type Listed = { id: string; device: string; begunAt: string; seenAt: string; current: boolean }

const problems = { accept: 'application/problem+json' }
const change = async (cookie: string, current: string, up?: Awaited<ReturnType<typeof start>>) =>
  send('POST', '/api/account/password', {
    body: { current, next: 'four words about plumbing' },
    headers: { cookie, ...problems },
    ...(up && { up }),
  })
const sessionsOf = async (cookie: string): Promise<Listed[]> =>
  JSON.parse((await send('GET', '/api/account/sessions', { headers: { cookie } })).text)

/** A session of another user. */
const signInAs = async (id: number) => {
  const up = await start({ identity: { signIn: async () => ({ ...user, id }) } })
  return (await signIn(up)).cookie
}

describe('changing the password', () => {
  it('ends every other session of the user and gives this one a new token', async () => {
    const [mine, elsewhere, somebody] = [(await signIn()).cookie, (await signIn()).cookie, await signInAs(2)]
    const answer = await change(mine, 'right')
    expect(answer.status).toBe(204)
    const renewed = String(answer.headers['set-cookie']?.[0])
    expect(renewed).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    const fresh = renewed.split(';')[0] as string
    expect(fresh).not.toBe(mine)
    expect(await Promise.all([mine, elsewhere, fresh, somebody].map((it) => signedIn(it)))).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('shows a rejection at its field and ends no session', async () => {
    const refusal: PasswordRefusal = { field: 'current', message: 'Current password is incorrect.' }
    const up = await start({ identity: { changePassword: async () => refusal } })
    const [mine, elsewhere] = [(await signIn()).cookie, (await signIn()).cookie]
    const answer = await change(mine, 'wrong', up)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toMatchObject({ errors: { current: 'Current password is incorrect.' } })
    expect([await signedIn(mine), await signedIn(elsewhere)]).toEqual([true, true])
  })

  it("changes the password of the session's user, not of one named in the body", async () => {
    const calls: unknown[] = []
    const up = await start({
      identity: {
        changePassword: async (...args) => {
          calls.push(args)
          return null
        },
      },
    })
    const { cookie } = await signIn()
    const change = { current: 'right', next: 'four words about plumbing' }
    const body = { userId: 7, ...change }
    await send('POST', '/api/account/password', { body, headers: { cookie }, up })
    expect(calls).toEqual([[1, change]])
  })

  it('allows five wrong tries in a quarter of an hour from all addresses; a weak new password does not count', async () => {
    let refusal: PasswordRefusal = { field: 'next', message: 'x' }
    const up = await start({ limitScale: 1, identity: { changePassword: async () => refusal } })
    const cookie = await signInAs(31)
    const other = await signInAs(31)
    const statuses = async (many: number) => {
      const statusCodes: number[] = []
      for (let n = 0; n < many; n++)
        statusCodes.push((await change(n % 2 ? cookie : other, `p${n}`, up)).status)
      return statusCodes
    }
    expect(await statuses(8)).toEqual(Array(8).fill(400))
    refusal = { field: 'current', message: 'x' }
    expect(await statuses(7)).toEqual([400, 400, 400, 400, 400, 429, 429])
    // another user is not affected
    expect((await change(await signInAs(32), 'wrong', up)).status).toBe(400)
  })
})

describe('the list of sessions', () => {
  it('shows device, times and the current session, and nothing that opens a session', async () => {
    await pool().query('DELETE FROM sessions')
    const windows = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'
    const other = (await signIn(undefined, { 'user-agent': '<b>ann@example.test</b>' })).cookie
    const mine = (await signIn(undefined, { 'user-agent': windows })).cookie
    await signInAs(2)
    const listed = await sessionsOf(mine)
    expect(listed).toEqual([
      {
        id: expect.any(String),
        device: 'Chrome on Windows',
        begunAt: expect.any(String),
        seenAt: expect.any(String),
        current: true,
        ownDevice: false,
      },
      {
        id: expect.any(String),
        device: 'Unknown client',
        begunAt: expect.any(String),
        seenAt: expect.any(String),
        current: false,
        ownDevice: false,
      },
    ])
    const stored = await run<{ hash: string }>(
      pool(),
      sql`SELECT encode(token_hash, 'hex') AS hash FROM sessions`,
    )
    for (const { id } of listed) {
      expect([mine, other].join()).not.toContain(id)
      expect(stored.some(({ hash }) => hash.includes(id.replaceAll('-', '')))).toBe(false)
      expect(await signedIn(`sid=${id}`)).toBe(false)
    }
  })

  it('shows only sessions that are alive', async () => {
    await pool().query('DELETE FROM sessions')
    await signIn()
    await pool().query(`UPDATE sessions SET seen_at = now() - interval '31 minutes'`)
    const { cookie } = await signIn()
    expect(await sessionsOf(cookie)).toHaveLength(1)
  })
})

describe('signing out', () => {
  it('on one device leaves the other sessions', async () => {
    const [mine, other, third] = [(await signIn()).cookie, (await signIn()).cookie, (await signIn()).cookie]
    const id = (await sessionsOf(other)).find((it) => it.current)?.id
    const end = () => send('DELETE', `/api/account/sessions/${id}`, { headers: { cookie: mine } })
    expect((await end()).status).toBe(204)
    expect(await Promise.all([mine, other, third].map((it) => signedIn(it)))).toEqual([true, false, true])
    expect((await end()).status).toBe(404)
  })

  it('everywhere else leaves this session and those of other users', async () => {
    const [mine, other, somebody] = [(await signIn()).cookie, (await signIn()).cookie, await signInAs(2)]
    expect((await send('DELETE', '/api/account/sessions', { headers: { cookie: mine } })).status).toBe(204)
    expect(await Promise.all([mine, other, somebody].map((it) => signedIn(it)))).toEqual([true, false, true])
    expect(await sessionsOf(mine)).toHaveLength(1)
  })

  it('everywhere else also ends calendar addresses; on one device does not', async () => {
    const revoked: number[] = []
    const up = await start({
      identity: {
        revokeAccess: async (userId) => {
          revoked.push(userId)
        },
      },
    })
    const { cookie } = await signIn(up)
    const [{ id } = { id: '' }] = await sessionsOf((await signIn()).cookie)
    await send('DELETE', `/api/account/sessions/${id}`, { headers: { cookie }, up })
    expect(revoked).toEqual([])
    await send('DELETE', '/api/account/sessions', { headers: { cookie }, up })
    expect(revoked).toEqual([user.id])
  })

  it('cannot end the session of another user by its id', async () => {
    const [mine, theirs] = [(await signIn()).cookie, await signInAs(2)]
    const statusOf = async (id: string | undefined) =>
      (await send('DELETE', `/api/account/sessions/${id}`, { headers: { cookie: mine } })).status
    for (const id of [(await sessionsOf(theirs))[0]?.id, 'x', '00000000-0000-0000-0000-000000000000'])
      expect(await statusOf(id)).toBe(404)
    expect(await statusOf('%00')).toBe(400)
    expect(await signedIn(theirs)).toBe(true)
  })

  it('is accepted from our own pages only', async () => {
    const { cookie } = await signIn()
    const headers = { cookie, 'sec-fetch-site': 'cross-site' }
    for (const path of ['/api/account/sessions', '/api/account/sessions/x'])
      expect((await send('DELETE', path, { headers })).status).toBe(403)
  })
})

describe('when all sessions of a user are ended', () => {
  it('a session whose password is being checked at that moment does not begin', async () => {
    let checked = () => {}
    const checking = new Promise<void>((done) => {
      checked = done
    })
    let goOn = () => {}
    const released = new Promise<void>((done) => {
      goOn = done
    })
    const up = await start({
      identity: {
        signIn: async () => {
          checked()
          await released
          return { ...user, id: 41 }
        },
      },
    })
    const late = send('POST', '/api/login', { body: { username: 'owner', password: 'right' }, up })
    await checking
    await endSessionsOf(pool(), 41)
    goOn()
    expect(await late).toMatchObject({ status: 401, text: 'Invalid credentials' })
    // and one that begins afterwards does
    expect(await signedIn(await signInAs(41))).toBe(true)
  })

  it('answers the number of ended sessions', async () => {
    const cookies = [await signInAs(42), await signInAs(42)]
    expect(await endSessionsOf(pool(), 42)).toBe(2)
    expect(await Promise.all(cookies.map((it) => signedIn(it)))).toEqual([false, false])
  })
})
