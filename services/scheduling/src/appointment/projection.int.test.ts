import { fold, readStream } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import { rebuildProjection, verifyProjection } from '@plumbline/platform/projections'
import { testKeyring } from '@plumbline/platform/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppointmentEdit, appointmentStatuses } from '../api.ts'
import type { AppointmentEvent } from '../events.ts'
import { metadata, type Scheduling, startScheduling } from '../testing.ts'
import { appointment } from './decider.ts'
import { appointments } from './projection.ts'

let app: Scheduling
let customerIds: number[]
beforeAll(async () => {
  app = await startScheduling()
  customerIds = [await app.customer(), await app.customer({ address: null })]
})
afterAll(() => app.stop())

const text = fc.option(fc.string({ unit: 'grapheme', maxLength: 20 }).map((it) => it.replaceAll('\0', '')))
const price = fc.option(fc.nat(99_999_999).map(moneyText))
const customerId = fc.nat(1).map((i) => customerIds[i] as number)
const scheduledDate = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  .map((it) => it.toISOString())
const form = fc.record(
  {
    customerId,
    title: fc.constantFrom('General Repairs', 'Painting & Finishing'),
    scheduledDate,
    description: text,
    notes: text,
    address: text,
    duration: fc.integer({ min: 1, max: 600 }),
    estimatedPrice: price,
  },
  { requiredKeys: ['customerId', 'title', 'scheduledDate'] },
)
const edit: fc.Arbitrary<AppointmentEdit> = fc.record(
  {
    customerId,
    title: fc.constantFrom('General Repairs', 'Old Title'),
    scheduledDate,
    description: text,
    notes: text,
    address: text,
    duration: fc.integer({ min: 1, max: 600 }),
    estimatedPrice: price,
    actualPrice: price,
    status: fc.constantFrom(...appointmentStatuses),
  },
  { requiredKeys: [] },
)
const command = fc.oneof(
  { weight: 8, arbitrary: edit },
  fc.constant('cancel' as const),
  fc.constant('delete' as const),
)

const perform = (id: number, it: AppointmentEdit | 'cancel' | 'delete'): Promise<unknown> => {
  const now = new Date('2026-11-21T15:00:00Z')
  if (it === 'cancel') return app.scheduling.cancelAppointment(id, metadata, now)
  if (it === 'delete') return app.scheduling.deleteAppointment(id, metadata, now)
  return app.scheduling.editAppointment(id, it, metadata, now)
}
const refused = (error: { code?: string }) => {
  if (error.code !== 'conflict' && error.code !== 'not-found') throw error
}
const row = async (id: number) =>
  (await app.owner.query('SELECT * FROM scheduling.appointments WHERE id = $1', [id])).rows[0]

it('whatever is done, the row is the fold of the events, and rebuilt it is the same', async () => {
  await fc.assert(
    fc.asyncProperty(form, fc.array(command, { maxLength: 8 }), async (booked, commands) => {
      const { id } = await app.scheduling.scheduleAppointment(
        booked,
        metadata,
        new Date('2026-11-20T12:00:00Z'),
      )
      for (const it of commands) await perform(id, it).catch(refused)
      const events = await readStream<AppointmentEvent>(app.owner, `appointment-${id}`, {
        keyring: testKeyring,
      })
      const { version, visit } = fold(appointment, events)
      const live = await row(id)
      if (typeof visit === 'string') return void expect(live).toBeUndefined()
      const cents = (it: number | null) => (it === null ? null : moneyText(it))
      expect(live).toMatchObject({
        customer_id: visit.customerId,
        title: visit.title,
        description: visit.description,
        notes: visit.notes,
        address: visit.address,
        starts_at: visit.startsAt,
        ends_at: new Date(Date.parse(visit.startsAt) + visit.durationMinutes * 60_000).toISOString(),
        duration_minutes: visit.durationMinutes,
        status: visit.status,
        estimated_price: cents(visit.estimatedCents),
        actual_price: cents(visit.actualCents),
        version,
      })
    }),
    { numRuns: 60 },
  )
  const target = { projection: appointments, schema: 'scheduling', role: 'plumbline_scheduling' }
  const options = { pool: app.owner, keyring: testKeyring }
  const verified = await verifyProjection(target, options)
  expect(verified.rows).toBeGreaterThan(10)
  expect(verified.differences).toEqual([])
  await rebuildProjection(target, options)
  expect((await verifyProjection(target, options)).differences).toEqual([])
})

it('verification sees a row that was changed by hand', async () => {
  const { id } = await app.book({ customerId: customerIds[0] })
  await app.owner.query('UPDATE scheduling.appointments SET notes = NULL WHERE id = $1', [id])
  const target = { projection: appointments, schema: 'scheduling', role: 'plumbline_scheduling' }
  const { differences } = await verifyProjection(target, { pool: app.owner, keyring: testKeyring })
  expect(differences).toEqual([String(id)])
})
