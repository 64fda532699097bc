import { type NoticeRecipient, readNoticeRecipients } from '@plumbline/identity/directory'
import type { Db, Pool } from '@plumbline/platform/db'
import { erased, type Keyring } from '@plumbline/platform/encryption'
import { type Recorded, readStreams } from '@plumbline/platform/event-store'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { loadCustomerFromLog } from '../customers.ts'
import { type Delivery, memberIdOf } from '../ledger/ledger.ts'
import { lookOf, readSender } from '../sender.ts'
import type { MessagingSettings } from '../settings.ts'
import { reasons } from '../texts/reasons.ts'
import { type JobChange, jobChange } from './jobChange.ts'
import { changeChannel, markTold, readNoticeJobs } from './noticeJobs.ts'
import { noticeMail, noticeSms, type TellableChange } from './noticeText.ts'

type Composing = {
  db: Pool
  keyring: Keyring
  settings: Pick<MessagingSettings, 'business' | 'lockedBy' | 'publicUrl'>
}
type Attempt = Pick<Delivery, 'id' | 'channel' | 'dataSubject'> & { ambiguousSince: string | null }
type Composed = Pick<Delivery, 'recipient' | 'subject' | 'text' | 'html'>

/** Recipient and text of a notice, as things are now; null: the delivery is no notice. */
export async function composeNotice(
  ctx: Composing,
  delivery: Attempt,
  now: Date,
): Promise<Composed | { refusal: string } | { waitsUntil: Date } | null> {
  const memberId = memberIdOf(delivery.dataSubject)
  if (memberId === null) return null
  const { db, settings } = ctx
  const { id, channel } = delivery
  const member = (await readNoticeRecipients(db, [memberId])).get(memberId)
  const refusal = whyNotTold(member)
  if (!member || refusal !== null) return { refusal: refusal ?? reasons.notice.left }
  if (member.channel !== channel && !delivery.ambiguousSince) {
    await changeChannel(db, id, member.channel as Delivery['channel'])
    return { waitsUntil: now }
  }
  const recipient = channel === 'sms' ? member.mobile : member.email
  if (!recipient) return { refusal: reasons.notice.unwanted }
  const changes = await readChanges(ctx, delivery, memberId, now)
  if (changes.length === 0) return { refusal: reasons.notice.undone }
  const sender = await readSender({ db, settings, now })
  const page = { zone: sender, publicUrl: settings.publicUrl }
  if (channel === 'sms') return { recipient, subject: '', text: noticeSms(changes, page), html: '' }
  return { recipient, ...noticeMail(changes, page, lookOf(sender, settings.publicUrl)) }
}

function whyNotTold(member: NoticeRecipient | undefined): string | null {
  if (!member) return reasons.notice.left
  if (!member.rights.includes('schedule.own.view')) return reasons.notice.noJobs
  return member.channel === 'none' ? reasons.notice.unwanted : null
}

/** What the notice says, soonest first; what an attempt with an unknown outcome may have said is said again. */
async function readChanges(
  ctx: Composing,
  { id, ambiguousSince }: Attempt,
  memberId: number,
  now: Date,
): Promise<TellableChange[]> {
  const { db, keyring } = ctx
  const jobs = await readNoticeJobs(db, id)
  const historyOf = await readStreams(
    db,
    jobs.map(({ appointmentId }) => `appointment-${appointmentId}`),
    { keyring },
  )
  const versions = new Map<number, number>()
  const changes = jobs.flatMap(({ appointmentId, after, told }) => {
    const history = historyOf(`appointment-${appointmentId}`) as Recorded<AppointmentEvent>[]
    const newest = history.at(-1)?.version ?? 0
    const upTo = ambiguousSince && told !== null ? told : newest
    versions.set(appointmentId, upTo)
    const change = jobChange({ memberId, history, after, upTo, now })
    return change ? [change] : []
  })
  if (changes.length > 0) await markTold(db, id, versions)
  const tellable = await Promise.all(changes.map((change) => withCustomer(ctx, change)))
  return tellable.toSorted((a, b) => a.job.startsAt.localeCompare(b.job.startsAt))
}

async function withCustomer(
  { db, keyring }: { db: Db; keyring: Keyring },
  change: JobChange,
): Promise<TellableChange> {
  const { what, job } = change
  // a job of another member, and a deleted one, are not theirs to see
  if (what === 'removed' || job.deleted) return { ...change, customer: null, address: null }
  const customer = await loadCustomerFromLog({ db, keyring }, job.customerId)
  if (!customer || customer.firstName === erased)
    return { ...change, customer: 'Deleted customer', address: null }
  return { ...change, customer: customer.name, address: job.address ?? customer.address }
}
