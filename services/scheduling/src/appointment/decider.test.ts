import { givenEvents } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import type { AppointmentEvent } from '../events.ts'
import { type AppointmentCommand, appointmentDecider } from './decider.ts'
import type { Appointment, AppointmentPlan } from './record.ts'

const now = '2026-11-21T15:00:00.000Z'
const details: AppointmentPlan = {
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
const schedule: AppointmentCommand = { type: 'ScheduleAppointment', ...at, details, now }
const edit = (changes: Partial<Appointment>): AppointmentCommand => ({
  type: 'EditAppointment',
  ...at,
  changes,
  now,
})
const cancel: AppointmentCommand = { type: 'CancelAppointment', ...at, now }
const remove: AppointmentCommand = { type: 'DeleteAppointment', ...at, now }

const scheduled: AppointmentEvent = {
  type: 'AppointmentScheduled',
  data: { ...at, ...details, scheduledAt: now },
}
const started: AppointmentEvent = { type: 'AppointmentStarted', data: { ...at, startedAt: now } }
const completed: AppointmentEvent = { type: 'AppointmentCompleted', data: { ...at, completedAt: now } }
const reopened: AppointmentEvent = { type: 'AppointmentReopened', data: { ...at, reopenedAt: now } }
const deleted: AppointmentEvent = { type: 'AppointmentDeleted', data: { ...at, deletedAt: now } }
const cancelled = (notify: boolean, more: object = {}): AppointmentEvent => ({
  type: 'AppointmentCancelled',
  data: { ...at, customerId: 3, startsAt: details.startsAt, notify, cancelledAt: now, ...more },
})

describe('an appointment', () => {
  it('is scheduled with the details of the form', () => {
    givenEvents(appointmentDecider).when(schedule).thenEvents([scheduled])
  })

  it('ignores a second ScheduleAppointment', () => {
    givenEvents(appointmentDecider, [scheduled]).when(schedule).thenEvents([])
  })

  it('records no event for an edit without a difference', () => {
    givenEvents(appointmentDecider, [scheduled])
      .when(edit({ ...details, status: 'scheduled', actualCents: null }))
      .thenEvents([])
  })

  it('records one event per kind of difference, with the changed fields only', () => {
    givenEvents(appointmentDecider, [scheduled])
      .when(edit({ ...details, startsAt: '2026-11-24T14:00:00.000Z', notes: null, actualCents: 9_000 }))
      .thenEvents([
        { type: 'AppointmentDescribed', data: { ...at, customerId: 3, notes: null, changedAt: now } },
        {
          type: 'AppointmentRescheduled',
          data: { ...at, startsAt: '2026-11-24T14:00:00.000Z', changedAt: now },
        },
        { type: 'AppointmentRepriced', data: { ...at, actualCents: 9_000, changedAt: now } },
      ])
  })

  it('repeats its personal texts when it is reassigned to another customer', () => {
    givenEvents(appointmentDecider, [scheduled])
      .when(edit({ customerId: 4, title: 'Painting', notes: 'Cat' }))
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

  it('can be edited to any status, and an edit to cancelled does not notify the customer', () => {
    const editStatus = (status: Appointment['status']) => edit({ status })
    givenEvents(appointmentDecider, [scheduled]).when(editStatus('in_progress')).thenEvents([started])
    givenEvents(appointmentDecider, [scheduled, started])
      .when(editStatus('completed'))
      .thenEvents([completed])
    givenEvents(appointmentDecider, [scheduled, completed])
      .when(editStatus('scheduled'))
      .thenEvents([reopened])
    givenEvents(appointmentDecider, [scheduled, cancelled(true)])
      .when(editStatus('scheduled'))
      .thenEvents([reopened])
    givenEvents(appointmentDecider, [scheduled])
      .when(editStatus('cancelled'))
      .thenEvents([cancelled(false)])
  })

  it('is cancelled at the new time when one edit reschedules and cancels it', () => {
    const startsAt = '2026-11-25T14:00:00.000Z'
    givenEvents(appointmentDecider, [scheduled])
      .when(edit({ startsAt, status: 'cancelled' }))
      .thenEvents([
        { type: 'AppointmentRescheduled', data: { ...at, startsAt, changedAt: now } },
        cancelled(false, { startsAt }),
      ])
  })

  it('can be cancelled while it is scheduled, which notifies the customer', () => {
    givenEvents(appointmentDecider, [scheduled])
      .when(cancel)
      .thenEvents([cancelled(true)])
    givenEvents(appointmentDecider, [scheduled, started, reopened])
      .when(cancel)
      .thenEvents([cancelled(true)])
  })

  it.each([
    ['started', started],
    ['completed', completed],
    ['cancelled', cancelled(true)],
  ])('cannot be cancelled once it is %s', (_, event) => {
    givenEvents(appointmentDecider, [scheduled, event])
      .when(cancel)
      .thenRefused('Only a scheduled appointment can be cancelled.')
  })

  it('can be deleted in any status', () => {
    givenEvents(appointmentDecider, [scheduled]).when(remove).thenEvents([deleted])
    givenEvents(appointmentDecider, [scheduled, completed]).when(remove).thenEvents([deleted])
  })

  it.each([edit({}), cancel, remove])('rejects $type when it does not exist or was deleted', (command) => {
    givenEvents(appointmentDecider).when(command).thenRefused('Appointment not found')
    givenEvents(appointmentDecider, [scheduled, deleted]).when(command).thenRefused('Appointment not found')
  })

  it('has the version of its stream', () => {
    const events = [scheduled, started, deleted]
    expect(events.reduce(appointmentDecider.evolve, appointmentDecider.initialState()).version).toBe(3)
  })
})
