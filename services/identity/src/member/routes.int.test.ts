import { run, sql } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'
import { type Right, rightsOf } from '@plumbline/platform/rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IssuedLink, Member } from '../api.ts'
import { readPublicNames } from '../directory.ts'
import { type IdentityUnderTest, operator, startIdentity } from '../testing.ts'

let test: IdentityUnderTest
const password = 'correct horse battery'
let owner: { id: number; username: string; email: string; role: string }
let names = 0

beforeAll(async () => {
  test = await startIdentity()
  owner = await test.commands.addUser(operator, { username: 'owner', email: 'owner@example.test', password })
})
afterAll(() => test.stop())

type Caller = { id: number; username: string; email: string; role: string; rights?: Right[] }
const as = (user: Caller) => ({
  get: <T = Member[]>(path: string) => test.call<T>('GET', path, { caller: { user } }),
  call: <T = Member>(method: string, path: string, body: unknown = {}) =>
    test.call<T>(method, path, { caller: { user }, body }),
})
const byOwner = () => as(owner)

async function invite(role = 'worker', by = byOwner()): Promise<Caller> {
  const username = `member${++names}`
  const email = `${username}@example.test`
  const { status, json, text } = await by.call('POST', '/api/team/invitations', { username, email, role })
  expect([status, text]).toEqual([201, expect.any(String)])
  return { id: json.id, username, email, role }
}
const linkFor = async (id: number) =>
  (await byOwner().call<IssuedLink>('POST', `/api/team/members/${id}/link`)).json
const redeem = (token: string, secret = password) =>
  test.commands.redeemLink(operator, { token, password: secret })
async function join(role = 'worker'): Promise<Caller> {
  const member = await invite(role)
  await redeem((await linkFor(member.id)).token)
  return member
}
const stateOf = async (id: number) =>
  (await byOwner().get('/api/team/members')).json.find((member) => member.id === id)
const typesOf = async (id: number) => (await readStream(test.owner, `member-${id}`)).map(({ type }) => type)
const published = async (id: number) =>
  (
    await run(
      test.owner,
      sql`SELECT username, email, role, granted, denied, is_active FROM identity.members WHERE user_id = ${id}`,
    )
  )[0]

describe('an invitation', () => {
  it('names a member who cannot sign in, until they join by their link', async () => {
    const member = await invite('dispatcher')
    expect(await stateOf(member.id)).toEqual({
      id: member.id,
      name: member.username,
      email: member.email,
      role: 'dispatcher',
      state: 'invited',
      granted: [],
      denied: [],
      publicName: '',
      linkValidUntil: null,
      etag: `"1-${member.id}."`,
    })
    expect(await published(member.id)).toMatchObject({ role: 'dispatcher', is_active: false })
    const { token, validUntil } = await linkFor(member.id)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(validUntil).toBe('2026-11-28T15:00:00.000Z')
    expect((await stateOf(member.id))?.linkValidUntil).toBe(validUntil)
    expect(await test.commands.openLink(operator, token)).toEqual({
      username: member.username,
      email: member.email,
      purpose: 'join',
    })
    expect(await redeem(token, 'password1')).toEqual({ problem: expect.stringContaining('too common') })
    expect(await redeem(token)).toEqual({ user: { ...member } })
    expect(await stateOf(member.id)).toMatchObject({ state: 'active', linkValidUntil: null })
    expect(await published(member.id)).toMatchObject({ role: 'dispatcher', is_active: true })
    expect(await test.commands.signIn(operator, { username: member.username, password })).toEqual(member)
    expect(await typesOf(member.id)).toEqual(['MemberInvited', 'MemberLinkIssued', 'MemberJoined'])
  })

  it('has a link that works once, for seven days, and ends with the next one', async () => {
    const member = await invite()
    const first = await linkFor(member.id)
    const second = await linkFor(member.id)
    const late = { ...operator, now: new Date('2026-11-28T15:00:00.001Z') }
    for (const token of ['', 'wrong', first.token, `${second.token}x`]) {
      expect(await test.commands.openLink(operator, token)).toBeNull()
      expect(await redeem(token)).toBeNull()
    }
    expect(await test.commands.openLink(late, second.token)).toBeNull()
    expect(await test.commands.redeemLink(late, { token: second.token, password })).toBeNull()
    // of two at once one joins
    const both = await Promise.all([redeem(second.token), redeem(second.token)])
    expect(both.filter((answer) => answer !== null)).toEqual([{ user: member }])
    expect(await redeem(second.token)).toBeNull()
  })

  it('stores no secret: neither in a table nor in the log', async () => {
    const { token } = await linkFor((await invite()).id)
    const dump = JSON.stringify([
      await run(test.owner, sql`SELECT * FROM es.events`),
      await run(test.owner, sql`SELECT user_id, encode(token_hash, 'escape') FROM identity.links`),
      await run(test.owner, sql`SELECT * FROM identity.idempotency`),
    ])
    expect(dump).not.toContain(token)
  })

  it('that is revoked has no link any more, and frees the name and the address', async () => {
    const member = await invite()
    const { token } = await linkFor(member.id)
    const taken = { username: member.username.toUpperCase(), email: 'other@example.test', role: 'worker' }
    const post = () => byOwner().call('POST', '/api/team/invitations', taken)
    expect((await post()).status).toBe(409)
    expect((await byOwner().call('DELETE', `/api/team/invitations/${member.id}`)).status).toBe(204)
    expect(await redeem(token)).toBeNull()
    expect(await stateOf(member.id)).toBeUndefined()
    const { status, json } = await post()
    expect(status).toBe(201)
    await byOwner().call('DELETE', `/api/team/invitations/${json.id}`)
    expect(await typesOf(member.id)).toEqual(['MemberInvited', 'MemberLinkIssued', 'InvitationRevoked'])
    // who joined is no invitation
    const { status: refused } = await byOwner().call('DELETE', `/api/team/invitations/${(await join()).id}`)
    expect(refused).toBe(409)
  })

  it.each([
    [{ username: '', email: 'a@example.test', role: 'worker' }, 'Username is required'],
    [{ username: 'a', email: 'nowhere', role: 'worker' }, 'valid email'],
    [{ username: 'a', email: 'a@example.test', role: 'king' }, 'Choose a role'],
  ])('%j is refused', async (form, message) => {
    const { status, text } = await byOwner().call('POST', '/api/team/invitations', form)
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('who forgot the password', () => {
  it('gets a link for a day, which ends the access of before', async () => {
    const member = await join()
    const { token, validUntil } = await linkFor(member.id)
    expect(validUntil).toBe('2026-11-22T15:00:00.000Z')
    expect(await test.commands.openLink(operator, token)).toMatchObject({ purpose: 'password' })
    const late = { ...operator, now: new Date('2026-11-22T15:00:00.001Z') }
    expect(await test.commands.redeemLink(late, { token, password })).toBeNull()
    const next = 'four words about gutters'
    expect(await redeem(token, next)).toEqual({ user: member })
    expect(await test.commands.signIn(operator, { username: member.username, password })).toBeNull()
    expect(await test.commands.signIn(operator, { username: member.username, password: next })).toEqual(
      member,
    )
    const ended = await readStream(test.owner, `user-${member.id}`)
    expect(ended.map(({ data, metadata }) => [data, metadata.actor])).toEqual([
      [{ userId: member.id, reason: 'new password' }, `user-${member.id}`],
    ])
    const [row] = await run<{ ok: boolean }>(
      test.owner,
      sql`SELECT access_from > now() - interval '1 minute' AS ok FROM identity.members WHERE user_id = ${member.id}`,
    )
    expect(row?.ok).toBe(true)
  })

  it('and remembers it after all ends the link with another one', async () => {
    const member = await join()
    const { token } = await linkFor(member.id)
    const change = { current: password, next: 'four words about gutters' }
    expect(await test.commands.changePassword(operator, member.id, change)).toBeNull()
    expect(await redeem(token)).toBeNull()
  })
})

describe('a role', () => {
  it('is changed with rights of their own, and published', async () => {
    const member = await join()
    const body = { role: 'dispatcher', granted: ['reports'], denied: ['leads'] }
    const { status, json } = await byOwner().call('PATCH', `/api/team/members/${member.id}/role`, body)
    expect([status, json]).toEqual([200, expect.objectContaining(body)])
    expect(await published(member.id)).toMatchObject(body)
  })

  it('is not one’s own to change, nor whether one is active', async () => {
    for (const [path, body] of [
      ['role', { role: 'worker' }],
      ['active', { active: false }],
    ] as const)
      expect((await byOwner().call('PATCH', `/api/team/members/${owner.id}/${path}`, body)).status).toBe(409)
  })

  it.each([{ role: 'king' }, { role: 'worker', granted: ['everything'] }, {}])(
    '%j is refused',
    async (body) => {
      const { id } = await join()
      expect((await byOwner().call('PATCH', `/api/team/members/${id}/role`, body)).status).toBe(400)
    },
  )
})

describe('who may not change the team', () => {
  it('sees names, roles and whether somebody is active, and changes nothing', async () => {
    const [member, other] = [await join('manager'), await join()]
    const { json } = await as(member).get('/api/team/members')
    expect(json.find(({ id }) => id === other.id)).toEqual({
      id: other.id,
      name: other.username,
      role: 'worker',
      state: 'active',
    })
    const calls: [string, string, unknown?][] = [
      ['POST', '/api/team/invitations', { username: 'x', email: 'x@example.test', role: 'worker' }],
      ['DELETE', `/api/team/invitations/${other.id}`],
      ['PATCH', `/api/team/members/${other.id}`, { username: 'y' }],
      ['PATCH', `/api/team/members/${other.id}/role`, { role: 'manager' }],
      ['PATCH', `/api/team/members/${other.id}/active`, { active: false }],
      ['POST', `/api/team/members/${other.id}/link`],
    ]
    for (const [method, path, body] of calls)
      expect([path, (await as(member).call(method, path, body)).status]).toEqual([path, 403])
    expect(await stateOf(other.id)).toMatchObject({ name: other.username, role: 'worker', state: 'active' })
  })

  it('is also who may change it, as to members who may do more', async () => {
    const member = await join('manager')
    const manager = { role: 'manager', granted: ['team'] as Right[] }
    await byOwner().call('PATCH', `/api/team/members/${member.id}/role`, manager)
    const lead = { ...member, rights: rightsOf(manager) }
    const worker = await join()
    const role = (id: number, body: unknown) => as(lead).call('PATCH', `/api/team/members/${id}/role`, body)
    expect((await role(worker.id, { role: 'dispatcher' })).status).toBe(200)
    expect((await role(worker.id, { role: 'business_owner' })).status).toBe(403)
    expect((await role(worker.id, { role: 'worker', granted: ['settings'] })).status).toBe(403)
    expect((await role(owner.id, { role: 'worker' })).status).toBe(403)
    // whose password they could set
    expect((await as(lead).call('POST', `/api/team/members/${owner.id}/link`)).status).toBe(403)
    expect((await as(lead).call('PATCH', `/api/team/members/${owner.id}`, { email: 'me@x.io' })).status).toBe(
      403,
    )
    const crown = { username: 'crown', email: 'crown@example.test', role: 'business_owner' }
    expect((await as(lead).call('POST', '/api/team/invitations', crown)).status).toBe(403)
  })

  it('is who was deactivated while the request was on its way', async () => {
    const second = await join('business_owner')
    await byOwner().call('PATCH', `/api/team/members/${second.id}/active`, { active: false })
    const other = await join()
    const { status } = await as(second).call('PATCH', `/api/team/members/${other.id}/role`, {
      role: 'manager',
    })
    expect(status).toBe(403)
  })
})

describe('a member', () => {
  it('gets another name and address, which nobody else has', async () => {
    const member = await join()
    const patch = (body: unknown) => byOwner().call('PATCH', `/api/team/members/${member.id}`, body)
    expect((await patch({ username: 'OWNER' })).status).toBe(409)
    const { status, json } = await patch({ username: ' Maria ', email: 'maria@example.test' })
    expect([status, json]).toEqual([
      200,
      expect.objectContaining({ name: 'Maria', email: 'maria@example.test' }),
    ])
    expect((await patch({ username: 'Maria' })).status).toBe(200)
    const [, , , changed, ...more] = await readStream(test.owner, `member-${member.id}`)
    expect(changed?.data).toMatchObject({ fields: ['username', 'email'] })
    expect(more).toEqual([])
    expect(JSON.stringify(changed?.data)).not.toContain('Maria')
  })

  it('has a name for customers where it was given one, which only who may change the team reads', async () => {
    const member = await join()
    const shown = async () => {
      const names = await readPublicNames(test.owner, [member.id, owner.id])
      const { json } = await as(member).get('/api/team/members')
      expect(JSON.stringify(json)).not.toContain('Rosa')
      return names
    }
    const patch = (publicName: string) =>
      byOwner().call('PATCH', `/api/team/members/${member.id}`, { publicName })
    expect(await shown()).toEqual([])
    expect((await patch(' Rosa ')).json).toMatchObject({ publicName: 'Rosa', name: member.username })
    expect(await shown()).toEqual(['Rosa'])
    expect((await patch('R'.repeat(61))).status).toBe(400)
    const stream = await readStream(test.owner, `member-${member.id}`)
    expect(stream.at(-1)?.data).toMatchObject({ fields: ['publicName'] })
    expect(JSON.stringify(stream.map(({ data }) => data))).not.toContain('Rosa')
    // who does not come any more is not named
    await byOwner().call('PATCH', `/api/team/members/${member.id}/active`, { active: false })
    expect(await shown()).toEqual([])
    await byOwner().call('PATCH', `/api/team/members/${member.id}/active`, { active: true })
    await patch('')
    expect(await shown()).toEqual([])
  })

  it('who is deactivated cannot sign in or use a link, until they are active again', async () => {
    const member = await join()
    const { token } = await linkFor(member.id)
    const set = (active: boolean) =>
      byOwner().call('PATCH', `/api/team/members/${member.id}/active`, { active })
    expect((await set(false)).json).toMatchObject({ state: 'inactive' })
    expect(await published(member.id)).toMatchObject({ is_active: false })
    expect(await test.commands.signIn(operator, { username: member.username, password })).toBeNull()
    expect(await redeem(token)).toBeNull()
    expect((await byOwner().call('POST', `/api/team/members/${member.id}/link`)).status).toBe(409)
    expect((await set(true)).json).toMatchObject({ state: 'active' })
    expect(await test.commands.openLink(operator, token)).toBeNull()
    expect(await test.commands.signIn(operator, { username: member.username, password })).not.toBeNull()
    const ended = await readStream(test.owner, `user-${member.id}`)
    expect(ended.map(({ data }) => data)).toEqual([{ userId: member.id, reason: 'disabled' }])
  })

  it('says with their deactivation who does their jobs: another of the team, or nobody yet', async () => {
    const [first, second, gone] = [await join(), await join(), await join()]
    const set = (id: number, body: object, by: Caller = owner) =>
      as(by).call('PATCH', `/api/team/members/${id}/active`, body)
    await set(gone.id, { active: false })
    for (const jobsGoTo of [first.id, gone.id, 4040, 'maria']) {
      const { status, text } = await set(first.id, { active: false, jobsGoTo })
      expect([jobsGoTo, status, text]).toEqual([jobsGoTo, 400, expect.any(String)])
    }
    // who may change the team, and not the jobs of others
    const half = await join()
    await byOwner().call('PATCH', `/api/team/members/${half.id}/role`, { role: 'worker', granted: ['team'] })
    expect((await set(first.id, { active: false, jobsGoTo: null }, half)).status).toBe(403)
    expect(await stateOf(first.id)).toMatchObject({ state: 'active' })
    expect((await set(first.id, { active: false, jobsGoTo: second.id })).status).toBe(200)
    expect((await set(second.id, { active: false, jobsGoTo: null })).status).toBe(200)
    const jobsOf = async ({ id }: Caller) =>
      (await readStream(test.owner, `member-${id}`)).findLast(({ type }) => type === 'MemberDeactivated')
        ?.data
    expect([await jobsOf(gone), await jobsOf(first), await jobsOf(second)]).toEqual([
      { userId: gone.id, deactivatedAt: expect.any(String) },
      { userId: first.id, jobsGoTo: second.id, deactivatedAt: expect.any(String) },
      { userId: second.id, jobsGoTo: null, deactivatedAt: expect.any(String) },
    ])
  })

  it('who is not there is not found', async () => {
    for (const [method, path, body] of [
      ['PATCH', '/api/team/members/4040', {}],
      ['PATCH', '/api/team/members/4040/role', { role: 'worker' }],
      ['PATCH', '/api/team/members/4040/active', { active: true }],
      ['POST', '/api/team/members/4040/link', {}],
      ['DELETE', '/api/team/invitations/4040', {}],
    ] as const)
      expect([path, (await byOwner().call(method, path, body)).status]).toEqual([path, 404])
  })
})

describe('how a member is told about their jobs', () => {
  const path = '/api/team/me/notices'
  const row = async (id: number) =>
    (await run(test.owner, sql`SELECT notices, mobile FROM identity.members WHERE user_id = ${id}`))[0]

  it('is by e-mail, until they choose SMS to their number, or nothing', async () => {
    const member = await join('limited_worker')
    const put = (body: unknown) => as(member).call('PUT', path, body)
    expect((await as(member).get(path)).json).toEqual({ channel: 'email', mobile: '' })
    const { status, json } = await put({ channel: 'sms', mobile: ' (919) 555-0147 ' })
    expect([status, json]).toEqual([200, { channel: 'sms', mobile: '+19195550147' }])
    expect(await row(member.id)).toEqual({ notices: 'sms', mobile: '+19195550147' })
    expect((await put(json)).status).toBe(200)
    // the number stays for the next time
    expect((await put({ channel: 'none', mobile: '+19195550147' })).status).toBe(200)
    const changes = (await readStream(test.owner, `member-${member.id}`)).slice(3)
    expect(changes.map(({ data }) => (data as { fields: string[] }).fields)).toEqual([
      ['notices', 'mobile'],
      ['notices'],
    ])
    expect(changes[0]?.metadata.actor).toBe(`user-${member.id}`)
    expect(JSON.stringify(await run(test.owner, sql`SELECT data FROM es.events`))).not.toContain('5550147')
  })

  it.each([
    { channel: 'sms', mobile: '' },
    { channel: 'sms', mobile: '12' },
    { channel: 'email', mobile: '+44 20 7946 0000' },
    { channel: 'letter', mobile: '' },
    { channel: 'sms' },
  ])('%j is refused', async (body) => {
    const member = await join()
    expect((await as(member).call('PUT', path, body)).status).toBe(400)
    expect(await row(member.id)).toEqual({ notices: 'email', mobile: null })
  })
})

describe('two who change a member at once', () => {
  type Answer = { status: number; headers: Headers }
  const put = (path: string, method: string, etag: string, body: unknown): Promise<Answer> =>
    test.call(method, path, { caller: { user: owner }, headers: { 'if-match': etag }, body })
  const early = { opens: '06:00', closes: '14:00' }
  const days = { sunday: null, monday: early, tuesday: null, wednesday: null, thursday: null, friday: null }

  it('do not take back what the other changed: role, details and hours are of the version that was read', async () => {
    const { id } = await join()
    const etag = (await stateOf(id))?.etag as string
    const path = `/api/team/members/${id}`
    expect((await put(`${path}/role`, 'PATCH', etag, { role: 'worker', granted: ['reports'] })).status).toBe(
      200,
    )
    expect((await put(`${path}/role`, 'PATCH', etag, { role: 'dispatcher' })).status).toBe(412)
    expect((await put(path, 'PATCH', etag, { publicName: 'Rosa' })).status).toBe(412)
    expect((await put(`${path}/hours`, 'PUT', etag, { week: { ...days, saturday: null } })).status).toBe(412)
    expect(await stateOf(id)).toMatchObject({ role: 'worker', granted: ['reports'], publicName: '' })
    // what is as it should be already is no conflict
    expect((await put(`${path}/role`, 'PATCH', etag, { role: 'worker', granted: ['reports'] })).status).toBe(
      200,
    )
    const now = (await stateOf(id))?.etag as string
    expect((await put(path, 'PATCH', now, { publicName: 'Rosa' })).status).toBe(200)
  })

  it('is a member on two devices, who says how to be told', async () => {
    const member = await join()
    const path = '/api/team/me/notices'
    const { headers } = await as(member).get(path)
    const send = (channel: string) =>
      test.call('PUT', path, {
        caller: { user: member },
        headers: { 'if-match': headers.get('etag') as string },
        body: { channel, mobile: '' },
      })
    const { status, headers: after } = await send('none')
    expect([status, after.get('etag')]).toEqual([200, (await stateOf(member.id))?.etag])
    expect((await send('email')).status).toBe(412)
  })

  it('of a user whom the log does not know yet, too', async () => {
    const [user] = await run<{ id: number }>(
      test.owner,
      sql`INSERT INTO identity.users (username, password, email, role)
        VALUES ('earlier', 'x', 'earlier@example.test', 'worker') RETURNING id`,
    )
    const id = user?.id as number
    const etag = (await stateOf(id))?.etag as string
    const change = (role: string) => put(`/api/team/members/${id}/role`, 'PATCH', etag, { role })
    expect([(await change('manager')).status, (await change('dispatcher')).status]).toEqual([200, 412])
    expect(await typesOf(id)).toEqual(['MemberJoined', 'MemberRoleChanged'])
  })
})

describe('the last owner', () => {
  const owners = () =>
    run<{ id: number }>(
      test.owner,
      sql`SELECT user_id AS id FROM identity.members WHERE role = 'business_owner' AND denied = '{}' AND is_active`,
    )

  it('stays, also for operators', async () => {
    for (const { id } of await owners())
      if (id !== owner.id) await byOwner().call('PATCH', `/api/team/members/${id}/active`, { active: false })
    expect(await owners()).toHaveLength(1)
    await expect(test.commands.setUserDisabled(operator, 'owner', true)).rejects.toThrow(
      'has to be the owner',
    )
    await expect(test.commands.setRole(operator, 'owner', 'manager')).rejects.toThrow('has to be the owner')
    // an invited one, and one without a right, take no place
    await invite('business_owner')
    const half = await join('business_owner')
    const role = { role: 'business_owner', denied: ['reports'] }
    await byOwner().call('PATCH', `/api/team/members/${half.id}/role`, role)
    await expect(test.commands.setUserDisabled(operator, 'owner', true)).rejects.toThrow(
      'has to be the owner',
    )
    expect(await test.commands.signIn(operator, { username: 'owner', password })).not.toBeNull()
  })

  it('is one of two who take it from each other at the same moment', async () => {
    for (let n = 0; n < 5; n++) {
      const second = await join('business_owner')
      const answers = await Promise.all([
        as(second).call('PATCH', `/api/team/members/${owner.id}/role`, { role: 'worker' }),
        byOwner().call('PATCH', `/api/team/members/${second.id}/active`, { active: false }),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
      expect(await owners()).toHaveLength(1)
      await test.commands.setRole(operator, 'owner', 'business_owner')
      await test.commands.setUserDisabled(operator, second.username, true)
    }
  })

  it('is one of two whom operators disable at the same moment', async () => {
    for (let n = 0; n < 5; n++) {
      const second = await join('business_owner')
      const answers = await Promise.allSettled(
        ['owner', second.username].map((name) => test.commands.setUserDisabled(operator, name, true)),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      await test.commands.setUserDisabled(operator, 'owner', false)
      await test.commands.setUserDisabled(operator, second.username, true)
    }
  })
})

describe('a user', () => {
  it('whom operators add is a member from the beginning, with another role when they say so', async () => {
    const maria = { username: 'rosa', email: 'rosa@example.test', password }
    const { id } = await test.commands.addUser(operator, maria)
    expect(await test.commands.setRole(operator, 'rosa', 'bookkeeper')).toMatchObject({ role: 'bookkeeper' })
    await expect(test.commands.setRole(operator, 'rosa', 'king')).rejects.toThrow(
      'The roles are business_owner',
    )
    await expect(test.commands.setRole(operator, 'nobody', 'worker')).rejects.toThrow(
      'There is no user nobody',
    )
    expect(await typesOf(id)).toEqual(['MemberJoined', 'MemberRoleChanged'])
    expect(await published(id)).toMatchObject({ role: 'bookkeeper', is_active: true })
  })

  it('whom the release before added is recorded with their first change', async () => {
    await test.owner.query(
      `INSERT INTO identity.users (username, password, email) VALUES ('older', 'hash', 'older@example.test')`,
    )
    const id = (await byOwner().get('/api/team/members')).json.find(({ name }) => name === 'older')
      ?.id as number
    await byOwner().call('PATCH', `/api/team/members/${id}/role`, { role: 'worker' })
    expect(await typesOf(id)).toEqual(['MemberJoined', 'MemberRoleChanged'])
  })

  it('who is invited gets no password from operators', async () => {
    const { username } = await invite()
    await expect(test.commands.setPassword(operator, username, password)).rejects.toThrow('has not joined')
    expect(await test.commands.listUsers(operator)).toContainEqual(
      expect.objectContaining({ username, invited: true, disabled: false }),
    )
  })
})
