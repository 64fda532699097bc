import type { InvoiceEvent, QuoteEvent } from '@plumbline/billing/events'
import { type CustomerLinkEvent, codeMinutes } from '@plumbline/crm/events'
import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { changesBy } from '@plumbline/scheduling/record'
import { loadAppointmentFromLog } from '../appointments.ts'
import { reasons } from '../texts/reasons.ts'
import { payableOf, remindedInvoices } from './invoiceBalance.ts'

const { outdated } = reasons

/** A version of an appointment, invoice, quote or customer's link. */
export type StreamVersion = { stream: string; id: number; version: number }

/** Of `appointment-42@3`. */
export const parseVersion = (text: string): StreamVersion | null => {
  const [, stream, id, version] = /^([a-z-]+-(\d+))@(\d+)$/.exec(text) ?? []
  return stream ? { stream, id: Number(id), version: Number(version) } : null
}

type Checked = {
  cause: string
  version: StreamVersion | null
  customerIds: readonly number[]
  /** It was written more than a day ago. */
  isOutOfDate: boolean
}

/** Why a message is not true any more; null while it is. What staff write is true for a day: "On my way now." */
export async function whyOutdated(
  db: Db,
  { cause, version, customerIds, isOutOfDate }: Checked,
  now: Date,
): Promise<string | null> {
  if (cause === 'staff') return isOutOfDate ? outdated.late : null
  if (!version) return outdated.unknown
  switch (cause) {
    case 'cancellation':
      return whyNotCancelled(db, version, customerIds, now)
    case 'appointment-reminder':
      return whyNotScheduled(db, version, now)
    case 'payment-reminder':
      return whyNothingOwed(db, version)
    case 'invoice':
      return whyInvoiceChanged(db, version)
    case 'quote':
    case 'quote-follow-up':
      return whyQuoteChanged(db, version)
    case 'quote-approval':
      // it was agreed to, whatever comes later
      return null
    case 'access-code':
      return whyCodeEnded(db, version, now)
    default:
      return outdated.unknown
  }
}

const dayMs = 86_400_000

async function whyNotCancelled(
  db: Db,
  { stream, version }: StreamVersion,
  customerIds: readonly number[],
  now: Date,
): Promise<string | null> {
  const history = await readStream<AppointmentEvent>(db, stream)
  const cancellation = history.find((event) => event.version === version)
  if (cancellation?.type !== 'AppointmentCancelled') return outdated.unknown
  // the record that it was made for may have been merged before the customer was written to
  const ownerIds = [...customerIds, cancellation.data.customerId]
  const isStillCancelled = history
    .filter((event) => event.version > version)
    .every((event) => {
      const { status, customerId } = changesBy(event)
      // a deletion that is undone says everything again; one cancelled anew has a notice of its own
      const isSame = status === undefined || (event.type === 'AppointmentRestored' && status === 'cancelled')
      return isSame && (customerId === undefined || ownerIds.includes(customerId))
    })
  if (!isStillCancelled) return outdated.appointment
  const { startsAt, cancelledAt } = cancellation.data
  const expiresAt = Math.max(Date.parse(startsAt), Date.parse(cancelledAt) + dayMs)
  return now.getTime() >= expiresAt ? outdated.late : null
}

async function whyNotScheduled(db: Db, { id, version }: StreamVersion, now: Date): Promise<string | null> {
  const appointment = await loadAppointmentFromLog(db, id)
  if (appointment?.status !== 'scheduled' || appointment.agreedVersion !== version)
    return outdated.appointment
  return now >= new Date(appointment.startsAt) ? outdated.reminder : null
}

/** Of every invoice that the reminder names. */
async function whyNothingOwed(db: Db, { id, version }: StreamVersion): Promise<string | null> {
  for (const reminded of await remindedInvoices(db, id, version)) {
    const outdated = await whyOutdatedReminder(db, reminded)
    if (outdated) return outdated
  }
  return null
}

async function whyOutdatedReminder(db: Db, { stream, id, version }: StreamVersion): Promise<string | null> {
  const later = await eventsAfter(db, stream, version)
  if (later.some(({ type }) => type === 'InvoiceVoided')) return outdated.voided
  if (!later.some(isPayment)) return null
  const payable = await payableOf(db, id)
  return payable && payable.balanceCents > 0 ? outdated.balance : outdated.paid
}

async function whyInvoiceChanged(db: Db, { stream, version }: StreamVersion): Promise<string | null> {
  const later = await eventsAfter(db, stream, version)
  if (later.some(({ type }) => type === 'InvoiceVoided')) return outdated.voided
  const isChanged = later.some(
    (event) => isPayment(event) || (event.type === 'InvoiceChanged' && event.data.dueOn !== undefined),
  )
  return isChanged ? outdated.invoice : null
}

/** Another revision was sent since, or it was answered or withdrawn. That it was looked at changes nothing. */
async function whyQuoteChanged(db: Db, { stream, version }: StreamVersion): Promise<string | null> {
  const history = await readStream<QuoteEvent>(db, stream)
  const isChanged = history.some((event) => event.version > version && endsOffer.has(event.type))
  return isChanged ? outdated.quote : null
}
const endsOffer = new Set<QuoteEvent['type']>([
  'QuoteSent',
  'QuoteChangesRequested',
  'QuoteApproved',
  'QuoteDeclined',
  'QuoteExpired',
  'QuoteWithdrawn',
])

/** It is for minutes, of one link, and for one use. */
async function whyCodeEnded(db: Db, { stream, version }: StreamVersion, now: Date): Promise<string | null> {
  const history = await readStream<CustomerLinkEvent>(db, stream)
  const sent = history.find((event) => event.version === version)
  if (sent?.type !== 'CustomerLinkCodeSent') return outdated.unknown
  if (now.getTime() >= Date.parse(sent.data.sentAt) + codeMinutes * 60_000) return outdated.code
  const isOver = history.some((event) => event.version > version && endsCode.has(event.type))
  return isOver ? outdated.code : null
}
const endsCode = new Set<CustomerLinkEvent['type']>([
  'CustomerLinkCodeSent',
  'CustomerLinkVerified',
  'CustomerLinkRevoked',
])

const isPayment = ({ type }: Recorded<InvoiceEvent>) =>
  type === 'PaymentReceived' || type === 'PaymentRefunded'

const eventsAfter = async (db: Db, stream: string, version: number) =>
  (await readStream<InvoiceEvent>(db, stream)).filter((event) => event.version > version)
