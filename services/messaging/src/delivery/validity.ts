import type { InvoiceEvent } from '@plumbline/billing/events'
import type { Db } from '@plumbline/platform/db'
import { type Recorded, readStream, readStreams } from '@plumbline/platform/event-store'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { appointmentsOf, visitNow } from '../appointments.ts'
import { owedSince } from './invoiceBalance.ts'
import type { ClaimedMessage } from './ledger.ts'
import { outdated } from './templates.ts'

/** The version of a stream that a message speaks of. */
export type Binding = { stream: string; id: number; version: number }

const parse = (boundTo: string): Binding | null => {
  const [, stream, id, version] = /^([a-z]+-(\d+))@(\d+)$/.exec(boundTo) ?? []
  return stream ? { stream, id: Number(id), version: Number(version) } : null
}

/** What a message speaks of. An earlier release noted only the event behind it, which is then looked for. */
export async function bindingOf(
  db: Db,
  { cause, causeId, customerId, attachment }: ClaimedMessage,
  boundTo: string | null | undefined,
): Promise<Binding | null> {
  const known = parse(boundTo ?? causeId ?? '')
  if (known || causeId === null) return known
  const streams =
    cause === 'cancellation'
      ? (await appointmentsOf(db, customerId)).map((id) => `appointment-${id}`)
      : attachment
        ? [`invoice-${attachment.invoiceId}`]
        : []
  const history = await readStreams(db, streams, {})
  const event = streams.flatMap((stream) => history(stream)).find((it) => it.id === causeId)
  return event ? parse(`${event.stream}@${event.version}`) : null
}

type Notice = Pick<ClaimedMessage, 'cause'> & { binding: Binding | null }

/** Why what the product wrote by itself is no longer true; null when it is. What staff write is theirs to judge. */
export async function whyUntrue(
  db: Db,
  { cause, binding }: Notice,
  customerIds: readonly number[],
  now: Date,
): Promise<string | null> {
  if (cause === 'staff') return null
  if (!binding) return outdated.unknown
  switch (cause) {
    case 'cancellation':
      return whyNotCancelled(db, binding, customerIds, now)
    case 'appointment':
      return whyNotPlanned(db, binding, now)
    case 'reminder':
      return whyNotOwed(db, binding)
    case 'invoice':
      return whyInvoiceChanged(db, binding)
    default:
      return outdated.unknown
  }
}

const dayMs = 86_400_000

async function whyNotCancelled(
  db: Db,
  { stream, version }: Binding,
  customerIds: readonly number[],
  now: Date,
): Promise<string | null> {
  const history = await readStream<AppointmentEvent>(db, stream)
  const cancellation = history.find((event) => event.version === version)
  if (cancellation?.type !== 'AppointmentCancelled') return outdated.unknown
  const isOff = history
    .filter((event) => event.version > version)
    .every(
      ({ type, data }) =>
        type !== 'AppointmentReopened' &&
        (type !== 'AppointmentReassigned' || customerIds.includes(data.customerId)),
    )
  if (!isOff) return outdated.appointment
  const { startsAt, cancelledAt } = cancellation.data
  const until = Math.max(Date.parse(startsAt), Date.parse(cancelledAt) + dayMs)
  return now.getTime() >= until ? outdated.late : null
}

async function whyNotPlanned(db: Db, { id, version }: Binding, now: Date): Promise<string | null> {
  const appointment = await visitNow(db, id)
  if (!appointment?.isOn || appointment.since !== version) return outdated.appointment
  return now >= new Date(appointment.startsAt) ? outdated.reminder : null
}

async function whyNotOwed(db: Db, { stream, id, version }: Binding): Promise<string | null> {
  const since = await eventsSince(db, stream, version)
  if (since.some(({ type }) => type === 'InvoiceVoided')) return outdated.voided
  if (!since.some(isPayment)) return null
  return (await owedSince(db, id, version)) > 0 ? outdated.balance : outdated.paid
}

async function whyInvoiceChanged(db: Db, { stream, version }: Binding): Promise<string | null> {
  const since = await eventsSince(db, stream, version)
  if (since.some(({ type }) => type === 'InvoiceVoided')) return outdated.voided
  const isOther = since.some(
    (event) => isPayment(event) || (event.type === 'InvoiceChanged' && event.data.dueOn !== undefined),
  )
  return isOther ? outdated.invoice : null
}

const isPayment = ({ type }: Recorded<InvoiceEvent>) =>
  type === 'PaymentReceived' || type === 'PaymentRefunded'

const eventsSince = async (db: Db, stream: string, version: number) =>
  (await readStream<InvoiceEvent>(db, stream)).filter((event) => event.version > version)
