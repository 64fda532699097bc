import type { CustomerPage } from '@plumbline/platform/schemas'
import { startServiceForTest } from '@plumbline/platform/testing'
import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scheduling } from '../service.ts'
import { addCustomer, addMember, merge, type SchedulingTest, schedule, testOptions } from '../testing.ts'

let test: SchedulingTest
let ann: number
beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  ann = await addCustomer(test)
})
afterAll(() => test.stop())

const linkOf = (id: number, customerId = ann, kind: 'invoice' | 'appointment' = 'appointment') => ({
  user: null,
  link: { linkId: 5, customerId, scope: { kind, id } },
})
const show = (id: number, caller: object = linkOf(id), rest = '') =>
  test.call<CustomerPage>('GET', `/customer-pages/appointment/${id}${rest}`, { caller })
const ask = (id: number, words: string, caller: object = linkOf(id)) =>
  test.call('POST', `/customer-pages/appointment/${id}/move`, { caller, body: { words } })
const words = ({ body }: CustomerPage) =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const requests = async (id: number) =>
  (
    await test.owner.query(
      `SELECT metadata->>'actor' AS actor, data::text FROM es.events
       WHERE stream_id = $1 AND type = 'AppointmentMoveRequested'`,
      [`appointment-${id}`],
    )
  ).rows

describe('the page of a visit', () => {
  it('says day, time, place and work, and nothing internal', async () => {
    const { id } = await schedule(test, { customerId: ann, notes: 'ZZINTERNALZZ', estimatedPrice: '987.65' })
    const { text, json } = await show(id)
    expect(words(json)).toMatch(
      /^Planned General Repairs Day Monday, November 23, 2026 Time 9:00 AM Address 1 Oak Street What we will do Mend the porch Add to calendar/,
    )
    expect(text).not.toMatch(/ZZINTERNALZZ|987\.65|919 555|ann@example/)
    // the answer for staff has all of it
    expect((await test.call('GET', `/api/appointments/${id}`)).text).toMatch(/ZZINTERNALZZ.*987.65/)
  })

  it.each([
    [{ arrivalWindow: 120 }, 'We arrive between 9:00 AM and 11:00 AM'],
    [{ anytime: true }, 'Any time of the day'],
  ])('says what was promised of the time: %j', async (form, time) => {
    const { id } = await schedule(test, { customerId: ann, ...form })
    expect(words((await show(id)).json)).toContain(`Time ${time} Address`)
  })

  it('says who comes, as far as customers may know it and while they come', async () => {
    await test.owner.query(`CREATE SCHEMA identity;
      CREATE TABLE identity.members (user_id integer, public_name text, is_active boolean, email text);
      INSERT INTO identity.members VALUES (7, 'Rosa', true), (8, '', true), (9, 'Sam', true), (10, 'Left', false);
      GRANT USAGE ON SCHEMA identity TO ${scheduling.schema.role};
      GRANT SELECT (user_id, public_name, is_active) ON identity.members TO ${scheduling.schema.role}`)
    for (const memberId of [7, 8, 9, 10]) await addMember(test, memberId)
    const { id } = await schedule(test, { customerId: ann, assigneeIds: [9, 7, 8, 10] })
    const nobody = await schedule(test, { customerId: ann, assigneeIds: [8] })
    const said = async (of: number) => / Who comes (.*) Address/.exec(words((await show(of)).json))?.[1]
    expect(await said(id)).toBe('Rosa and Sam')
    expect(await said(nobody.id)).toBeUndefined()
    const become = (status: string) => test.call('PUT', `/api/appointments/${id}`, { body: { status } })
    await become('in_progress')
    expect(await said(id)).toBe('Rosa and Sam')
    await become('completed')
    expect(await said(id)).toBeUndefined()
    expect((await show(id)).json.body.match(/class="button primary"/g) ?? []).toHaveLength(0)
  })

  it('has one thing that stands out', async () => {
    const { id } = await schedule(test, { customerId: ann })
    expect((await show(id)).json.body.match(/class="button primary"/g)).toHaveLength(1)
  })

  it.each([
    ['in_progress', 'We are at work'],
    ['completed', 'Done'],
    ['cancelled', 'Cancelled'],
  ])('of one that is %s says so, and offers no other time', async (status, state) => {
    const { id } = await schedule(test, { customerId: ann })
    await test.call('PUT', `/api/appointments/${id}`, { body: { status } })
    const { json } = await show(id)
    expect(words(json)).toMatch(new RegExp(`^${state} General`))
    expect(json.body).not.toMatch(/<form|visit\.ics/)
    expect((await ask(id, 'Friday')).status).toBe(409)
    expect(await requests(id)).toEqual([])
  })

  it('says since when somebody is on the way to it, as long as that is so', async () => {
    const { id } = await schedule(test, { customerId: ann, scheduledDate: '2026-11-21T18:00:00.000Z' })
    const before = (await show(id)).json
    expect(words(before)).toMatch(/^Planned /)
    expect(before.body).toContain('Ask for another time')
    await test.call('PATCH', `/api/appointments/${id}/depart`)
    const meanwhile = (await show(id)).json
    expect(words(meanwhile)).toMatch(/^On the way since 10:00 AM /)
    // who is on the way is called
    expect(meanwhile.body).not.toContain('Ask for another time')
    const { now } = test.clock
    // who never arrived is on the way until the day is over
    for (const [time, state] of [
      ['2026-11-22T04:59:00Z', 'On the way since 10:00 AM'],
      ['2026-11-22T05:00:00Z', 'Planned'],
    ] as const) {
      test.clock.now = new Date(time)
      expect(words((await show(id)).json).startsWith(`${state} `)).toBe(true)
    }
    test.clock.now = now
    await test.call('PUT', `/api/appointments/${id}`, { body: { scheduledDate: '2026-11-22T18:00:00Z' } })
    expect(words((await show(id)).json)).toMatch(/^Planned /)
  })

  it('has an entry for a calendar, without the name of its reader', async () => {
    const { id } = await schedule(test, { customerId: ann, arrivalWindow: 60, notes: 'ZZINTERNALZZ' })
    const { text, headers } = await show(id, linkOf(id), '/visit.ics')
    expect(headers.get('content-disposition')).toBe('attachment; filename=visit.ics')
    const [event, ...others] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
    expect(others).toEqual([])
    const { summary, location, startDate } = new ICAL.Event(event)
    expect([summary, location, startDate.toJSDate().toISOString()]).toEqual([
      'General Repairs',
      '1 Oak Street',
      '2026-11-23T14:00:00.000Z',
    ])
    expect(text).not.toMatch(/ZZINTERNALZZ|Ann Lee/)
  })
})

describe('who asks for another time', () => {
  it('is told so until the visit is moved; the visit stays as it is', async () => {
    const { id, scheduledDate } = await schedule(test, { customerId: ann })
    expect((await ask(id, ' Friday <b>after</b> noon ')).status).toBe(204)
    const { json } = await show(id)
    expect(words(json)).toContain('You asked for another time.')
    expect(json.body).toContain('“Friday &lt;b&gt;after&lt;/b&gt; noon”')
    const staff = await test.call<{ scheduledDate: string }>('GET', `/api/appointments/${id}`)
    expect(staff.json.scheduledDate).toBe(scheduledDate)
    await test.call('PUT', `/api/appointments/${id}`, { body: { scheduledDate: '2026-11-27T20:00:00Z' } })
    expect(words((await show(id)).json)).not.toContain('You asked')
  })

  it('is told so while only what they do not know of the time changes', async () => {
    const { id } = await schedule(test, { customerId: ann })
    await ask(id, 'Friday')
    const change = { duration: 240, notes: 'Two people' }
    expect((await test.call('PUT', `/api/appointments/${id}`, { body: change })).status).toBe(200)
    expect(words((await show(id)).json)).toContain('“Friday”')
  })

  it('is the only one who reads their words: another customer who gets the visit does not', async () => {
    const ben = await addCustomer(test)
    const { id } = await schedule(test, { customerId: ann })
    await ask(id, 'After my operation')
    await test.call('PUT', `/api/appointments/${id}`, { body: { customerId: ben } })
    const { json } = await show(id, linkOf(id, ben))
    expect(words(json)).not.toMatch(/operation|You asked/)
    expect(json.body).toContain('Ask for another time')
  })

  it('asks once with a form that is sent twice; the words are encrypted, and theirs', async () => {
    const { id } = await schedule(test, { customerId: ann })
    await ask(id, 'Tuesdays')
    await ask(id, 'Tuesdays')
    const stored = await requests(id)
    expect(stored).toHaveLength(1)
    expect(stored[0].actor).toBe(`customer-${ann}`)
    expect(stored[0].data).not.toContain('Tuesdays')
  })

  it.each(['', '   ', 'x'.repeat(501)])('has to say something, and not too much: %j', async (text) => {
    const { id } = await schedule(test, { customerId: ann })
    expect((await ask(id, text)).status).toBe(400)
    expect((await ask(id, 'x'.repeat(500))).status).toBe(204)
  })
})

describe('nobody sees a visit', () => {
  it('by a link to another one, of another kind, of another customer, or without a link', async () => {
    const [mine, other] = [
      await schedule(test, { customerId: ann }),
      await schedule(test, { customerId: ann }),
    ]
    const ben = await addCustomer(test)
    for (const rest of ['', '/visit.ics']) {
      const statusFor = async (caller: object) => (await show(mine.id, caller, rest)).status
      expect(await statusFor(linkOf(mine.id))).toBe(200)
      expect(await statusFor(linkOf(other.id))).toBe(403)
      expect(await statusFor(linkOf(mine.id, ann, 'invoice'))).toBe(403)
      expect(await statusFor(linkOf(mine.id, ben))).toBe(404)
      expect(await statusFor({ user: null })).toBe(401)
    }
    expect((await ask(mine.id, 'Friday', linkOf(mine.id, ben))).status).toBe(404)
    expect((await ask(mine.id, 'Friday', linkOf(other.id))).status).toBe(403)
    expect(await requests(mine.id)).toEqual([])
  })

  it('that was given to another customer; who their record was merged into sees it', async () => {
    const [ben, cleo] = [await addCustomer(test), await addCustomer(test)]
    const { id } = await schedule(test, { customerId: ben })
    await test.call('PUT', `/api/appointments/${id}`, { body: { customerId: cleo } })
    expect((await show(id, linkOf(id, ben))).status).toBe(404)
    await merge(test, cleo, ann)
    expect((await show(id, linkOf(id, ann))).status).toBe(200)
  })
})
