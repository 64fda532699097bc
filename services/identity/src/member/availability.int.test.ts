import { readStream } from '@plumbline/platform/event-store'
import type { Right } from '@plumbline/platform/rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Availability, Member } from '../api.ts'
import { type IdentityUnderTest, operator, startIdentity } from '../testing.ts'

let test: IdentityUnderTest
type User = { id: number; username: string; email: string; role: string; rights?: Right[] }
const member = {} as Record<'owner' | 'dispatcher' | 'worker', User>
let guests = 0

async function add(username: string, role: string): Promise<User> {
  const email = `${username}@example.test`
  const password = 'correct horse battery'
  const user = await test.commands.addUser(operator, { username, email, password })
  if (role !== 'business_owner') await test.commands.setRole(operator, username, role)
  return { ...user, role }
}

beforeAll(async () => {
  test = await startIdentity()
  member.owner = await add('owner', 'business_owner')
  member.dispatcher = await add('dispatcher', 'dispatcher')
  member.worker = await add('worker', 'worker')
})
afterAll(() => test.stop())

const as = (user: User) => ({
  read: async () =>
    (await test.call<Availability[]>('GET', '/api/team/availability', { caller: { user } })).json,
  call: (method: string, path: string, body?: unknown) =>
    test.call<Availability>(method, `/api/team/members/${path}`, { caller: { user }, body }),
})
const typesOf = async (id: number) => (await readStream(test.owner, `member-${id}`)).map(({ type }) => type)
const guest = () => add(`guest${++guests}`, 'worker')

const etag = expect.any(String)
const early = { opens: '06:00', closes: '14:00' }
const week = {
  ...{ sunday: null, monday: early, tuesday: early, wednesday: early },
  ...{ thursday: early, friday: null, saturday: null },
}

describe('hours of a member', () => {
  it('are those of the business until a dispatcher sets others, and again when they are taken back', async () => {
    const { id } = await guest()
    const { read, call } = as(member.dispatcher)
    const stored = async () => (await read()).find(({ memberId }) => memberId === id)
    expect(await stored()).toEqual({ memberId: id, week: null, timeOff: [], etag })
    const { status, json } = await call('PUT', `${id}/hours`, { week })
    expect([status, json]).toEqual([200, { memberId: id, week, timeOff: [], etag }])
    await call('PUT', `${id}/hours`, { week })
    expect(await stored()).toEqual(json)
    await call('PUT', `${id}/hours`, { week: null })
    expect((await stored())?.week).toBeNull()
    expect((await typesOf(id)).slice(-2)).toEqual(['MemberHoursSet', 'MemberHoursSet'])
  })

  it.each([
    [{ week: { ...week, monday: { opens: '9', closes: '17:00' } } }, 'a time such as 08:00'],
    [{ week: { ...week, monday: { opens: '09:00', closes: '08:00' } } }, 'ends before it begins'],
    [{ week: { monday: early } }, ''],
    [{}, ''],
  ])('%j is refused', async (body, message) => {
    const { status, text } = await as(member.owner).call('PUT', `${member.worker.id}/hours`, body)
    expect([status, text]).toEqual([400, expect.stringContaining(message)])
  })
})

describe('time off', () => {
  it('is planned once, stored without a reason, and dropped', async () => {
    const { id } = await guest()
    const { call, read } = as(member.dispatcher)
    const days = { from: '2026-12-24', to: '2026-12-31' }
    const { status, json } = await call('POST', `${id}/time-off`, { ...days, reason: 'a wedding' })
    const planned = { id: expect.any(String), ...days }
    expect([status, json]).toEqual([201, { memberId: id, week: null, timeOff: [planned], etag }])
    expect((await call('POST', `${id}/time-off`, days)).json).toEqual(json)
    const earlier = { from: '2026-11-23', to: '2026-11-23' }
    const both = (await call('POST', `${id}/time-off`, earlier)).json.timeOff
    expect(both.map(({ from }) => from)).toEqual(['2026-11-23', '2026-12-24'])
    expect(await read()).toContainEqual({ memberId: id, week: null, timeOff: both, etag })
    for (let n = 0; n < 2; n++)
      expect((await call('DELETE', `${id}/time-off/${json.timeOff[0]?.id}`)).status).toBe(204)
    expect((await read()).find(({ memberId }) => memberId === id)?.timeOff).toEqual([both[0]])
    const events = await readStream(test.owner, `member-${id}`)
    expect(events.slice(-3).map(({ type }) => type)).toEqual([
      'TimeOffPlanned',
      'TimeOffPlanned',
      'TimeOffDropped',
    ])
    expect(JSON.stringify(events.map(({ data }) => data))).not.toContain('wedding')
    expect(events.at(-1)?.metadata.actor).toBe(`user-${member.dispatcher.id}`)
  })

  it.each([
    [{ from: '2026-11-10', to: '2026-11-20' }, 400, 'This time off is over'],
    [{ from: '2026-12-10', to: '2026-12-09' }, 400, 'ends before it begins'],
    [{ from: '2026-12-10', to: '2026-02-30' }, 400, 'Please enter a date'],
    [{ from: '2026-12-10' }, 400, 'Please enter a date'],
  ])('%j is refused', async (body, expected, message) => {
    const { status, text } = await as(member.owner).call('POST', `${member.worker.id}/time-off`, body)
    expect([status, text]).toEqual([expected, expect.stringContaining(message)])
  })

  it('that shares a day with other time off is refused; of two at once one is planned', async () => {
    const { id } = await guest()
    const { call } = as(member.owner)
    const answers = await Promise.all([
      call('POST', `${id}/time-off`, { from: '2026-12-10', to: '2026-12-12' }),
      call('POST', `${id}/time-off`, { from: '2026-12-12', to: '2026-12-14' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 409)?.text).toContain('on some of these days already')
  })

  it('ends by the day of the business, which is not that of UTC', async () => {
    const { id } = await guest()
    const { now } = test.clock
    // still the 21st in New York
    test.clock.now = new Date('2026-11-22T03:00:00Z')
    const plan = (day: string) => as(member.owner).call('POST', `${id}/time-off`, { from: day, to: day })
    expect((await plan('2026-11-21')).status).toBe(201)
    expect((await plan('2026-11-20')).status).toBe(400)
    test.clock.now = now
  })
})

it('a member sees and changes what their role allows', async () => {
  const own = { memberId: member.worker.id, week: null, timeOff: [], etag }
  expect(await as(member.worker).read()).toEqual([own])
  const bookkeeper = await add('bookkeeper', 'bookkeeper')
  expect((await as(bookkeeper).read()).length).toBeGreaterThan(2)
  for (const user of [member.worker, bookkeeper])
    for (const [method, path, body] of [
      ['PUT', `${user.id}/hours`, { week: null }],
      ['POST', `${user.id}/time-off`, { from: '2026-12-10', to: '2026-12-12' }],
      ['DELETE', `${user.id}/time-off/6f1b2b1e-9c5a-4c59-9d0c-3d6f0a5a7b11`],
    ] as const)
      expect([method, (await as(user).call(method, path, body)).status]).toEqual([method, 403])
  // who plans jobs plans the hours of who may do more, too
  const { status } = await as(member.dispatcher).call('PUT', `${member.owner.id}/hours`, { week })
  expect(status).toBe(200)
})

it('who is deactivated has no hours, and has those of before again; who is not there is not found', async () => {
  const { id } = await guest()
  const { call, read } = as(member.owner)
  const [{ id: timeOffId } = { id: '' }] = (
    await call('POST', `${id}/time-off`, { from: '2026-12-10', to: '2026-12-12' })
  ).json.timeOff
  await call('PUT', `${id}/hours`, { week })
  const active = (isActive: boolean) =>
    test.call<Member>('PATCH', `/api/team/members/${id}/active`, {
      caller: { user: member.owner },
      body: { active: isActive },
    })
  const calls = (of: number) =>
    [
      ['PUT', `${of}/hours`, { week: null }],
      ['POST', `${of}/time-off`, { from: '2026-12-10', to: '2026-12-12' }],
      ['DELETE', `${of}/time-off/${timeOffId}`],
    ] as const
  await active(false)
  expect((await read()).some(({ memberId }) => memberId === id)).toBe(false)
  for (const [method, path, body] of calls(id))
    expect([method, (await call(method, path, body)).status]).toEqual([method, 409])
  await active(true)
  expect((await read()).find(({ memberId }) => memberId === id)).toMatchObject({
    week,
    timeOff: [{ id: timeOffId }],
  })
  for (const [method, path, body] of calls(4040))
    expect([method, (await call(method, path, body)).status]).toEqual([method, 404])
})
