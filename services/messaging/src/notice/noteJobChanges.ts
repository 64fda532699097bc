import { readNoticeRecipients } from '@plumbline/identity/directory'
import { type Recorded, readStreams } from '@plumbline/platform/event-store'
import type { Reactor, ServiceContext } from '@plumbline/platform/service'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { deliveryId, insertDelivery, memberSubject } from '../ledger/ledger.ts'
import type { MessagingSettings } from '../settings.ts'
import { jobAt, jobChange } from './jobChange.ts'
import { addNoticeJob, lockOpenNotice, noticeCause } from './noticeJobs.ts'

type JobEvent = Exclude<
  AppointmentEvent,
  { type: 'AppointmentRepriced' | 'AppointmentStarted' | 'AppointmentCompleted' }
>

// one notice says all that changes in this time
const gatherMs = 60_000

/** Notes for each member which of their jobs changed; a delivery goes out a minute after the first change. */
export const noteJobChanges: Reactor<MessagingSettings, JobEvent> = {
  name: 'noteJobChanges',
  version: 1,
  types: [
    'AppointmentScheduled',
    'AppointmentAssigned',
    'AppointmentRescheduled',
    'AppointmentDescribed',
    'AppointmentReassigned',
    'AppointmentCancelled',
    'AppointmentReopened',
    'AppointmentDeleted',
    'AppointmentRestored',
  ],
  react: async ({ db, events, contextFor }) => {
    const historyOf = await readStreams(db, [...new Set(events.map(({ stream }) => stream))])
    const changes = events.flatMap((event) => {
      const history = historyOf(event.stream) as Recorded<AppointmentEvent>[]
      const { now } = contextFor(event)
      return membersConcerned(history, event.version)
        .filter(
          (memberId) =>
            jobChange({ memberId, history, after: event.version - 1, upTo: event.version, now }) !== null,
        )
        .map((memberId) => ({ memberId, event }))
    })
    if (changes.length === 0) return
    const recipients = await readNoticeRecipients(db, [...new Set(changes.map(({ memberId }) => memberId))])
    for (const { memberId, event } of changes) {
      const channel = recipients.get(memberId)?.channel ?? 'none'
      if (channel !== 'none') await noteChange(contextFor(event), event, memberId, channel)
    }
  },
}

function membersConcerned(history: readonly Recorded<AppointmentEvent>[], version: number): number[] {
  const assignees = [version - 1, version].flatMap((at) => jobAt(history, at)?.assigneeIds ?? [])
  return [...new Set(assignees)]
}

async function noteChange(
  { db, keyring, settings, now }: ServiceContext<MessagingSettings>,
  event: Recorded<JobEvent>,
  memberId: number,
  channel: 'email' | 'sms',
): Promise<void> {
  const dataSubject = memberSubject(memberId)
  let id = await lockOpenNotice(db, dataSubject)
  if (id === undefined) {
    id = deliveryId(event.id, noticeCause, dataSubject)
    const heldUntil = new Date(now.getTime() + (settings.pace?.noticeMs ?? gatherMs))
    // recipient and text are known when it is sent
    const empty = { recipient: '', subject: '', text: '', html: '' }
    await insertDelivery(db, keyring, { id, channel, dataSubject, ...empty, cause: noticeCause, heldUntil })
  }
  await addNoticeJob(db, id, event.data.appointmentId, event.version - 1)
}
