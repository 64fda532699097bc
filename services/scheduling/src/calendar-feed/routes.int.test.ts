import { startServiceForTest } from '@plumbline/platform/testing'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails, CalendarFeed, OwnedCalendarFeed } from '../api.ts'
import { scheduling } from '../service.ts'
import { addCustomer, addMember, type SchedulingTest, schedule, testOptions } from '../testing.ts'

type Created = CalendarFeed & { path: string }

let test: SchedulingTest
let ann: number
let feed: Created
const visitor = { user: null }
const other = { user: { id: 2, username: 'b', email: 'b@x.io', role: 'worker' } }
const fourth = { user: { id: 4, username: 'd', email: 'd@x.io', role: 'worker' } }
beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  ann = await addCustomer(test)
  await addMember(test, 1, 'business_owner')
  for (const id of [2, 3, 4]) await addMember(test, id, 'manager')
  feed = await create()
})
afterAll(() => test.stop())

const create = async (caller: object = {}) =>
  (await test.call<Created>('POST', '/api/calendar/feeds', { caller })).json
const feeds = async (caller: object = {}) =>
  (await test.call<CalendarFeed[]>('GET', '/api/calendar/feeds', { caller })).json
const read = (path = feed.path) => test.call('GET', path, { caller: visitor })
async function entry({ id }: AppointmentDetails) {
  const calendar = new ICAL.Component(ICAL.parse((await read()).text))
  const events = calendar.getAllSubcomponents('vevent').map((it) => new ICAL.Event(it))
  return events.find(({ uid }) => uid.endsWith(`-${id}@plumbline`))
}

describe('a calendar feed', () => {
  it('is read without a session, as iCalendar', async () => {
    await schedule(test, { customerId: ann })
    const { status, headers, text } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('prodid')).toMatch('plumbline')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('has a job at any time of a day as one of the whole day', async () => {
    const event = await entry(await schedule(test, { customerId: ann, anytime: true }))
    expect([event?.startDate.isDate, event?.startDate.toString()]).toEqual([true, '2026-11-23'])
    expect(event?.description).toBe('Mend the porch')
  })

  it('says an arrival window above the work, which takes as long as before', async () => {
    const event = await entry(await schedule(test, { customerId: ann, arrivalWindow: 120 }))
    expect(event?.description).toBe('Arrival between 9:00 AM and 11:00 AM\nMend the porch')
    expect(event?.endDate.toJSDate().toISOString()).toBe('2026-11-23T15:30:00.000Z')
    const exact = await entry(await schedule(test, { customerId: ann }))
    expect(exact?.description).toBe('Mend the porch')
  })

  it('contains the work, time and place of an appointment, and nothing internal', async () => {
    const created = await schedule(test, {
      customerId: ann,
      title: 'Lawn, Care; & \\ Irrigation',
      description: `Two lines\nand ümläuts, ${'long '.repeat(40)}`,
      notes: 'ZZINTERNALZZ',
      estimatedPrice: '987.65',
      address: '1 Oak Street, Raleigh',
    })
    const { text } = await read()
    expect(text).not.toMatch(/ZZINTERNALZZ|987\.65|919 555 0101|ann@example/)
    const event = await entry(created)
    expect(event?.summary).toBe('Lawn, Care; & \\ Irrigation – Ann Lee')
    expect(event?.location).toBe('1 Oak Street, Raleigh')
    expect(event?.description).toBe(created.description)
    expect(event?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    for (const name of ['uid', 'dtstamp', 'dtstart'])
      expect(event?.component.getAllProperties(name)).toHaveLength(1)
  })

  it('contains no control characters, as line breaks of a word processor are', async () => {
    const event = await entry(
      await schedule(test, {
        customerId: ann,
        title: 'Fence\u0007',
        description: 'One\vtwo\u2028three',
        address: '1 Elm\fApex',
      }),
    )
    expect([event?.summary, event?.description, event?.location]).toEqual([
      'Fence – Ann Lee',
      'One\ntwo\nthree',
      '1 Elm\nApex',
    ])
    expect((await read()).text).not.toMatch(/[^\P{Cc}\r\n]/u)
  })

  it.each([
    ['2027-03-13T09:00', '2027-03-13T14:00:00.000Z'],
    ['2027-03-14T09:00', '2027-03-14T13:00:00.000Z'],
    ['2026-10-31T09:00', '2026-10-31T13:00:00.000Z'],
    ['2026-11-01T09:00', '2026-11-01T14:00:00.000Z'],
  ])('has the correct time near clock changes: %s', async (scheduledDate, starts) => {
    const event = await entry(await schedule(test, { customerId: ann, scheduledDate, duration: 90 }))
    const [start, end] = [event?.startDate.toJSDate(), event?.endDate.toJSDate()]
    expect(start?.toISOString()).toBe(starts)
    expect(Number(end) - Number(start)).toBe(90 * 60_000)
  })

  it('keeps the uid of an appointment that is rescheduled, cancelled or deleted', async () => {
    const created = await schedule(test, { customerId: ann })
    const path = `/api/appointments/${created.id}`
    const before = await entry(created)
    const uid = before?.uid
    test.clock.now = new Date('2026-11-21T17:00:00Z')
    await test.call('PUT', path, { body: { scheduledDate: '2026-12-24T10:00:00Z' } })
    const moved = await entry(created)
    expect([moved?.uid, moved?.startDate.toJSDate().toISOString()]).toEqual([uid, '2026-12-24T10:00:00.000Z'])
    expect(String(moved?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T17:00:00Z')
    await test.call('PATCH', `${path}/cancel`)
    const cancelled = await entry(created)
    expect(cancelled?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    expect(cancelled?.summary).toMatch(/^Cancelled: /)
    expect([before?.sequence, moved?.sequence, cancelled?.sequence]).toEqual([0, 1, 2])
    await test.call('DELETE', path)
    expect(await entry(created)).toBeUndefined()
  })

  it('goes back ninety days', async () => {
    const at = (scheduledDate: string) => schedule(test, { customerId: ann, scheduledDate })
    expect(await entry(await at('2026-08-23'))).toBeDefined()
    expect(await entry(await at('2026-08-22'))).toBeUndefined()
  })
})

describe('the address of a calendar feed', () => {
  it('is answered once and stored as a hash', async () => {
    expect(feed.path).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/)
    expect(Object.keys((await feeds())[0] ?? {})).toEqual(['id', 'ending', 'createdAt', 'lastReadAt'])
    const { rows } = await test.owner.query(
      'SELECT row_to_json(f)::text AS text FROM scheduling.calendar_feeds f',
    )
    const secret = feed.path.slice('/api/calendar/'.length, -'.ics'.length)
    expect(rows.map(({ text }) => text).join()).not.toContain(secret)
    expect((await feeds())[0]?.ending).toBe(secret.slice(-4))
  })

  it('has the time when it was last read', async () => {
    const fresh = await create()
    expect(fresh.lastReadAt).toBeNull()
    await read(fresh.path)
    expect((await feeds())[0]).toMatchObject({ id: fresh.id, lastReadAt: test.clock.now.toISOString() })
  })

  it('has the jobs of its user alone, where that is what the user may see now', async () => {
    await addMember(test, 9, 'worker')
    const worker = { user: { id: 9, username: 'w', email: 'w@x.io', role: 'worker' } }
    const theirs = await create(worker)
    const [own, others] = [
      await schedule(test, { customerId: ann, assigneeIds: [9] }),
      await schedule(test, { customerId: ann }),
    ]
    const shown = async () => {
      const { status, text } = await read(theirs.path)
      return [status, text.includes(`-${own.id}@plumbline`), text.includes(`-${others.id}@plumbline`)]
    }
    expect(await shown()).toEqual([200, true, false])
    const become = (role: string) =>
      test.appendForeign('member-9', {
        type: 'MemberRoleChanged',
        data: { userId: 9, role, granted: [], denied: [], changedAt: '2026-11-20T12:00:00.000Z' },
      })
    await become('dispatcher')
    expect(await shown()).toEqual([200, true, true])
    await become('of a later release')
    expect(await shown()).toEqual([404, false, false])
  })

  it('can be revoked by its user and by the business owner, and by no other user', async () => {
    const mine = await create()
    const theirs = await create(other)
    expect((await feeds(other)).map(({ id }) => id)).toEqual([theirs.id])
    const revoke = (id: number, caller: object = {}) =>
      test.call('DELETE', `/api/calendar/feeds/${id}`, { caller })
    expect((await revoke(mine.id, other)).status).toBe(404)
    expect((await read(mine.path)).status).toBe(200)
    expect((await revoke(mine.id)).status).toBe(204)
    expect((await read(mine.path)).status).toBe(404)
    expect((await read(theirs.path)).status).toBe(200)
    expect((await revoke(theirs.id)).status).toBe(204)
    expect((await read(theirs.path)).status).toBe(404)
  })

  it('is in a list of all users that only the business owner can read', async () => {
    const mine = await create()
    const theirs = await create(fourth)
    const everyone = (caller: object = {}) =>
      test.call<OwnedCalendarFeed[]>('GET', '/api/calendar/feeds/everyone', { caller })
    const { json: listed } = await everyone()
    expect(listed.slice(0, 2)).toEqual([
      expect.objectContaining({ id: theirs.id, userId: 4, username: 'd' }),
      expect.objectContaining({ id: mine.id, userId: 1, username: 'owner' }),
    ])
    expect((await everyone(fourth)).status).toBe(403)
  })

  it.each(['disabled', 'new password', 'signed out everywhere'])(
    'stops working and is no longer listed when its user is %s, and a later one works',
    async (reason) => {
      const [theirs, mine] = [await create(other), await create()]
      await test.appendForeign('user-2', { type: 'UserAccessRevoked', data: { userId: 2, reason } })
      expect((await read(theirs.path)).status).toBe(404)
      expect(await feeds(other)).toEqual([])
      expect((await read(mine.path)).status).toBe(200)
      const later = await create(other)
      expect((await read(later.path)).status).toBe(200)
      await test.call('DELETE', `/api/calendar/feeds/${mine.id}`)
    },
  )

  it('is limited to five per user, also for concurrent requests', async () => {
    const third = { user: { id: 3, username: 'c', email: 'c@x.io', role: 'business_owner' } }
    const answers = await Promise.all(
      Array.from({ length: 7 }, () => test.call('POST', '/api/calendar/feeds', { caller: third })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.text).toBe(
      'You have 5 calendar addresses already. Revoke one that is no longer used.',
    )
    const [newest] = await feeds(third)
    await test.call('DELETE', `/api/calendar/feeds/${newest?.id}`, { caller: third })
    expect((await test.call('POST', '/api/calendar/feeds', { caller: third })).status).toBe(200)
  })

  it('answers 404 for a wrong token and 401 without an identity', async () => {
    expect((await read('/api/calendar/guess.ics')).status).toBe(404)
    expect((await fetch(test.base + feed.path)).status).toBe(401)
  })
})
