import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../api.ts'
import { scheduling } from '../service.ts'
import {
  addCustomer,
  getAppointment,
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
})
afterAll(() => test.stop())

const add = (form: object = {}) => schedule(test, { customerId: ann, ...form })
const post = (form: object) =>
  test.call<{ fields?: object }>('POST', '/api/appointments', {
    body: { ...sampleForm, customerId: ann, ...form },
    headers: { accept: 'application/problem+json' },
  })
async function edit(id: number, body: object) {
  const { status, json } = await test.call<AppointmentDetails>('PUT', `/api/appointments/${id}`, { body })
  return { status, json }
}
// a Monday; the usual hours begin at eight in New York
const monday = '2026-11-23T14:00:00.000Z'
const opening = '2026-11-23T13:00:00.000Z'

describe('the time of an appointment', () => {
  it('is exact unless something else is promised', async () => {
    expect(await add()).toMatchObject({ scheduledDate: monday, arrivalWindow: 0, anytime: false })
  })

  it('may be a window from the start on', async () => {
    const { id } = await add({ arrivalWindow: 120 })
    expect(await getAppointment(test, id)).toMatchObject({ scheduledDate: monday, arrivalWindow: 120 })
  })

  it('may be only a day, which begins with the working hours', async () => {
    const created = await add({ anytime: true })
    expect(created).toMatchObject({ scheduledDate: opening, anytime: true, arrivalWindow: 0 })
    expect(await add({ anytime: true, scheduledDate: '2026-11-23' })).toMatchObject({
      scheduledDate: opening,
    })
    // a day off begins as work usually does
    const sunday = await add({ anytime: true, scheduledDate: '2026-11-22' })
    expect(sunday.scheduledDate).toBe('2026-11-22T13:00:00.000Z')
  })

  it.each([
    ['a window that is not offered', { arrivalWindow: 45 }],
    ['a window with any time of the day', { arrivalWindow: 60, anytime: true }],
  ])('is refused as %s', async (_, form) => {
    const { status, text } = await post(form)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toMatchObject({ errors: { arrivalWindow: expect.anything() } })
  })

  it('keeps of an edit what is left out', async () => {
    const { id } = await add({ arrivalWindow: 60 })
    const { json } = await edit(id, { scheduledDate: '2026-11-24T15:00:00.000Z' })
    expect(json).toMatchObject({ scheduledDate: '2026-11-24T15:00:00.000Z', arrivalWindow: 60 })
    expect((await edit(id, { notes: 'Two cats' })).json).toMatchObject({ arrivalWindow: 60 })
  })

  it('changes between a window, any time, and an exact time', async () => {
    const { id } = await add({ arrivalWindow: 60 })
    expect((await edit(id, { anytime: true })).json).toMatchObject({
      ...{ scheduledDate: opening, arrivalWindow: 0, anytime: true },
    })
    // on another day still at any time
    expect((await edit(id, { scheduledDate: '2026-11-25T20:00:00.000Z' })).json).toMatchObject({
      ...{ scheduledDate: '2026-11-25T13:00:00.000Z', anytime: true },
    })
    expect((await edit(id, { arrivalWindow: 30 })).status).toBe(400)
    const exact = { scheduledDate: '2026-11-25T20:00:00.000Z', anytime: false }
    expect((await edit(id, { ...exact, arrivalWindow: 30 })).json).toMatchObject({
      ...exact,
      arrivalWindow: 30,
    })
  })

  it('is what it was when a change is taken back', async () => {
    const { id } = await add({ arrivalWindow: 180 })
    await edit(id, { anytime: true })
    const restored = await test.call('POST', `/api/appointments/${id}/changes/2/restore`)
    expect(restored.status).toBe(200)
    const before = { scheduledDate: monday, arrivalWindow: 180, anytime: false }
    expect(await getAppointment(test, id)).toMatchObject(before)
    await test.call('DELETE', `/api/appointments/${id}`)
    await test.call('POST', `/api/appointments/${id}/changes/4/restore`)
    expect(await getAppointment(test, id)).toMatchObject(before)
  })

  it('of any time of a day stays when the working hours have changed, as long as the day does', async () => {
    const { id } = await add({ anytime: true })
    const now = test.clock.now.toISOString()
    await test.appendForeign('business-1', {
      type: 'HoursSet',
      data: {
        from: now.slice(0, 10),
        weekdays: {
          monday: { opens: '10:00', closes: '18:00' },
          tuesday: { opens: '10:00', closes: '18:00' },
        },
        changedAt: now,
      },
    })
    const unchanged = { scheduledDate: opening, arrivalWindow: 0, anytime: true }
    expect((await edit(id, { ...unchanged, notes: 'Two cats' })).json).toMatchObject(unchanged)
    expect((await edit(id, { scheduledDate: '2026-11-24' })).json).toMatchObject({
      scheduledDate: '2026-11-24T15:00:00.000Z',
    })
  })
})
