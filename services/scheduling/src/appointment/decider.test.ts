import { givenEvents } from '@plumbline/platform/testing'
import { describe, expect, it } from 'vitest'
import type { AppointmentEvent } from '../events.ts'
import { type AppointmentCommand, appointmentDecider } from './decider.ts'
import {
  type Appointment,
  type AppointmentPlan,
  type AppointmentRecord,
  changesBy,
  isOnTheWay,
} from './record.ts'

const now = '2026-11-21T15:00:00.000Z'
const details: AppointmentPlan = {
  customerId: 3,
  title: 'General Repairs',
  description: 'Mend the porch',
  notes: 'Dog bites',
  address: null,
  startsAt: '2026-11-23T14:00:00.000Z',
  durationMinutes: 90,
  arrivalWindowMinutes: 0,
  anytime: false,
  assigneeIds: [],
  estimatedCents: 11_250,
}
const at = { appointmentId: 7 }
const given = (history: AppointmentEvent[] = []) => givenEvents(appointmentDecider, history, { id: 7, now })
const schedule: AppointmentCommand = { type: 'ScheduleAppointment', details }
const edit = (changes: Partial<Appointment>): AppointmentCommand => ({ type: 'EditAppointment', changes })
const cancel: AppointmentCommand = { type: 'CancelAppointment' }
const depart: AppointmentCommand = { type: 'Depart', timeZone: 'America/New_York' }
const remove: AppointmentCommand = { type: 'DeleteAppointment' }

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
    given().when(schedule).thenEvents([scheduled])
  })

  it('ignores a second ScheduleAppointment', () => {
    given([scheduled]).when(schedule).thenEvents([])
  })

  it('records no event for an edit without a difference', () => {
    given([scheduled])
      .when(edit({ ...details, status: 'scheduled', actualCents: null }))
      .thenEvents([])
  })

  it('records one event per kind of difference, with the changed fields only', () => {
    given([scheduled])
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

  it('is promised another window, or only its day, in an event that says just that', () => {
    const rescheduled = (data: object): AppointmentEvent => ({
      type: 'AppointmentRescheduled',
      data: { ...at, ...data, changedAt: now },
    })
    const ofWindow = rescheduled({ arrivalWindowMinutes: 120 })
    given([scheduled])
      .when(edit({ arrivalWindowMinutes: 120 }))
      .thenEvents([ofWindow])
    given([scheduled, ofWindow])
      .when(edit({ arrivalWindowMinutes: 120, anytime: false }))
      .thenEvents([])
    given([scheduled, ofWindow])
      .when(edit({ arrivalWindowMinutes: 0, anytime: true }))
      .thenEvents([rescheduled({ arrivalWindowMinutes: 0, anytime: true })])
  })

  it('has an exact time where its events are from before arrival windows', () => {
    const { arrivalWindowMinutes: _, anytime: __, ...before } = details
    const old: AppointmentEvent = {
      type: 'AppointmentScheduled',
      data: { ...at, ...before, scheduledAt: now },
    }
    given([old])
      .when(edit({ arrivalWindowMinutes: 0, anytime: false }))
      .thenEvents([])
    given([old])
      .when(cancel)
      .thenEvents([cancelled(true)])
  })

  it('says when it is cancelled what its customer was promised', () => {
    const promise = { arrivalWindowMinutes: 60 }
    given([{ type: 'AppointmentScheduled', data: { ...at, ...details, ...promise, scheduledAt: now } }])
      .when(cancel)
      .thenEvents([cancelled(true, promise)])
  })

  it('is agreed on anew when another time is promised, and not when it takes longer', () => {
    const agreedAtAfter = (data: object) =>
      changesBy({ type: 'AppointmentRescheduled', data: { ...at, ...data, changedAt: now } }).agreedAt
    expect(agreedAtAfter({ anytime: true })).toBe(now)
    expect(agreedAtAfter({ arrivalWindowMinutes: 0 })).toBe(now)
    expect(agreedAtAfter({ durationMinutes: 30 })).toBeUndefined()
  })

  it('repeats its personal texts when it is reassigned to another customer', () => {
    given([scheduled])
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
    given([scheduled]).when(editStatus('in_progress')).thenEvents([started])
    given([scheduled, started]).when(editStatus('completed')).thenEvents([completed])
    given([scheduled, completed]).when(editStatus('scheduled')).thenEvents([reopened])
    given([scheduled, cancelled(true)])
      .when(editStatus('scheduled'))
      .thenEvents([reopened])
    given([scheduled])
      .when(editStatus('cancelled'))
      .thenEvents([cancelled(false)])
  })

  it('is cancelled at the new time when one edit reschedules and cancels it', () => {
    const startsAt = '2026-11-25T14:00:00.000Z'
    given([scheduled])
      .when(edit({ startsAt, status: 'cancelled' }))
      .thenEvents([
        { type: 'AppointmentRescheduled', data: { ...at, startsAt, changedAt: now } },
        cancelled(false, { startsAt }),
      ])
  })

  it('can be cancelled while it is scheduled, which notifies the customer', () => {
    given([scheduled])
      .when(cancel)
      .thenEvents([cancelled(true)])
    given([scheduled, started, reopened])
      .when(cancel)
      .thenEvents([cancelled(true)])
  })

  it.each([
    ['started', started],
    ['completed', completed],
    ['cancelled', cancelled(true)],
  ])('cannot be cancelled once it is %s', (_, event) => {
    given([scheduled, event]).when(cancel).thenRefused('Only a scheduled appointment can be cancelled.')
  })

  describe('of today', () => {
    const ofToday: AppointmentEvent = {
      type: 'AppointmentScheduled',
      data: { ...at, ...details, startsAt: '2026-11-21T16:00:00.000Z', scheduledAt: now },
    }
    const departed: AppointmentEvent = { type: 'AppointmentCrewDeparted', data: { ...at, departedAt: now } }
    const moved = (startsAt: string): AppointmentEvent => ({
      type: 'AppointmentRescheduled',
      data: { ...at, startsAt, changedAt: now },
    })
    const assigned: AppointmentEvent = {
      type: 'AppointmentAssigned',
      data: { ...at, assigneeIds: [8], changedAt: now },
    }
    const reassigned: AppointmentEvent = {
      type: 'AppointmentReassigned',
      data: { ...at, customerId: 4, description: null, notes: null, address: null, changedAt: now },
    }
    const [tomorrow, later] = ['2026-11-22T16:00:00.000Z', '2026-11-21T18:00:00.000Z']
    const isComing = (...events: AppointmentEvent[]) => {
      const { appointment } = [ofToday, ...events].reduce(
        appointmentDecider.evolve,
        appointmentDecider.initialState(),
      )
      return isOnTheWay(appointment as AppointmentRecord)
    }

    it('is one that its crew is on the way to, which is noted once', () => {
      given([ofToday]).when(depart).thenEvents([departed])
      given([ofToday, departed]).when(depart).thenEvents([])
      given([ofToday, departed, moved(later)])
        .when(depart)
        .thenEvents([departed])
    })

    it.each([
      ['started', started],
      ['completed', completed],
      ['cancelled', cancelled(true)],
    ])('has nobody on the way once it is %s', (_, event) => {
      given([ofToday, event]).when(depart).thenRefused('This appointment has begun or is over.')
      expect(isComing(departed)).toBe(true)
      expect(isComing(departed, event)).toBe(false)
    })

    it('is told from one of another day by the clock of the business', () => {
      const refusal = 'This appointment is not today.'
      // in New York it is still the 20th
      given([ofToday, moved('2026-11-21T04:59:00.000Z')])
        .when(depart)
        .thenRefused(refusal)
      given([ofToday, moved('2026-11-21T05:00:00.000Z')])
        .when(depart)
        .thenEvents([departed])
      given([ofToday, moved('2026-11-22T05:00:00.000Z')])
        .when(depart)
        .thenRefused(refusal)
    })

    it('has nobody on the way when it is moved, to another hour too, and still has when it gets longer', () => {
      expect(isComing(departed, moved(tomorrow))).toBe(false)
      expect(isComing(departed, moved(later))).toBe(false)
      const longer = { ...at, durationMinutes: 240, changedAt: now }
      expect(isComing(departed, { type: 'AppointmentRescheduled', data: longer })).toBe(true)
    })

    it.each([
      ['another crew', assigned],
      ['another customer', reassigned],
    ])('has nobody on the way when it gets %s', (_, event) => {
      expect(isComing(departed, event)).toBe(false)
    })

    it('has its crew on the way again when its start is undone, and not when its end is', () => {
      expect(isComing(departed, started, reopened)).toBe(true)
      expect(isComing(departed, started, completed, reopened)).toBe(false)
    })
  })

  it('can be deleted in any status', () => {
    given([scheduled]).when(remove).thenEvents([deleted])
    given([scheduled, completed]).when(remove).thenEvents([deleted])
  })

  it.each([edit({}), cancel, depart, remove])(
    'rejects $type when it does not exist or was deleted',
    (command) => {
      given().when(command).thenRefused('Appointment not found')
      given([scheduled, deleted]).when(command).thenRefused('Appointment not found')
    },
  )

  it('comes back from its last deletion alone, as an older one knows less', () => {
    const { appointment } = [scheduled].reduce(appointmentDecider.evolve, appointmentDecider.initialState())
    const restore = (version: number): AppointmentCommand => ({
      type: 'RestoreAppointment',
      version,
      record: appointment as AppointmentRecord,
    })
    const { scheduledAt, ...plan } = scheduled.data as typeof scheduled.data & { scheduledAt: string }
    const restored: AppointmentEvent = {
      type: 'AppointmentRestored',
      data: {
        ...{ ...plan, actualCents: null, status: 'scheduled', completedAt: null, onTheWaySince: null },
        ...{ agreedAt: now, scheduledAt, restoredAt: now },
      } as Extract<AppointmentEvent, { type: 'AppointmentRestored' }>['data'],
    }
    given([scheduled, deleted]).when(restore(2)).thenEvents([restored])
    given([scheduled, deleted, restored]).when(restore(2)).thenEvents([])
    given([scheduled, deleted, restored, started, deleted])
      .when(restore(2))
      .thenRefused('This change cannot be taken back.')
  })

  it('has the version of its stream', () => {
    const events = [scheduled, started, deleted]
    expect(events.reduce(appointmentDecider.evolve, appointmentDecider.initialState()).version).toBe(3)
  })
})
