import { append } from '@plumbline/platform/event-store'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails, CalendarFeed, OwnedCalendarFeed } from '../api.ts'
import { metadata, type Scheduling, startScheduling } from '../testing.ts'

type Created = CalendarFeed & { path: string }

let app: Scheduling
let ann: number
let feed: Created
const visitor = { user: null }
const other = { user: { id: 2, username: 'b', email: 'b@x.io', role: 'staff' } }
const fourth = { user: { id: 4, username: 'd', email: 'd@x.io', role: 'staff' } }
beforeAll(async () => {
  app = await startScheduling()
  ann = await app.customer()
  feed = await create()
})
afterAll(() => app.stop())

const create = (as = {}) => app.json<Created>('POST', '/api/calendar/feeds', undefined, as)
const feeds = (as = {}) => app.json<CalendarFeed[]>('GET', '/api/calendar/feeds', undefined, as)
const read = (path = feed.path) => app.call('GET', path, undefined, visitor)
async function entry({ id }: AppointmentDetails) {
  const calendar = new ICAL.Component(ICAL.parse((await read()).text))
  const events = calendar.getAllSubcomponents('vevent').map((it) => new ICAL.Event(it))
  return events.find(({ uid }) => uid.endsWith(`-${id}@plumbline`))
}

describe('a calendar feed', () => {
  it('is read without a session, as iCalendar', async () => {
    await app.book({ customerId: ann })
    const { status, headers, text } = await read()
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect(calendar.getFirstPropertyValue('prodid')).toMatch('plumbline')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  })

  it('holds what an appointment is, where, and nothing internal', async () => {
    const made = await app.book({
      customerId: ann,
      title: 'Lawn, Care; & \\ Irrigation',
      description: `Two lines\nand ümläuts, ${'long '.repeat(40)}`,
      notes: 'ZZINTERNALZZ',
      estimatedPrice: '987.65',
      address: '1 Oak Street, Raleigh',
    })
    const { text } = await read()
    expect(text).not.toMatch(/ZZINTERNALZZ|987\.65|919 555 0101|ann@example/)
    const event = await entry(made)
    expect(event?.summary).toBe('Lawn, Care; & \\ Irrigation – Ann Lee')
    expect(event?.location).toBe('1 Oak Street, Raleigh')
    expect(event?.description).toBe(made.description)
    expect(event?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    for (const name of ['uid', 'dtstamp', 'dtstart'])
      expect(event?.component.getAllProperties(name)).toHaveLength(1)
  })

  it.each([
    ['2027-03-13T09:00', '2027-03-13T14:00:00.000Z'],
    ['2027-03-14T09:00', '2027-03-14T13:00:00.000Z'],
    ['2026-10-31T09:00', '2026-10-31T13:00:00.000Z'],
    ['2026-11-01T09:00', '2026-11-01T14:00:00.000Z'],
  ])('has the right time where clocks change: %s', async (scheduledDate, starts) => {
    const event = await entry(await app.book({ customerId: ann, scheduledDate, duration: 90 }))
    const [start, end] = [event?.startDate.toJSDate(), event?.endDate.toJSDate()]
    expect(start?.toISOString()).toBe(starts)
    expect(Number(end) - Number(start)).toBe(90 * 60_000)
  })

  it('follows changes under the same name: moved, cancelled, deleted', async () => {
    const made = await app.book({ customerId: ann })
    const path = `/api/appointments/${made.id}`
    const uid = (await entry(made))?.uid
    app.clock.now = new Date('2026-11-21T17:00:00Z')
    await app.call('PUT', path, { scheduledDate: '2026-12-24T10:00:00Z' })
    const moved = await entry(made)
    expect([moved?.uid, moved?.startDate.toJSDate().toISOString()]).toEqual([uid, '2026-12-24T10:00:00.000Z'])
    expect(String(moved?.component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-21T17:00:00Z')
    await app.call('PATCH', `${path}/cancel`)
    expect((await entry(made))?.component.getFirstPropertyValue('status')).toBe('CANCELLED')
    await app.call('DELETE', path)
    expect(await entry(made)).toBeUndefined()
  })

  it('goes back ninety days', async () => {
    const at = (scheduledDate: string) => app.book({ customerId: ann, scheduledDate })
    expect(await entry(await at('2026-08-23'))).toBeDefined()
    expect(await entry(await at('2026-08-22'))).toBeUndefined()
  })
})

describe('its address', () => {
  it('is shown once and kept as a hash', async () => {
    expect(feed.path).toMatch(/^\/api\/calendar\/[\w-]{43}\.ics$/)
    expect(Object.keys((await feeds())[0] ?? {})).toEqual(['id', 'ending', 'createdAt', 'lastReadAt'])
    const { rows } = await app.owner.query(
      'SELECT row_to_json(f)::text AS text FROM scheduling.calendar_feeds f',
    )
    const secret = feed.path.slice('/api/calendar/'.length, -'.ics'.length)
    expect(rows.map(({ text }) => text).join()).not.toContain(secret)
    expect((await feeds())[0]?.ending).toBe(secret.slice(-4))
  })

  it('tells when it was last read', async () => {
    const fresh = await create()
    expect(fresh.lastReadAt).toBeNull()
    await read(fresh.path)
    expect((await feeds())[0]).toMatchObject({ id: fresh.id, lastReadAt: app.clock.now.toISOString() })
  })

  it('is revoked by its user, and by no other user but the business owner', async () => {
    const mine = await create()
    const theirs = await create(other)
    expect((await feeds(other)).map(({ id }) => id)).toEqual([theirs.id])
    const revoke = (id: number, as = {}) => app.call('DELETE', `/api/calendar/feeds/${id}`, undefined, as)
    expect((await revoke(mine.id, other)).status).toBe(404)
    expect((await read(mine.path)).status).toBe(200)
    expect((await revoke(mine.id)).status).toBe(204)
    expect((await read(mine.path)).status).toBe(404)
    expect((await read(theirs.path)).status).toBe(200)
    expect((await revoke(theirs.id)).status).toBe(204)
    expect((await read(theirs.path)).status).toBe(404)
  })

  it('is listed with those of all users for the business owner alone', async () => {
    const mine = await create()
    const theirs = await create(fourth)
    const everyone = (as = {}) => app.call('GET', '/api/calendar/feeds/everyone', undefined, as)
    const listed = JSON.parse((await everyone()).text) as OwnedCalendarFeed[]
    expect(listed.slice(0, 2)).toEqual([
      expect.objectContaining({ id: theirs.id, userId: 4, username: 'd' }),
      expect.objectContaining({ id: mine.id, userId: 1, username: 'owner' }),
    ])
    expect((await everyone(fourth)).status).toBe(403)
  })

  it.each(['disabled', 'new password', 'signed out everywhere'])(
    'ends at once when its user is %s, and is listed no more; a later one is good',
    async (reason) => {
      const [theirs, mine] = [await create(other), await create()]
      await append(app.owner, {
        stream: 'user-2',
        expectedVersion: 'any',
        events: [{ type: 'UserAccessRevoked', data: { userId: 2, reason } }],
        metadata,
      })
      expect((await read(theirs.path)).status).toBe(404)
      expect(await feeds(other)).toEqual([])
      expect((await read(mine.path)).status).toBe(200)
      const later = await create(other)
      expect((await read(later.path)).status).toBe(200)
      await app.call('DELETE', `/api/calendar/feeds/${mine.id}`)
    },
  )

  it('is one of five at most, also when two are made at once', async () => {
    const third = { user: { id: 3, username: 'c', email: 'c@x.io', role: 'business_owner' } }
    const made = await Promise.all(
      Array.from({ length: 7 }, () => app.call('POST', '/api/calendar/feeds', undefined, third)),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 409, 409])
    expect(made.find(({ status }) => status === 409)?.text).toBe(
      'You have 5 calendar addresses already. Revoke one that is no longer used.',
    )
    const [newest] = await feeds(third)
    await app.call('DELETE', `/api/calendar/feeds/${newest?.id}`, undefined, third)
    expect((await app.call('POST', '/api/calendar/feeds', undefined, third)).status).toBe(200)
  })

  it('cannot be guessed, and nothing is answered without an identity', async () => {
    expect((await read('/api/calendar/guess.ics')).status).toBe(404)
    expect((await fetch(app.base + feed.path)).status).toBe(401)
  })
})
