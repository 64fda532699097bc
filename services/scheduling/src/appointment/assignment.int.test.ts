import type { Caller } from '@plumbline/platform/http'
import { type Right, rightsOf } from '@plumbline/platform/rights'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Appointment, AppointmentCounts, AppointmentDetails } from '../api.ts'
import { scheduling } from '../service.ts'
import {
  addCustomer,
  addMember,
  listAppointments,
  type SchedulingTest,
  sampleForm,
  schedule,
  testOptions,
} from '../testing.ts'

let test: SchedulingTest
let ann: number
beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  ann = await addCustomer(test)
  for (const id of [7, 8, 31, 55]) await addMember(test, id)
})
afterAll(() => test.stop())

const as = (id: number, role: string): Partial<Caller> => ({
  user: { id, username: role, email: `${role}@x.io`, role },
})
const maria = as(7, 'worker')
const tom = as(8, 'limited_worker')
const dispatcher = as(9, 'dispatcher')

const add = (form: object = {}) => schedule(test, { customerId: ann, ...form })
const edit = (id: number, body: object, caller: Partial<Caller> = dispatcher) =>
  test.call<AppointmentDetails>('PUT', `/api/appointments/${id}`, { body, caller })
const leave = (member: number) =>
  test.appendForeign(`member-${member}`, {
    type: 'MemberDeactivated',
    data: { userId: member, deactivatedAt: '2026-11-20T12:00:00.000Z' },
  })
const typesOf = async (id: number) =>
  (
    await test.owner.query('SELECT type FROM es.events WHERE stream_id = $1 ORDER BY version', [
      `appointment-${id}`,
    ])
  ).rows.map(({ type }) => type)

describe('assigning an appointment', () => {
  it('is nobody’s at first, and keeps a crew without repeats, in the order of their ids', async () => {
    expect((await add()).assigneeIds).toEqual([])
    expect((await add({ assigneeIds: [8, 7, 8] })).assigneeIds).toEqual([7, 8])
  })

  it('together with a move is one command', async () => {
    const { id, etag } = await add({ assigneeIds: [7] })
    const body = { assigneeIds: [8], scheduledDate: '2026-11-24T15:00:00.000Z' }
    const moved = await test.call<AppointmentDetails>('PUT', `/api/appointments/${id}`, {
      body,
      headers: { 'if-match': etag },
      caller: dispatcher,
    })
    expect(moved.json).toMatchObject({ assigneeIds: [8], scheduledDate: body.scheduledDate })
    expect(await typesOf(id)).toEqual([
      'AppointmentScheduled',
      'AppointmentAssigned',
      'AppointmentRescheduled',
    ])
    const late = await test.call('PUT', `/api/appointments/${id}`, {
      body: { assigneeIds: [7] },
      headers: { 'if-match': etag },
      caller: dispatcher,
    })
    expect(late.status).toBe(412)
  })

  it('of the same crew is no change', async () => {
    const { id } = await add({ assigneeIds: [7, 8] })
    await edit(id, { assigneeIds: [8, 7] })
    expect(await typesOf(id)).toEqual(['AppointmentScheduled'])
  })

  it('can be taken back, and a deleted appointment comes back with its crew', async () => {
    const { id } = await add({ assigneeIds: [7] })
    await edit(id, { assigneeIds: [] })
    const restore = (version: number) =>
      test.call<AppointmentDetails>('POST', `/api/appointments/${id}/changes/${version}/restore`)
    expect((await restore(2)).json.assigneeIds).toEqual([7])
    await test.call('DELETE', `/api/appointments/${id}`)
    expect((await restore(4)).json.assigneeIds).toEqual([7])
  })

  it('finds those of a member, and those of nobody', async () => {
    const [his, nobodys] = [await add({ assigneeIds: [31] }), await add()]
    const ids = async (query: string) => (await listAppointments(test, query)).map(({ id }) => id)
    expect(await ids('?assignee=31')).toEqual([his.id])
    expect(await ids('?assignee=none')).toContain(nobodys.id)
    expect(await ids('?assignee=none')).not.toContain(his.id)
    expect((await test.call('GET', '/api/appointments?assignee=me')).status).toBe(400)
  })

  it.each([[['7']], [[0]], [[7.5]], ['7'], [Array.from({ length: 21 }, (_, i) => i + 1)]])(
    'of %j is refused',
    async (assigneeIds) => {
      const body = { assigneeIds }
      const { status } = await test.call('PUT', `/api/appointments/${(await add()).id}`, { body })
      expect(status).toBe(400)
    },
  )
})

it('is refused for who is no member, and for who has left; their jobs stay theirs', async () => {
  const { id } = await add({ assigneeIds: [7] })
  expect((await edit(id, { assigneeIds: [7, 99] })).status).toBe(400)
  await addMember(test, 77)
  await edit(id, { assigneeIds: [7, 77] })
  await leave(77)
  const refused = await test.call('POST', '/api/appointments', {
    body: { ...sampleForm, customerId: ann, assigneeIds: [77] },
    headers: { accept: 'application/problem+json' },
  })
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('assigneeIds')])
  expect((await edit(id, { assigneeIds: [77] })).json.assigneeIds).toEqual([77])
})

describe('a member who has left', () => {
  let id: number
  const status = (to: string) => edit(id, { status: to })
  const restore = (version: number, caller: Partial<Caller> = dispatcher) =>
    test.call<AppointmentDetails>('POST', `/api/appointments/${id}/changes/${version}/restore`, { caller })

  const jobOf = async (member: number) => {
    await addMember(test, member)
    ;({ id } = await add({ assigneeIds: [7, member] }))
  }
  it('gets no job back with a deletion or an assignment that is undone', async () => {
    await jobOf(70)
    await edit(id, { assigneeIds: [7] })
    await leave(70)
    expect((await restore(2)).json.assigneeIds).toEqual([7])
    await jobOf(71)
    await test.call('DELETE', `/api/appointments/${id}`)
    await leave(71)
    expect((await restore(2)).json.assigneeIds).toEqual([7])
  })

  it('gets no job back that is to be done again, and keeps what was done', async () => {
    await jobOf(72)
    await status('cancelled')
    await leave(72)
    expect((await edit(id, { notes: 'Too wet' })).json.assigneeIds).toEqual([7, 72])
    expect((await status('scheduled')).json.assigneeIds).toEqual([7])
    await jobOf(73)
    await status('cancelled')
    await leave(73)
    expect((await restore(2)).json).toMatchObject({ status: 'scheduled', assigneeIds: [7] })
  })
})

it('a change of a price is taken back by who may see prices', async () => {
  const { id } = await add({ estimatedPrice: '100.00' })
  await edit(id, { estimatedPrice: '120.00' })
  const restoreAs = (rights: Right[]) =>
    test.call<AppointmentDetails>('POST', `/api/appointments/${id}/changes/2/restore`, {
      caller: { user: { id: 9, username: 'dan', email: 'dan@x.io', role: 'dispatcher', rights } },
    })
  const rights = rightsOf({ role: 'dispatcher' })
  expect((await restoreAs(rights.filter((it) => it !== 'prices.view'))).status).toBe(403)
  expect((await restoreAs(rights)).json.estimatedPrice).toBe('100.00')
})

describe('a member who sees own jobs alone', () => {
  it('finds those and no other, wherever it asks', async () => {
    const form = { scheduledDate: '2027-03-01T15:00:00.000Z' }
    const [own, other] = [await add({ ...form, assigneeIds: [7] }), await add({ ...form, assigneeIds: [8] })]
    const ask = (path: string) => test.call<Appointment[]>('GET', path, { caller: maria })
    for (const path of [
      '/api/appointments',
      '/api/appointments?assignee=8',
      '/api/appointments?assignee=none',
      '/api/appointments?from=2027-03-01&to=2027-03-02',
      '/api/appointments?from=2027-03-01&limit=50',
      '/api/appointments?q=general',
      '/api/appointments/overlaps?from=2027-03-01&to=2027-03-02',
      `/api/customers/${ann}/appointments`,
    ]) {
      const { status, json } = await ask(path)
      expect([path, status]).toEqual([path, 200])
      const ids = json.map(({ id }) => id)
      expect([path, ids.includes(own.id), ids.includes(other.id)]).toEqual([path, true, false])
      expect(json.every(({ assigneeIds }) => assigneeIds.includes(7))).toBe(true)
    }
    expect((await ask(`/api/appointments/${own.id}`)).status).toBe(200)
    expect((await ask(`/api/appointments/${other.id}`)).status).toBe(404)
  })

  it('counts own ones', async () => {
    await add({ scheduledDate: '2028-01-01T15:00:00Z', assigneeIds: [55] })
    const count = async (caller: Partial<Caller>) =>
      (await test.call<AppointmentCounts>('GET', '/api/appointments/counts', { caller })).json.upcoming
    expect(await count(as(55, 'worker'))).toBe(1)
    expect(await count(dispatcher)).toBeGreaterThan(1)
  })

  it('no longer finds a job that was given to another', async () => {
    const { id } = await add({ assigneeIds: [7] })
    await edit(id, { assigneeIds: [8] })
    expect((await test.call('GET', `/api/appointments/${id}`, { caller: maria })).status).toBe(404)
    expect((await edit(id, { status: 'completed' }, maria)).status).toBe(404)
  })
})

describe('what a member may change of an own job', () => {
  it('is progress and notes for a limited worker', async () => {
    const { id } = await add({ assigneeIds: [8] })
    expect((await edit(id, { status: 'in_progress' }, tom)).json.status).toBe('in_progress')
    expect((await edit(id, { status: 'completed', notes: 'Valve replaced' }, tom)).status).toBe(200)
    for (const body of [
      { title: 'Painting' },
      { scheduledDate: '2026-11-25T15:00:00Z' },
      { assigneeIds: [] },
      { customerId: ann + 1 },
      { actualPrice: '1' },
      { status: 'completed', estimatedPrice: null },
      { status: 'cancelled' },
    ])
      expect([body, (await edit(id, body, tom)).status]).toEqual([body, 403])
    // a start by mistake is taken back
    const { id: started } = await add({ assigneeIds: [8] })
    await edit(started, { status: 'in_progress' }, tom)
    expect((await edit(started, { status: 'scheduled' }, tom)).status).toBe(200)
  })

  it('is also text, time and price for a worker, but neither who does it nor whose it is', async () => {
    const job = await add({ assigneeIds: [7] })
    const { id, customerId, assigneeIds } = job
    const whole = { customerId, assigneeIds, title: 'Painting', duration: 60, actualPrice: '80.00' }
    expect((await edit(id, whole, maria)).json).toMatchObject({ title: 'Painting', actualPrice: '80.00' })
    expect((await edit(id, { assigneeIds: [7, 8] }, maria)).status).toBe(403)
    expect((await edit(id, { customerId: await addCustomer(test) }, maria)).status).toBe(403)
  })

  it('has no prices where they may not be seen', async () => {
    const { id } = await add({ assigneeIds: [8] })
    const { text, json } = await test.call<Appointment>('GET', `/api/appointments/${id}`, { caller: tom })
    expect(text).not.toContain('112.50')
    expect(json).not.toHaveProperty('estimatedPrice')
    expect((await test.call('GET', `/api/appointments/${id}`, { caller: dispatcher })).text).toContain(
      '"112.50"',
    )
  })

  it('is nothing for who only looks, and nothing of the job of another', async () => {
    const { id } = await add({ assigneeIds: [8] })
    expect((await edit(id, { status: 'completed' }, as(3, 'bookkeeper'))).status).toBe(403)
    expect((await edit(id, { status: 'completed' }, maria)).status).toBe(404)
  })
})

describe('being on the way', () => {
  const today = '2026-11-21T18:00:00.000Z'
  const depart = (id: number, caller: Partial<Caller>) =>
    test.call<AppointmentDetails>('PATCH', `/api/appointments/${id}/depart`, { caller })

  it('is noted by who does the job, once for all their devices', async () => {
    const { id } = await add({ assigneeIds: [7, 8], scheduledDate: today })
    const first = await depart(id, tom)
    expect(first.json.onTheWaySince).toBe('2026-11-21T15:00:00.000Z')
    expect(first.headers.get('etag')).toBe(first.json.etag)
    expect(await depart(id, maria)).toMatchObject({
      status: 200,
      json: { onTheWaySince: '2026-11-21T15:00:00.000Z' },
    })
    expect(await typesOf(id)).toEqual(['AppointmentScheduled', 'AppointmentCrewDeparted'])
    const listed = await listAppointments(test, '?from=2026-11-21&to=2026-11-21')
    expect(listed.find((it) => it.id === id)?.onTheWaySince).toBe('2026-11-21T15:00:00.000Z')
  })

  it('is noted by the dispatcher, too, and neither by who only looks nor for the job of another', async () => {
    const { id } = await add({ assigneeIds: [8], scheduledDate: today })
    expect((await depart(id, as(3, 'bookkeeper'))).status).toBe(403)
    expect((await depart(id, maria)).status).toBe(404)
    expect(await typesOf(id)).toEqual(['AppointmentScheduled'])
    expect((await depart(id, dispatcher)).status).toBe(200)
  })

  it('is refused of another day', async () => {
    const { id } = await add({ assigneeIds: [7] })
    expect((await depart(id, maria)).status).toBe(409)
    expect((await depart(999_999, maria)).status).toBe(404)
  })

  it('comes back with a job that was deleted by mistake', async () => {
    const { id } = await add({ assigneeIds: [7], scheduledDate: today })
    await depart(id, maria)
    await test.call('DELETE', `/api/appointments/${id}`)
    const { json } = await test.call<AppointmentDetails>('POST', `/api/appointments/${id}/changes/3/restore`)
    expect(json.onTheWaySince).toBe('2026-11-21T15:00:00.000Z')
  })
})
