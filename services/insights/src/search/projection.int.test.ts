import { customerSubject, leadSubject } from '@plumbline/crm/events'
import { eraseSubjects } from '@plumbline/platform/encryption'
import { testKeyring, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insights } from '../service.ts'
import type { SourceEvent } from '../source.ts'
import { clear, type InsightsUnderTest, merged, publish, startInsights } from '../testing.ts'
import { drafted, issued, job, lead, message, person, questionsTo } from './testing.ts'

let test: InsightsUnderTest
let { search, find } = {} as ReturnType<typeof questionsTo>

beforeAll(async () => {
  test = await startInsights()
  ;({ search, find } = questionsTo(test))
})
afterAll(() => test.stop())
beforeEach(() => clear(test))

describe('customers who change', () => {
  it('are found by what they are called now, and their records are not written again', async () => {
    await publish(test, person(1, { lastName: 'Vogel' }), job(1, 1))
    const place = () =>
      test.owner.query(`SELECT ctid, xmin FROM search_documents WHERE stream = 'appointment-1'`)
    const before = (await place()).rows
    await publish(test, {
      type: 'CustomerDetailsChanged',
      data: {
        customerId: 1,
        lastName: 'Krause',
        phone: '984 300 4000',
        changedAt: '2026-11-07T12:00:00.000Z',
      },
    })
    expect(await find('krause')).toEqual(['customer 1', 'appointment 1'])
    expect(await find('9843004000')).toEqual(['customer 1', 'appointment 1'])
    expect(await find('vogel')).toEqual([])
    expect((await place()).rows).toEqual(before)
  })

  it('are found once after a merge, and with the records of both', async () => {
    await publish(
      test,
      person(1, { firstName: 'Anne', lastName: 'Vogel' }),
      person(2, { firstName: 'Anna', lastName: 'Krause' }),
      person(3, { firstName: 'Anna', lastName: 'Vogel' }),
      job(1, 1),
      message(2, 2, 'Hello there'),
    )
    expect(await find('vogel')).toEqual(['customer 3', 'customer 1', 'appointment 1'])
    await publish(test, merged(1, 2), merged(2, 3))
    expect(await find('vogel')).toEqual(['customer 3', 'appointment 1', 'message 2'])
    expect(await find('krause')).toEqual([])
    const [group] = await search('hello')
    expect(group?.hits).toMatchObject([{ id: 2, customerId: 3, title: 'Anna Vogel' }])
    // the words of one are in the message, those of the other in the survivor
    expect(await find('hello anna')).toEqual(['message 2'])
  })

  it('are not found when they are removed, nor are deleted appointments', async () => {
    await publish(
      test,
      person(1, { lastName: 'Vogel' }),
      person(2, { lastName: 'Vogel' }),
      job(1, 2),
      job(2, 2),
    )
    expect(await find('vogel')).toHaveLength(4)
    await publish(
      test,
      { type: 'CustomerRemoved', data: { customerId: 1, removedAt: '2026-11-08T12:00:00.000Z' } },
      { type: 'AppointmentDeleted', data: { appointmentId: 1, deletedAt: '2026-11-08T12:00:00.000Z' } },
    )
    expect(await find('vogel')).toEqual(['customer 2', 'appointment 2'])
  })

  it('of a lead are found as they were changed, not while it is removed, and again when it is restored', async () => {
    const received = lead(3, { lastName: 'Vogel', projectDescription: 'Pergola' })
    const at = '2026-11-08T12:00:00.000Z'
    const details = { lastName: 'Specht', phone: '919 555 0166' }
    await publish(test, received, {
      type: 'LeadDetailsChanged',
      data: { leadId: 3, ...details, changedAt: at },
    })
    const found = async () => [await find('vogel'), await find('specht pergola'), await find('9195550166')]
    expect(await found()).toEqual([[], ['lead 3'], ['lead 3']])
    await publish(test, { type: 'LeadRemoved', data: { leadId: 3, removedAt: at } })
    expect(await found()).toEqual([[], [], []])
    await publish(test, {
      type: 'LeadRestored',
      data: {
        ...(received as Extract<SourceEvent, { type: 'LeadReceived' }>).data,
        ...details,
        ...{ status: 'new', lostReason: null, followUpOn: null, notes: null, estimatedCents: null },
        restoredAt: at,
      },
    })
    expect(await found()).toEqual([[], ['lead 3'], ['lead 3']])
  })

  it('are not found when they are erased, nor what they wrote or where they live', async () => {
    // ids of this test alone: the keys of these people are gone for good
    await publish(
      test,
      person(881, { lastName: 'Vogel' }),
      lead(882, { lastName: 'Vogel', projectDescription: 'Pergola' }),
      {
        type: 'LeadConverted',
        data: { leadId: 882, customerId: 881, convertedAt: '2026-11-04T12:00:00.000Z' },
      },
      job(883, 881, { address: '9 Depot Ln' }),
      drafted(884, 881),
      issued(884, 31),
      message(885, 881, 'My name is Vogel'),
      person(886, { lastName: 'Vogelsang' }),
    )
    expect(await find('vogel')).toHaveLength(6)
    expect(await find('depot')).toEqual(['appointment 883'])
    const { owner: pool, clock } = test
    const targets = (insights.schema.asyncProjections ?? []).map((projection) => ({
      projection,
      schema: 'insights',
      role: 'plumbline_insights',
      async: true,
    }))
    await eraseSubjects([customerSubject(881), leadSubject(882)], {
      pool,
      keyring: testKeyring,
      targets,
      metadata: testMetadata,
      now: clock.now,
    })
    expect(await find('vogel')).toEqual(['customer 886'])
    for (const q of ['pergola', 'depot', 'erased', '[erased]', 'c881@x.test', '#881', '#882', '#885'])
      expect(await find(q), q).toEqual([])
    const { rows } = await pool.query(
      `SELECT stream FROM insights.search_documents WHERE facts::text LIKE '%Vogel%' ORDER BY stream`,
    )
    expect(rows).toEqual([{ stream: 'customer-886' }])
    // the books keep the invoice
    expect(await search('INV-31')).toMatchObject([{ hits: [{ id: 884, title: 'INV-000031 · [erased]' }] }])
  })
})

describe('statuses', () => {
  const subtitleOf = async (q: string) => (await search(q))[0]?.hits[0]?.subtitle
  const at = '2026-11-09T12:00:00.000Z'
  const pay = (paymentId: number, amountCents: number): SourceEvent => ({
    type: 'PaymentReceived',
    data: {
      invoiceId: 1,
      customerId: 1,
      paymentId,
      amountCents,
      method: 'cash',
      paidOn: '2026-11-09',
      recordedAt: at,
    },
  })

  it('of an invoice follow its events', async () => {
    await publish(test, person(1), drafted(1, 1), issued(1, 1), pay(1, 123_000))
    expect(await subtitleOf('INV-1')).toBe('$1,234.50 · Pending')
    await publish(test, { type: 'InvoiceOverdue', data: { invoiceId: 1, dueOn: '2026-12-01', markedAt: at } })
    expect(await subtitleOf('INV-1')).toBe('$1,234.50 · Overdue')
    await publish(test, pay(2, 450))
    expect(await subtitleOf('INV-1')).toBe('$1,234.50 · Paid')
    await publish(test, {
      type: 'PaymentRefunded',
      data: {
        invoiceId: 1,
        customerId: 1,
        paymentId: 2,
        amountCents: 450,
        refundedOn: '2026-11-09',
        recordedAt: at,
      },
    })
    expect(await subtitleOf('INV-1')).toBe('$1,234.50 · Pending')
    await publish(test, { type: 'InvoiceVoided', data: { invoiceId: 1, voidedAt: at } })
    expect(await subtitleOf('INV-1')).toBe('$1,234.50 · Void')
  })

  it('of an appointment follow its events, and so does its time', async () => {
    await publish(test, person(1), job(1, 1), {
      type: 'AppointmentStarted',
      data: { appointmentId: 1, startedAt: at },
    })
    expect(await subtitleOf('#1 repairs')).toMatch(/^Nov 24, 2026, 10:00.AM · In Progress$/)
    await publish(
      test,
      { type: 'AppointmentReopened', data: { appointmentId: 1, reopenedAt: at } },
      {
        type: 'AppointmentRescheduled',
        data: { appointmentId: 1, startsAt: '2026-07-01T15:00:00.000Z', changedAt: at },
      },
    )
    expect(await subtitleOf('#1 repairs')).toMatch(/^Jul 1, 2026, 11:00.AM · Scheduled$/)
    await publish(test, {
      type: 'AppointmentRescheduled',
      data: { appointmentId: 1, anytime: true, changedAt: at },
    })
    expect(await subtitleOf('#1 repairs')).toBe('Jul 1, 2026 · Scheduled')
  })
})

it('a rebuild makes the rows that following the log made', async () => {
  await publish(
    test,
    person(1, { phone: '919 555 0104' }),
    person(2),
    lead(3),
    job(4, 1),
    drafted(5, 2),
    issued(5, 1),
    message(6, 2, 'Hello'),
    merged(1, 2),
  )
  expect(await test.differences()).toEqual([])
  await test.owner.query(`UPDATE insights.search_documents SET lead_text = ' lost' WHERE stream = 'lead-3'`)
  expect(await test.differences()).toEqual(['lead-3'])
  await test.rebuild()
  expect(await find('bo dee')).toEqual(['lead 3'])
})
