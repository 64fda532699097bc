import { setTimeout as sleep } from 'node:timers/promises'
import { run, sql } from '@plumbline/platform/db'
import { describe, expect, it } from 'vitest'
import { user, useTestGateway } from '../testing.ts'

const { start, send, signIn, signedIn, pool, isSlowThere, leaveSlow } = useTestGateway()

describe('a session', () => {
  it('begins with the user and a cookie that scripts and other sites cannot use', async () => {
    const { answer, cookie } = await signIn()
    expect(JSON.parse(answer.text)).toEqual(user)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(await signedIn(cookie)).toBe(true)
  })

  it('over https has the __Host- prefix and is Secure', async () => {
    const up = await start({ publicUrl: 'https://shop.example' })
    const { answer } = await signIn(up)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^__Host-sid=.*; Secure/)
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  it('matches the exact value of its cookie only', async () => {
    // from an address of its own, whose tries are not those of other tests
    const up = await start({ trustProxy: '127.0.0.1' })
    const { cookie } = await signIn(up, { 'x-forwarded-for': '203.0.113.20' })
    for (const end of ['=', '==', '=x', '=<script>', 'x', ' x', '"'])
      expect([end, await signedIn(cookie + end)]).toEqual([end, false])
    expect(await signedIn(`${cookie.slice(0, 4)}"${cookie.slice(4)}"`)).toBe(false)
    expect(await signedIn(`other=1; ${cookie}; more=2`)).toBe(true)
  })

  it('is stored as a hash only', async () => {
    const { cookie } = await signIn()
    const dump = JSON.stringify(
      await run(pool(), sql`SELECT encode(token_hash, 'hex') AS hash, "user" FROM sessions`),
    )
    expect(dump).not.toContain(cookie.slice(4))
  })

  it('ends half an hour after it was last seen and twelve hours after sign-in', async () => {
    const idle = (await signIn()).cookie
    await pool().query(`UPDATE sessions SET seen_at = now() - interval '31 minutes'`)
    expect(await signedIn(idle)).toBe(false)
    const old = (await signIn()).cookie
    await pool().query(`UPDATE sessions SET created_at = now() - interval '12 hours 1 minute'`)
    expect(await signedIn(old)).toBe(false)
  })

  it('is kept alive by use, written at most once a minute', async () => {
    const { cookie } = await signIn()
    await pool().query(`UPDATE sessions SET seen_at = now() - interval '29 minutes'`)
    expect(await signedIn(cookie)).toBe(true)
    const [row] = await run<{ fresh: boolean }>(
      pool(),
      sql`SELECT bool_or(seen_at > now() - interval '5 seconds') AS fresh FROM sessions`,
    )
    expect(row?.fresh).toBe(true)
  })

  it('has a new token at every sign-in: a planted one is not used and the old one ends', async () => {
    const planted = 'sid=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'
    const { cookie } = await signIn(undefined, { cookie: planted })
    expect(cookie).not.toBe(planted)
    expect(await signedIn(planted)).toBe(false)
    const second = (await signIn(undefined, { cookie })).cookie
    expect([await signedIn(cookie), await signedIn(second)]).toEqual([false, true])
  })

  it('stays ended when a request that began before sign-out ends after it', async () => {
    const { cookie } = await signIn()
    const slow = send('GET', '/api/notes/slow', { headers: { cookie } })
    await expect.poll(isSlowThere).toBe(true)
    expect((await send('POST', '/api/logout', { headers: { cookie } })).status).toBe(204)
    leaveSlow()
    await slow
    expect(await signedIn(cookie)).toBe(false)
  })

  it('is not mixed up with sessions that are looked up at the same moment', async () => {
    const names = ['ann', 'bob']
    const up = await start({
      identity: { signIn: async ({ username }) => ({ ...user, id: names.indexOf(username) + 1, username }) },
    })
    const cookies = await Promise.all(
      names.map(async (username) => {
        const answer = await send('POST', '/api/login', { up, body: { username, password: 'right' } })
        return String(answer.headers['set-cookie']?.[0]).split(';')[0] as string
      }),
    )
    const nameOf = async (cookie: string) => {
      const { status, text } = await send('GET', '/api/notes', { up, headers: { cookie } })
      return status === 200 ? JSON.parse(text).caller.user.username : status
    }
    const requests = Array.from({ length: 30 }, (_, n) => [...cookies, 'sid=nobody'][n % 3] as string)
    const answered = await Promise.all(requests.map(nameOf))
    expect(answered).toEqual(requests.map((_, n) => [...names, 401][n % 3]))
  })

  it('that ended through another gateway is invalid for the next request, while others are in progress', async () => {
    const other = await start()
    for (let n = 0; n < 3; n++) {
      const { cookie } = await signIn()
      let over = false
      const busy = Array.from({ length: 8 }, async () => {
        while (!over) await signedIn(cookie)
      })
      await sleep(10)
      expect((await send('POST', '/api/logout', { up: other, headers: { cookie } })).status).toBe(204)
      expect(await signedIn(cookie)).toBe(false)
      over = true
      await Promise.all(busy)
    }
  })

  it("sign-out works without a session and clears the site's storage", async () => {
    const answer = await send('POST', '/api/logout')
    expect(answer.status).toBe(204)
    expect(answer.headers['clear-site-data']).toBe('"cookies", "storage"')
  })
})

describe('signing in', () => {
  it('answers 401 with the documented sentence, 400 when a field is missing', async () => {
    expect(await send('POST', '/api/login', { body: { username: 'owner', password: 'x' } })).toMatchObject({
      status: 401,
      text: 'Invalid credentials',
    })
    expect((await send('POST', '/api/login', { body: {} })).status).toBe(400)
  })

  it('rejects a username that is not text', async () => {
    for (const username of [{ toString: null }, [], 7, null])
      expect((await send('POST', '/api/login', { body: { username, password: 'x' } })).status).toBeLessThan(
        500,
      )
  })

  it('paths are case-sensitive: /API does not bypass limits and headers', async () => {
    expect(
      (await send('POST', '/API/login', { body: { username: 'owner', password: 'right' } })).status,
    ).toBe(404)
    expect((await send('GET', '/API/auth/user')).headers['content-type']).toContain('text/html')
  })

  it('GET /api/login redirects and changes nothing', async () => {
    expect((await send('GET', '/api/login')).headers.location).toBe('/login')
    const { cookie } = await signIn()
    expect((await send('GET', '/api/login', { headers: { cookie } })).headers.location).toBe('/dashboard')
  })

  it('is throttled per name and address, whatever X-Forwarded-For says', async () => {
    const up = await start({ limitScale: 1 })
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      const headers = { 'x-forwarded-for': `10.0.0.${n}` }
      statuses.push(
        (await send('POST', '/api/login', { body: { username: 'brute', password: `p${n}` }, up, headers }))
          .status,
      )
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await signIn(up)).answer.status).toBe(200)
  })
})
