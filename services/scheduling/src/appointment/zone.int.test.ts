import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppointmentDetails } from '../api.ts'
import { scheduling } from '../service.ts'
import { addCustomer, type SchedulingTest, sampleForm, testOptions } from '../testing.ts'

describe.each([
  {
    zone: 'Pacific/Auckland',
    // clocks go forward from two to three in the morning
    day: '2026-09-27',
    begins: '2026-09-26T12:00:00.000Z',
    nine: '2026-09-26T20:00:00.000Z',
    ends: '2026-09-27T11:00:00.000Z',
  },
  {
    zone: 'America/Denver',
    // clocks go back from two to one in the morning
    day: '2026-11-01',
    begins: '2026-11-01T06:00:00.000Z',
    nine: '2026-11-01T16:00:00.000Z',
    ends: '2026-11-02T07:00:00.000Z',
  },
])('a business in $zone', ({ zone, day, begins, nine, ends }) => {
  let test: SchedulingTest
  let customerId: number
  beforeAll(async () => {
    test = await startServiceForTest(scheduling, testOptions)
    customerId = await addCustomer(test)
    const data = { from: '2026-01-01', timeZone: zone, changedAt: '2026-01-01T12:00:00.000Z' }
    await test.appendForeign('business-1', { type: 'TimeZoneSet', data })
  })
  afterAll(() => test.stop())

  const post = (form: object) =>
    test.call<AppointmentDetails>('POST', '/api/appointments', {
      body: { ...sampleForm, customerId, ...form },
    })
  const starts = async (path: string) =>
    (await test.call<AppointmentDetails[]>('GET', path)).json.map(({ scheduledDate }) => scheduledDate)

  it('reads a time without an offset by its clocks', async () => {
    expect((await post({ scheduledDate: `${day}T09:00` })).json.scheduledDate).toBe(nine)
  })

  it('lists what begins between its midnights as of a day', async () => {
    const lastMinute = new Date(Date.parse(ends) - 60_000).toISOString()
    for (const scheduledDate of [begins, lastMinute, ends]) await post({ scheduledDate, duration: 15 })
    expect(await starts(`/api/appointments?from=${day}&to=${day}`)).toEqual([begins, nine, lastMinute])
  })

  it('takes what began before its midnight as past, and nothing else', async () => {
    test.clock.now = new Date(ends)
    expect(await starts('/api/appointments?period=upcoming')).toEqual([ends])
    test.clock.now = new Date(Date.parse(ends) - 1)
    expect(await starts('/api/appointments?period=upcoming')).toHaveLength(4)
  })
})
