import { type CommandOrigin, fold, readStream } from '@plumbline/platform/event-store'
import { moneyText } from '@plumbline/platform/money'
import { startServiceForTest, testKeyring, testMetadata } from '@plumbline/platform/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AppointmentEdit, appointmentStatuses } from '../api.ts'
import type { AppointmentEvent } from '../events.ts'
import { scheduling } from '../service.ts'
import { addCustomer, type SchedulingTest, schedule, testOptions } from '../testing.ts'
import { appointmentDecider } from './decider.ts'

let test: SchedulingTest
let customerIds: number[]
beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  customerIds = [await addCustomer(test), await addCustomer(test, { address: null })]
})
afterAll(() => test.stop())

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

const origin: CommandOrigin = { metadata: testMetadata, now: new Date('2026-11-21T15:00:00Z') }
const perform = (id: number, it: AppointmentEdit | 'cancel' | 'delete'): Promise<unknown> => {
  if (it === 'cancel') return test.commands.cancelAppointment(origin, id)
  if (it === 'delete') return test.commands.deleteAppointment(origin, id)
  return test.commands.editAppointment(origin, id, it)
}
const ignoreRejection = (error: { code?: string }) => {
  if (error.code !== 'conflict' && error.code !== 'not-found') throw error
}
const row = async (id: number) =>
  (await test.owner.query('SELECT * FROM scheduling.appointments WHERE id = $1', [id])).rows[0]

it('has the row that the decider folds from the events, after any commands and after a rebuild', async () => {
  await fc.assert(
    fc.asyncProperty(form, fc.array(command, { maxLength: 8 }), async (form, commands) => {
      const { id } = await test.commands.scheduleAppointment(
        { ...origin, now: new Date('2026-11-20T12:00:00Z') },
        form,
      )
      for (const it of commands) await perform(id, it).catch(ignoreRejection)
      const events = await readStream<AppointmentEvent>(test.owner, `appointment-${id}`, {
        keyring: testKeyring,
      })
      const { version, appointment } = fold(appointmentDecider, events)
      const stored = await row(id)
      if (typeof appointment === 'string') return void expect(stored).toBeUndefined()
      const cents = (it: number | null) => (it === null ? null : moneyText(it))
      expect(stored).toMatchObject({
        customer_id: appointment.customerId,
        title: appointment.title,
        description: appointment.description,
        notes: appointment.notes,
        address: appointment.address,
        starts_at: appointment.startsAt,
        ends_at: new Date(
          Date.parse(appointment.startsAt) + appointment.durationMinutes * 60_000,
        ).toISOString(),
        duration_minutes: appointment.durationMinutes,
        status: appointment.status,
        estimated_price: cents(appointment.estimatedCents),
        actual_price: cents(appointment.actualCents),
        version,
      })
    }),
    { numRuns: 60 },
  )
  const { rows } = await test.owner.query('SELECT count(*)::int AS count FROM scheduling.appointments')
  expect(rows[0].count).toBeGreaterThan(10)
  expect(await test.differences()).toEqual([])
  await test.rebuild()
  expect(await test.differences()).toEqual([])
})

it('is verified against the log, which finds a row that was changed by hand', async () => {
  const { id } = await schedule(test, { customerId: customerIds[0] })
  await test.owner.query('UPDATE scheduling.appointments SET notes = NULL WHERE id = $1', [id])
  expect(await test.differences()).toEqual([String(id)])
})
