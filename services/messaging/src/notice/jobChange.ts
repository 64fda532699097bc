import type { Recorded } from '@plumbline/platform/event-store'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { type AppointmentRecord, changesBy, isBeginning } from '@plumbline/scheduling/record'

/** What became of a job, for one who does it. */
export type JobChange = {
  what: 'new' | 'restored' | 'moved' | 'changed' | 'cancelled' | 'removed'
  /** As it was at the last notice to the member; null: there was none. */
  before: AppointmentRecord | null
  job: AppointmentRecord
  /** What is different of a job that stays theirs, beside its start. */
  differences: readonly Difference[]
}

const differenceFields = [
  'title',
  'customerId',
  'address',
  'description',
  'notes',
  'durationMinutes',
] as const
export type Difference = (typeof differenceFields)[number]

type Field = keyof AppointmentRecord
const promisedFields: readonly Field[] = ['startsAt', 'arrivalWindowMinutes', 'anytime']
type History = readonly Recorded<AppointmentEvent>[]

/** A job as its events up to a version say; null: there was none. */
export function jobAt(history: History, version: number): AppointmentRecord | null {
  let job: AppointmentRecord | null = null
  for (const event of history)
    if (event.version <= version && (job || isBeginning(event)))
      job = Object.assign({}, job, changesBy(event)) as AppointmentRecord
  return job
}

const maxAheadMs = 7 * 86_400_000

/** Whether it is not over, and begins within a week. */
function isNear(job: AppointmentRecord | null, now: Date): boolean {
  if (!job) return false
  const startsAt = Date.parse(job.startsAt)
  const minutes = job.anytime ? 24 * 60 : job.arrivalWindowMinutes + job.durationMinutes
  return startsAt + minutes * 60_000 > now.getTime() && startsAt < now.getTime() + maxAheadMs
}

type Told = { memberId: number; history: History; after: number; upTo: number; now: Date }

/**
 * What a notice says to a member of a job that changed between two of its versions; null: nothing. Only what is different in the end
 * counts, and what the member did last is no news to them.
 */
export function jobChange({ memberId, history, after, upTo, now }: Told): JobChange | null {
  const [before, job] = [jobAt(history, after), jobAt(history, upTo)]
  if (!job || history[0]?.metadata.demo || !(isNear(before, now) || isNear(job, now))) return null
  const lastActors = new Map(
    history
      .filter(({ version }) => version > after && version <= upTo)
      .flatMap((event) => Object.keys(changesBy(event)).map((field) => [field, event.metadata.actor])),
  )
  const isByOthers = (field: Field) => lastActors.has(field) && lastActors.get(field) !== `user-${memberId}`
  const isTheirs = (it: AppointmentRecord | null) => it?.assigneeIds.includes(memberId) ?? false

  const change = { before, job, differences: [] }
  if (isTheirs(before) !== isTheirs(job)) {
    if (!isByOthers('assigneeIds')) return null
    if (isTheirs(job)) return isPlanned(job) ? { ...change, what: 'new' } : null
    return isPlanned(before) ? { ...change, what: 'removed' } : null
  }
  if (!isTheirs(job)) return null
  if (isPlanned(before) !== isPlanned(job)) {
    if (!isByOthers(before?.deleted === job.deleted ? 'status' : 'deleted')) return null
    if (isPlanned(job)) return { ...change, what: 'restored' }
    return job.deleted || job.status === 'cancelled' ? { ...change, what: 'cancelled' } : null
  }
  if (!isPlanned(job)) return null
  const isDifferent = (field: Field) => before?.[field] !== job[field] && isByOthers(field)
  const differences = differenceFields.filter(isDifferent)
  if (promisedFields.some(isDifferent)) return { ...change, what: 'moved', differences }
  return differences.length > 0 ? { ...change, what: 'changed', differences } : null
}

const isPlanned = (job: AppointmentRecord | null) =>
  job !== null && !job.deleted && (job.status === 'scheduled' || job.status === 'in_progress')
