import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Caller, limitToOwn, may } from '@plumbline/platform/http'
import type { AppointmentEdit } from '../api.ts'
import { readAppointment } from './queries.ts'

/** The member whose jobs are all that the caller may see; null where that is every job. */
export const ownJobsOf = (caller: Caller) => limitToOwn(caller, 'schedule.all.view')

/** What one needs no more for than to be the one who does the job. */
const ofCompletion = ['status', 'notes']
const stepsOfCompletion: readonly (string | undefined)[] = [
  undefined,
  'scheduled',
  'in_progress',
  'completed',
]
// as calls name them, and as records do
const prices: readonly string[] = ['estimatedPrice', 'actualPrice', 'estimatedCents', 'actualCents']

type Edit = { caller: Caller; db: Db; params: { id: number }; body: AppointmentEdit }

/**
 * Throws unless the caller may change these fields of an appointment: who has `schedule.all.edit` all of every one, others
 * what their rights allow of their own. The job of another member is not found.
 */
export async function requireMayEdit({ caller, db, params, body }: Edit): Promise<void> {
  requireMayPrice(caller, Object.keys(body))
  if (may(caller, 'schedule.all.edit')) return
  const { row, customer } = await readAppointment(db, params.id, caller.user?.id ?? 0)
  const { customerId = row.customerId, assigneeIds = row.assigneeIds } = body
  const isSameCrew = assigneeIds.toSorted((a, b) => a - b).join() === row.assigneeIds.join()
  if (![row.customerId, customer?.id].includes(customerId) || !isSameCrew) throw forbidden()
  const isCompletion =
    Object.keys(body).every((field) => ofCompletion.includes(field)) &&
    stepsOfCompletion.includes(body.status)
  if (!isCompletion && !may(caller, 'schedule.own.edit')) throw forbidden()
}

/** Throws if one of these fields is a price that the caller may not see. */
export function requireMayPrice(caller: Caller, fields: readonly string[]): void {
  if (fields.some((field) => prices.includes(field)) && !may(caller, 'prices.view')) throw forbidden()
}

/** Throws unless the caller may take the steps of an appointment: who has `schedule.all.edit` of every one, others of their own. */
export async function requireMayStep({ caller, db, params }: Omit<Edit, 'body'>): Promise<void> {
  await readAppointment(db, params.id, limitToOwn(caller, 'schedule.all.edit'))
}

const forbidden = () => rejection('forbidden', 'Your role does not allow this.')
