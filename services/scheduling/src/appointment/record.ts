import { ofTexts } from '../api/fields.ts'
import type { AppointmentStatus } from '../api.ts'
import type { AppointmentEvent, AppointmentScheduled } from '../events.ts'

/** What is scheduled: the customer, the work, the time and the price. */
export type AppointmentPlan = Required<
  Omit<AppointmentScheduled['data'], 'appointmentId' | 'quoteId' | 'scheduledAt'>
>
/** What an edit may change. */
export type Appointment = AppointmentPlan & { actualCents: number | null; status: AppointmentStatus }

/** Everything that its events say of an appointment. */
export type AppointmentRecord = Appointment & {
  id: number
  /** Null while it is not completed. */
  completedAt: string | null
  /** When its crew set out for the time that it has. Null while it has not. */
  onTheWaySince: string | null
  /** When its time was last agreed on with its customer. */
  agreedAt: string
  createdAt: string
  updatedAt: string
  deleted: boolean
}

type Changes = Partial<AppointmentRecord>
type DataOf<Type> = Extract<AppointmentEvent, { type: Type }>['data']

/** Of what is left out. */
const defaults = {
  ...ofTexts(() => null),
  arrivalWindowMinutes: 0,
  anytime: false,
  assigneeIds: [] as number[],
  onTheWaySince: null,
}

/** The fields of the time that the customer knows; the duration is not one of them. */
const promised = ['startsAt', 'arrivalWindowMinutes', 'anytime'] as const
const isPromised = (time: Partial<AppointmentPlan>) => promised.some((name) => time[name] !== undefined)

/** Whether it gives the appointment another time for its customer, or to another customer. */
export const isNewPromise = ({ type, data }: AppointmentEvent): boolean =>
  type === 'AppointmentReassigned' || (type === 'AppointmentRescheduled' && isPromised(data))

/** What an event of each type sets. */
export const appointmentChanges: { [Type in AppointmentEvent['type']]: (data: DataOf<Type>) => Changes } = {
  AppointmentScheduled: ({ appointmentId: id, quoteId: _, scheduledAt, ...plan }) => ({
    id,
    ...defaults,
    ...plan,
    actualCents: null,
    ...statusChange('scheduled'),
    agreedAt: scheduledAt,
    createdAt: scheduledAt,
    updatedAt: scheduledAt,
    deleted: false,
  }),
  // the others have not set out
  AppointmentAssigned: ({ assigneeIds, changedAt }) => ({
    assigneeIds,
    onTheWaySince: null,
    updatedAt: changedAt,
  }),
  AppointmentRescheduled: ({ appointmentId: _, changedAt, ...time }) => ({
    ...time,
    ...(isPromised(time) && { agreedAt: changedAt }),
    // the crew set out for another time
    ...(time.startsAt !== undefined && { onTheWaySince: null }),
    updatedAt: changedAt,
  }),
  AppointmentRepriced: ({ appointmentId: _, changedAt, ...prices }) => ({ ...prices, updatedAt: changedAt }),
  AppointmentDescribed: ({ appointmentId: _, changedAt, ...texts }) => ({ ...texts, updatedAt: changedAt }),
  AppointmentReassigned: ({ appointmentId: _, changedAt, ...changes }) => ({
    ...changes,
    onTheWaySince: null,
    agreedAt: changedAt,
    updatedAt: changedAt,
  }),
  AppointmentCrewDeparted: ({ departedAt }) => ({ onTheWaySince: departedAt, updatedAt: departedAt }),
  AppointmentStarted: ({ startedAt }) => ({ ...statusChange('in_progress'), updatedAt: startedAt }),
  AppointmentCompleted: ({ completedAt }) => ({
    ...statusChange('completed', completedAt),
    onTheWaySince: null,
    updatedAt: completedAt,
  }),
  AppointmentCancelled: ({ cancelledAt }) => ({
    ...statusChange('cancelled'),
    onTheWaySince: null,
    updatedAt: cancelledAt,
  }),
  AppointmentReopened: ({ reopenedAt }) => ({
    ...statusChange('scheduled'),
    agreedAt: reopenedAt,
    updatedAt: reopenedAt,
  }),
  // it is shown with the history
  AppointmentMoveRequested: () => ({}),
  AppointmentRestored: ({ appointmentId: id, scheduledAt, restoredAt, agreedVersion: _, ...record }) => ({
    id,
    ...defaults,
    ...record,
    createdAt: scheduledAt,
    updatedAt: restoredAt,
    deleted: false,
  }),
  AppointmentDeleted: ({ deletedAt }) => ({ deleted: true, updatedAt: deletedAt }),
}

/** The events that a stream begins with, or begins again with: they say everything. */
export const isBeginning = ({ type }: AppointmentEvent): boolean =>
  type === 'AppointmentScheduled' || type === 'AppointmentRestored'

const statusChange = (status: AppointmentStatus, completedAt: string | null = null): Changes => ({
  status,
  completedAt,
})

/** The fields that an event sets: the one fold of appointments, which the read models of other services use too. */
export const changesBy = ({ type, data }: AppointmentEvent): Changes =>
  appointmentChanges[type](data as never)

/** The version of the stream that messages about its time name; undefined for an event after which the time is as agreed before. */
export function agreedVersionOf(event: AppointmentEvent & { version: number }): number | undefined {
  if (changesBy(event).agreedAt === undefined) return undefined
  return (event.type === 'AppointmentRestored' ? event.data.agreedVersion : undefined) ?? event.version
}

/** Whether its crew is on the way: it has set out, and has not begun. */
export const isOnTheWay = ({
  status,
  onTheWaySince,
}: Pick<AppointmentRecord, 'status' | 'onTheWaySince'>): boolean =>
  status === 'scheduled' && onTheWaySince !== null
