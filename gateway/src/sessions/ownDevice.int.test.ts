import { describe, expect, it } from 'vitest'
import { user, useTestGateway } from '../testing.ts'

const { start, send, signedIn, pool } = useTestGateway()

const signIn = (ownDevice?: boolean) =>
  send('POST', '/api/login', { body: { username: 'owner', password: 'right', ownDevice } })
const cookieOf = (answer: Awaited<ReturnType<typeof send>>) =>
  String(answer.headers['set-cookie']?.[0]).split(';')[0] as string
const age = (interval: string, ...columns: string[]) =>
  pool().query(`UPDATE sessions SET ${columns.map((it) => `${it} = now() - interval '${interval}'`).join()}`)

describe('a session of an own device', () => {
  it('outlives the browser, idle hours and days, and ends after thirty', async () => {
    const answer = await signIn(true)
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Max-Age=2592000; .*HttpOnly; SameSite=Lax$/)
    const cookie = cookieOf(answer)
    await age('29 days 23 hours', 'created_at', 'seen_at')
    expect(await signedIn(cookie)).toBe(true)
    await age('30 days 1 minute', 'created_at')
    expect(await signedIn(cookie)).toBe(false)
  })

  it('is that of nobody who did not say so', async () => {
    const answer = await signIn()
    expect(answer.headers['set-cookie']?.[0]).not.toContain('Max-Age')
    await age('31 minutes', 'seen_at')
    expect(await signedIn(cookieOf(answer))).toBe(false)
  })

  it('is not deleted when somebody else signs in', async () => {
    const cookie = cookieOf(await signIn(true))
    await age('3 days', 'created_at', 'seen_at')
    await signIn()
    expect(await signedIn(cookie)).toBe(true)
  })

  it('is listed as such and ended from elsewhere', async () => {
    await pool().query('DELETE FROM sessions')
    const own = cookieOf(await signIn(true))
    const here = { cookie: cookieOf(await signIn()) }
    const listed = JSON.parse((await send('GET', '/api/account/sessions', { headers: here })).text)
    expect(listed.map((it: { ownDevice: boolean }) => it.ownDevice)).toEqual([false, true])
    await send('DELETE', `/api/account/sessions/${listed[1].id}`, { headers: here })
    expect(await signedIn(own)).toBe(false)
  })

  it('stays one when the password is changed', async () => {
    const body = { current: 'right', next: 'four words about plumbing' }
    const before = cookieOf(await signIn(true))
    const answer = await send('POST', '/api/account/password', { body, headers: { cookie: before } })
    expect(answer.headers['set-cookie']?.[0]).toContain('Max-Age=2592000')
  })
})

describe('half an hour after the password was given', () => {
  const headers = { accept: 'application/problem+json' }
  const exported = (cookie: string) =>
    send('POST', '/api/account/exports', { body: { name: 'customers.csv' }, headers: { ...headers, cookie } })
  const confirm = (cookie: string, password: string) =>
    send('POST', '/api/account/confirm', { body: { password }, headers: { ...headers, cookie } })

  it('an own device is asked for it, once, before what could hurt', async () => {
    const cookie = cookieOf(await signIn(true))
    expect((await exported(cookie)).status).toBe(204)
    await age('31 minutes', 'password_at')
    const refused = await exported(cookie)
    expect(refused.status).toBe(403)
    expect(JSON.parse(refused.text)).toMatchObject({
      code: 'password-needed',
      detail: 'Enter your password to go on.',
    })
    const wrong = await confirm(cookie, 'wrong')
    expect(wrong.status).toBe(400)
    expect(JSON.parse(wrong.text).errors).toEqual({ password: 'This is not your password.' })
    expect((await exported(cookie)).status).toBe(403)
    expect((await confirm(cookie, 'right')).status).toBe(204)
    expect((await exported(cookie)).status).toBe(204)
  })

  it('another session is not asked', async () => {
    const cookie = cookieOf(await signIn())
    await age('31 minutes', 'password_at')
    expect((await exported(cookie)).status).toBe(204)
  })

  it.each([
    ['POST', 'payments.record', 403],
    ['POST', 'payments.refund', 403],
    ['PATCH', 'team', 403],
    ['PUT', 'settings', 403],
    ['GET', 'settings', 200],
    ['POST', 'customers.edit', 200],
    ['POST', 'self', 200],
    ['POST', 'invoices.edit', 200],
    ['POST', 'invoices.edit', 403, true],
  ] as const)('%s of a service that needs %s: %i', async (method, needs, status, asksPassword?: true) => {
    const up = await start({
      upstreams: [
        {
          name: 'notes',
          endpoints: [{ method, path: '/api/guarded', needs, asksPassword }],
          router: (_req, res) => void res.json({}),
        },
      ],
    })
    const cookie = cookieOf(await signIn(true))
    await age('31 minutes', 'password_at')
    expect((await send(method, '/api/guarded', { headers: { cookie }, up })).status).toBe(status)
    expect((await send(method, '/api/guarded', { up })).status).toBe(401)
  })

  it("its password cannot be guessed at a found phone, and is no one else's", async () => {
    const up = await start({
      limitScale: 1,
      identity: {
        signIn: async ({ password }) => (password === 'theirs' ? { ...user, id: 2 } : { ...user, id: 51 }),
      },
    })
    const body = { username: 'owner', password: 'right', ownDevice: true }
    const cookie = cookieOf(await send('POST', '/api/login', { body, up }))
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      const answer = await send('POST', '/api/account/confirm', {
        body: { password: 'theirs' },
        headers: { cookie },
        up,
      })
      statuses.push(answer.status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
})
