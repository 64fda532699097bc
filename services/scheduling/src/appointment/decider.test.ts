import { given } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import type { AppointmentEvent } from '../events.ts'
import { type AppointmentCommand, appointment, type Booking, type Visit } from './decider.ts'

const now = '2026-11-21T15:00:00.000Z'
const booking: Booking = {
  customerId: 3,
  title: 'General Repairs',
  description: 'Mend the porch',
  notes: 'Dog bites',
  address: null,
  startsAt: '2026-11-23T14:00:00.000Z',
  durationMinutes: 90,
  estimatedCents: 11_250,
}
const at = { appointmentId: 7 }
const schedule: AppointmentCommand = { type: 'ScheduleAppointment', ...at, booking, now }
const change = (changes: Partial<Visit>): AppointmentCommand => ({
  type: 'ChangeAppointment',
  ...at,
  changes,
  now,
})
const cancel: AppointmentCommand = { type: 'CancelAppointment', ...at, now }
const remove: AppointmentCommand = { type: 'DeleteAppointment', ...at, now }

const scheduled: AppointmentEvent = {
  type: 'AppointmentScheduled',
  data: { ...at, ...booking, scheduledAt: now },
}
const started: AppointmentEvent = { type: 'AppointmentStarted', data: { ...at, startedAt: now } }
const completed: AppointmentEvent = { type: 'AppointmentCompleted', data: { ...at, completedAt: now } }
const reopened: AppointmentEvent = { type: 'AppointmentReopened', data: { ...at, reopenedAt: now } }
const deleted: AppointmentEvent = { type: 'AppointmentDeleted', data: { ...at, deletedAt: now } }
const cancelled = (notify: boolean, more: object = {}): AppointmentEvent => ({
  type: 'AppointmentCancelled',
  data: { ...at, customerId: 3, startsAt: booking.startsAt, notify, cancelledAt: now, ...more },
})

describe('an appointment', () => {
  it('is scheduled with what was agreed', () => {
    given(appointment).when(schedule).thenEvents([scheduled])
  })

  it('is scheduled once', () => {
    given(appointment, [scheduled]).when(schedule).thenEvents([])
  })

  it('that is edited without a difference stays as it is', () => {
    given(appointment, [scheduled])
      .when(change({ ...booking, status: 'scheduled', actualCents: null }))
      .thenEvents([])
  })

  it('records only what is different', () => {
    given(appointment, [scheduled])
      .when(change({ ...booking, startsAt: '2026-11-24T14:00:00.000Z', notes: null, actualCents: 9_000 }))
      .thenEvents([
        { type: 'AppointmentDescribed', data: { ...at, customerId: 3, notes: null, changedAt: now } },
        {
          type: 'AppointmentRescheduled',
          data: { ...at, startsAt: '2026-11-24T14:00:00.000Z', changedAt: now },
        },
        { type: 'AppointmentRepriced', data: { ...at, actualCents: 9_000, changedAt: now } },
      ])
  })

  it('moved to another customer takes its words along', () => {
    given(appointment, [scheduled])
      .when(change({ customerId: 4, title: 'Painting', notes: 'Cat' }))
      .thenEvents([
        {
          type: 'AppointmentReassigned',
          data: {
            ...at,
            customerId: 4,
            description: 'Mend the porch',
            notes: 'Cat',
            address: null,
            changedAt: now,
          },
        },
        { type: 'AppointmentDescribed', data: { ...at, customerId: 4, title: 'Painting', changedAt: now } },
      ])
  })

  it('goes to any status by edit, and cancelling so tells nobody', () => {
    const status = (it: Visit['status']) => change({ status: it })
    given(appointment, [scheduled]).when(status('in_progress')).thenEvents([started])
    given(appointment, [scheduled, started]).when(status('completed')).thenEvents([completed])
    given(appointment, [scheduled, completed]).when(status('scheduled')).thenEvents([reopened])
    given(appointment, [scheduled, cancelled(true)])
      .when(status('scheduled'))
      .thenEvents([reopened])
    given(appointment, [scheduled])
      .when(status('cancelled'))
      .thenEvents([cancelled(false)])
  })

  it('cancelled in the edit that moves it would have been at the new time', () => {
    const startsAt = '2026-11-25T14:00:00.000Z'
    given(appointment, [scheduled])
      .when(change({ startsAt, status: 'cancelled' }))
      .thenEvents([
        { type: 'AppointmentRescheduled', data: { ...at, startsAt, changedAt: now } },
        cancelled(false, { startsAt }),
      ])
  })

  it('is cancelled while it is scheduled, and the customer is told', () => {
    given(appointment, [scheduled])
      .when(cancel)
      .thenEvents([cancelled(true)])
    given(appointment, [scheduled, started, reopened])
      .when(cancel)
      .thenEvents([cancelled(true)])
  })

  it.each([
    ['started', started],
    ['completed', completed],
    ['cancelled', cancelled(true)],
  ])('that is %s cannot be cancelled', (_, event) => {
    given(appointment, [scheduled, event])
      .when(cancel)
      .thenRefused('Only a scheduled appointment can be cancelled.')
  })

  it('is deleted in any status', () => {
    given(appointment, [scheduled]).when(remove).thenEvents([deleted])
    given(appointment, [scheduled, completed]).when(remove).thenEvents([deleted])
  })

  it.each([change({}), cancel, remove])('that is not there, or no more, takes no $type', (command) => {
    given(appointment).when(command).thenRefused('Appointment not found')
    given(appointment, [scheduled, deleted]).when(command).thenRefused('Appointment not found')
  })

  it('counts its versions', () => {
    const events = [scheduled, started, deleted]
    expect(events.reduce(appointment.evolve, appointment.initialState()).version).toBe(3)
  })
})
