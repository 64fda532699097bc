import { appendEvents } from '@plumbline/platform/event-store'
import { connectionOf, migrate } from '@plumbline/platform/migrate'
import { type AnyProjection, dropVersion, rebuildProjection } from '@plumbline/platform/projections'
import { processBatch, projectionSubscription } from '@plumbline/platform/subscriptions'
import { testMetadata as metadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ActivityItem, DashboardStats } from '../api.ts'
import { insights } from '../service.ts'
import {
  appointment,
  clear,
  type InsightsUnderTest,
  lead,
  payment,
  publish,
  startInsights,
} from '../testing.ts'
import { revenue } from './revenue.ts'

let test: InsightsUnderTest

beforeAll(async () => {
  test = await startInsights()
})
afterAll(() => test.stop())
beforeEach(() => clear(test))

const stats = async () => (await test.call<DashboardStats>('GET', '/api/dashboard/stats')).json

describe('the figures of the dashboard', () => {
  it('leave out a lead that was spam', async () => {
    await publish(test, lead(1, '2026-11-01T12:00:00.000Z'), lead(2, '2026-11-20T12:00:00.000Z'))
    expect(await stats()).toMatchObject({ newLeads: 2, trends: { newLeads: '+1 this week' } })
    await publish(test, { type: 'LeadRemoved', data: { leadId: 2, removedAt: '2026-11-20T13:00:00.000Z' } })
    expect(await stats()).toMatchObject({ newLeads: 1, trends: { newLeads: '+0 this week' } })
    const { json: items } = await test.call<ActivityItem[]>('GET', '/api/activity?record=lead-2')
    expect(items.map(({ title, restore, link }) => [title, restore, link])).toEqual([
      ['Lead deleted as spam', '/api/leads/2/changes/2/restore', null],
      ['Requested an estimate', null, null],
    ])
  })

  it('have no trend in an empty business', async () => {
    expect(await stats()).toEqual({
      totalRevenue: '0.00',
      activeJobs: 0,
      newLeads: 0,
      satisfaction: 4.9,
      trends: { totalRevenue: null, activeJobs: null, newLeads: null, satisfaction: null },
    })
  })

  it('are payments less refunds, open appointments and new leads', async () => {
    await publish(
      test,
      payment(1, 112_550, '2026-10-05'),
      payment(2, 20_000, '2026-11-05'),
      payment(3, 105_000, '2026-11-06'),
      {
        type: 'PaymentRefunded',
        data: {
          invoiceId: 5,
          customerId: 1,
          paymentId: 2,
          amountCents: 5_005,
          refundedOn: '2026-11-07',
          recordedAt: '2026-11-07T12:00:00.000Z',
        },
      },
      appointment(1, 1, '2026-11-01T12:00:00.000Z'),
      appointment(2, 1, '2026-11-19T12:00:00.000Z'),
      appointment(3, 1, '2026-11-20T12:00:00.000Z'),
      { type: 'AppointmentStarted', data: { appointmentId: 2, startedAt: '2026-11-20T13:00:00.000Z' } },
      lead(1, '2026-11-01T12:00:00.000Z'),
      lead(2, '2026-11-20T12:00:00.000Z'),
      {
        type: 'LeadStatusChanged',
        data: { leadId: 1, status: 'quoted', changedAt: '2026-11-02T12:00:00.000Z' },
      },
    )
    expect(await stats()).toEqual({
      totalRevenue: '2325.45',
      activeJobs: 3,
      newLeads: 1,
      satisfaction: 4.9,
      trends: {
        totalRevenue: '+6.6% from last month',
        activeJobs: '+2 from last week',
        newLeads: '+1 this week',
        satisfaction: null,
      },
    })
  })

  it('count payments of more cents than 32 bits hold', async () => {
    await publish(test, payment(1, 2_500_000_000, '2026-11-05'), payment(2, 9_999_999_999, '2026-11-05'))
    expect((await stats()).totalRevenue).toBe('124999999.99')
    await publish(test, payment(3, 1, '2026-11-05'))
    expect((await stats()).totalRevenue).toBe('125000000.00')
    expect((await test.owner.query('SELECT 1 FROM es.parked')).rowCount).toBe(0)
  })

  it('are complete after an upgrade, with events that the release before had dead-lettered', async () => {
    const { owner, database } = test
    const projection = revenue as unknown as AnyProjection
    // as version 2 left it: a column of 32 bits, and the stream of the payment that did not fit dead-lettered
    const narrow = {
      ...projection,
      version: 2,
      columns: { ...projection.columns, cents: { type: 'integer', isNullable: false } },
    }
    const releaseBefore = { ...insights.schema, asyncProjections: [narrow] }
    await migrate(owner, [releaseBefore])
    const before = projectionSubscription('insights', narrow)
    for (const event of [payment(1, 100, '2026-11-04'), payment(2, 2_500_000_000, '2026-11-05')])
      await appendEvents(owner, { stream: 'invoice-5', expectedVersion: 'any', events: [event], metadata })
    const pool = database.pool({ ...connectionOf(releaseBefore), max: 1 })
    await processBatch(pool, before, { isolate: true })
    const parked = async () => (await owner.query('SELECT version FROM es.parked')).rows
    expect(await parked()).toEqual([{ version: 2 }])

    await rebuildProjection(
      { projection, schema: 'insights', role: 'plumbline_insights', async: true },
      { pool: owner },
    )
    expect(await parked()).toEqual([{ version: 2 }])
    expect((await owner.query('SELECT sum(cents) FROM revenue')).rows).toEqual([{ sum: '2500000100' }])
    await dropVersion(owner, { name: 'insights.revenue', version: 2 })
    expect(await parked()).toEqual([])
  })

  it('count an appointment as closed from the day it was completed', async () => {
    await publish(test, appointment(1, 1, '2026-11-01T12:00:00.000Z'), {
      type: 'AppointmentCompleted',
      data: { appointmentId: 1, completedAt: '2026-11-18T12:00:00.000Z' },
    })
    expect(await stats()).toMatchObject({ activeJobs: 0, trends: { activeJobs: '-1 from last week' } })
    test.clock.now = new Date('2026-11-27T15:00:00Z')
    expect(await stats()).toMatchObject({ trends: { activeJobs: '+0 from last week' } })
    await publish(test, {
      type: 'AppointmentReopened',
      data: { appointmentId: 1, reopenedAt: '2026-11-27T14:00:00.000Z' },
    })
    expect(await stats()).toMatchObject({ activeJobs: 1 })
  })
})

describe('a business in Auckland', () => {
  it('counts the revenue of its month, and reads times by its clocks', async () => {
    const payments = [payment(1, 10_000, '2026-09-01'), payment(2, 15_000, '2026-10-01')]
    await publish(test, ...payments, appointment(1, 1, '2026-09-29T12:00:00.000Z'))
    // the first of October there
    test.clock.now = new Date('2026-09-30T12:00:00Z')
    const trend = async () => (await stats()).trends.totalRevenue
    const titles = async () => {
      const { json } = await test.call<ActivityItem[]>('GET', '/api/activity')
      return json.map(({ title }) => title.replaceAll('\u202f', ' '))
    }
    expect(await trend()).toBeNull()
    expect(await titles()).toContain('General Repairs scheduled for Nov 24, 2026, 10:00 AM')
    const data = { from: '2026-01-01', timeZone: 'Pacific/Auckland', changedAt: '2026-01-01T12:00:00.000Z' }
    await test.appendForeign('business-1', { type: 'TimeZoneSet', data })
    expect(await trend()).toBe('+50% from last month')
    expect(await titles()).toContain('General Repairs scheduled for Nov 25, 2026, 4:00 AM')
  })
})
