import {
  changedInvoiceLabels,
  type InvoiceLine,
  invoiceNumberText,
  quoteNumberText,
} from '@plumbline/billing/events'
import { customerLabels, leadLabels } from '@plumbline/crm/events'
import { type MessageEvent, textForStaff } from '@plumbline/messaging/events'
import type { Recorded } from '@plumbline/platform/event-store'
import { dollars } from '@plumbline/platform/money'
import { excerpt } from '@plumbline/platform/text'
import { dayIn } from '@plumbline/platform/time'
import { storedAppointmentLabels } from '@plumbline/scheduling/events'
import { dateTimeText, dayText, timeText } from '../dateTimeText.ts'
import type { SourceEvent, SourceType } from '../source.ts'

const paymentMethods: Record<string, string> = {
  cash: 'cash',
  zelle: 'Zelle',
  cashapp: 'CashApp',
  venmo: 'Venmo',
  credit_card: 'credit card',
}

const channelNames = { sms: 'SMS', email: 'email' } as const
const messageKind = ({ channel }: { channel: 'sms' | 'email' }) => (channel === 'sms' ? 'SMS' : 'Email')
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const maxQuoteLength = 60
const quoteName = ({ data }: { data: { quoteId: number } }) => `Quote ${quoteNumberText(data.quoteId)}`
const quoteChannels = { email: 'sent by email', sms: 'sent by SMS', in_person: 'handed over' } as const

type LaterEvent = Pick<Recorded, 'type' | 'data'>
type MessageRetried = Extract<MessageEvent, { type: 'MessageRetried' }>
const isRetry = (event: LaterEvent): event is MessageRetried => event.type === 'MessageRetried'

/** What happened to a subject with the fields `before`, in a few words and in times of a zone. `later`: what followed in its stream. */
export function titleOf(
  event: SourceEvent & Pick<Recorded, 'metadata'>,
  before: Fields,
  later: readonly LaterEvent[],
  timeZone: string,
): string {
  switch (event.type) {
    case 'LeadReceived':
      return 'Requested an estimate'
    case 'LeadStatusChanged':
      if (event.data.status !== 'lost') return `Lead ${event.data.status}`
      return before.status === 'lost' ? 'Lost reason changed' : 'Lead lost'
    case 'LeadFollowUpPlanned':
      return 'Follow-up planned'
    case 'LeadNoted':
      return event.data.notes === null ? 'Notes removed' : 'Notes written'
    case 'LeadValued':
      return 'Estimated value set'
    case 'LeadDetailsChanged':
      return 'Lead details changed'
    case 'LeadRemoved':
      return 'Lead deleted as spam'
    case 'LeadRestored':
      return 'Lead restored'
    case 'LeadConverted':
      return 'Lead became a customer'
    case 'CustomerRegistered':
      return 'Customer added'
    case 'CustomerDetailsChanged':
      return 'Customer details changed'
    case 'CustomerStatusChanged':
      return `Status: ${capitalized(event.data.status)}`
    case 'CustomerMerged':
      return 'Merged with another record'
    case 'CustomerRemoved':
      return 'Customer removed'
    case 'AppointmentScheduled':
      return `${event.data.title} scheduled for ${(event.data.anytime ? dayText : dateTimeText)(timeZone, event.data.startsAt)}`
    case 'AppointmentAssigned':
      return event.data.assigneeIds.length > 0 ? 'Appointment assigned' : 'Appointment is nobody’s again'
    case 'AppointmentRescheduled':
      return 'Appointment moved'
    case 'AppointmentRepriced':
      return 'Price changed'
    case 'AppointmentDescribed':
      return 'Appointment details changed'
    case 'AppointmentReassigned':
      return 'Appointment moved to another customer'
    case 'AppointmentStarted':
      return 'Job started'
    case 'AppointmentCompleted':
      return 'Job completed'
    case 'AppointmentCancelled':
      return event.data.notify ? 'Appointment cancelled, customer notified' : 'Appointment cancelled'
    case 'AppointmentCrewDeparted':
      return 'On the way to the job'
    case 'AppointmentReopened':
      return 'Appointment reopened'
    case 'AppointmentMoveRequested':
      return `Asked for another time: ${excerpt(event.data.words, maxQuoteLength)}`
    case 'AppointmentDeleted':
      return 'Appointment deleted'
    case 'AppointmentRestored':
      return 'Appointment restored'
    case 'InvoiceDrafted':
      return `Invoice drafted: ${event.data.description}`
    case 'InvoiceChanged':
      return 'Invoice changed'
    case 'InvoiceIssued':
      return `Invoice ${invoiceNumberText(event.data.number)} issued`
    case 'PaymentReceived':
      return `${dollars(event.data.amountCents)} paid by ${paymentMethods[event.data.method]}`
    case 'PaymentRefunded':
      return event.data.reason === 'undone'
        ? `Payment of ${dollars(event.data.amountCents)} undone, no money went back`
        : `${dollars(event.data.amountCents)} refunded`
    case 'InvoiceOverdue':
      return 'Invoice overdue'
    case 'InvoiceVoided':
      return event.data.reason === 'undone' ? 'Invoice undone' : 'Invoice voided'
    case 'MessageWritten':
      return `${messageKind(event.data)} ${progressOf(event, later, timeZone)}: ${excerpt(textForStaff(event.data.subject ?? event.data.content), maxQuoteLength)}`
    case 'MessageReceived':
    case 'ContactMessageReceived':
      return `${messageKind(event.data)} received: ${excerpt(event.data.content, maxQuoteLength)}`
    case 'MessageFailed':
      if (!event.data.cancelled) return `Message not delivered: ${event.data.reason}`
      return cancellationText(later.find(isRetry))
    case 'InvoiceSendRequested':
      return 'Invoice sent by email'
    case 'QuoteDrafted':
      return `${quoteName(event)} drafted`
    case 'QuoteSent':
      return `${quoteName(event)} ${quoteChannels[event.data.channel]}`
    case 'QuoteViewed':
      return `${quoteName(event)} viewed`
    case 'QuoteChangesRequested':
      return `Changes to ${quoteNumberText(event.data.quoteId)} requested: ${excerpt(event.data.words, maxQuoteLength)}`
    case 'QuoteApproved': {
      const { by, signerName, totalCents } = event.data
      const who = signerName === undefined ? '' : ` ${by === 'customer' ? 'by' : 'for'} ${signerName}`
      return `${quoteName(event)} approved${who}: ${dollars(totalCents)}`
    }
    case 'QuoteDeclined': {
      const { reason } = event.data
      return `${quoteName(event)} declined${reason === undefined ? '' : `: ${excerpt(reason, maxQuoteLength)}`}`
    }
    case 'QuoteExpired':
      return `${quoteName(event)} expired`
    case 'QuoteExtended':
      return `${quoteName(event)} extended`
    case 'QuoteWithdrawn':
      return `${quoteName(event)} withdrawn`
    case 'ConsentChanged':
      return `${event.data.optedOut ? 'Opted out of' : 'Opted in to'} ${channelNames[event.data.channel]}`
    case 'RemindersChanged':
      return event.data.wanted ? 'Turned on appointment reminders' : 'Turned off appointment reminders'
    case 'PaymentReminderRequested':
      return `Payment reminder by ${channelNames[event.data.channel]}`
  }
}

function cancellationText(retry: MessageRetried | undefined): string {
  if (!retry) return 'Message cancelled'
  return retry.data.waitsAgain ? 'Message cancelled, then undone' : 'Message cancelled, later sent again'
}

/** What has become of a message that was written. Demonstration data is not sent, and shown as if it were. */
function progressOf(
  { data, metadata }: Extract<SourceEvent, { type: 'MessageWritten' }> & Pick<Recorded, 'metadata'>,
  later: readonly LaterEvent[],
  timeZone: string,
): string {
  const types = later.map(({ type }) => type)
  if (metadata.demo || types.some((type) => type === 'MessageSent' || type === 'MessageDelivered'))
    return 'sent'
  if (types.findLast((type) => type === 'MessageFailed' || type === 'MessageRetried') === 'MessageFailed')
    return 'not sent'
  const { waitsUntil, writtenAt } = data
  const isSentNow = later.some((event) => isRetry(event) && !event.data.waitsAgain)
  if (!waitsUntil || isSentNow) return 'queued'
  const isSameDay = dayIn(timeZone, new Date(waitsUntil)) === dayIn(timeZone, new Date(writtenAt))
  return `queued for ${(isSameDay ? timeText : dateTimeText)(timeZone, waitsUntil)}`
}

const labelsOfLead = {
  ...leadLabels,
  lostReason: 'Reason',
  followUpOn: 'Follow up on',
  estimatedCents: 'Estimated',
  notes: 'Notes',
}
// the title says that it is another customer
const { customerId: _, ...labelsOfAppointment } = storedAppointmentLabels

/** Events that carry differences; their fields are shown as old and new, by these labels. */
const labels: Partial<Record<SourceType, Readonly<Record<string, string>>>> = {
  LeadFollowUpPlanned: labelsOfLead,
  LeadNoted: labelsOfLead,
  LeadValued: labelsOfLead,
  LeadStatusChanged: labelsOfLead,
  LeadDetailsChanged: labelsOfLead,
  CustomerDetailsChanged: customerLabels,
  AppointmentRescheduled: labelsOfAppointment,
  AppointmentRepriced: labelsOfAppointment,
  AppointmentDescribed: labelsOfAppointment,
  AppointmentReassigned: labelsOfAppointment,
  InvoiceChanged: changedInvoiceLabels,
}

export type Fields = Record<string, unknown>
export type Change = { field: string; from: string | null; to: string | null; isPrice: boolean }
type Ends = [Change['from'], Change['to']]

function formatValue(name: string, value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined || value === '') return null
  if (name === 'lines') return itemsText(value as InvoiceLine[])
  if (name === 'anytime') return value ? 'Yes' : 'No'
  if (name === 'arrivalWindowMinutes') return value ? `${value} minutes` : 'Exact time'
  if (name.endsWith('Cents')) return dollars(Number(value))
  if (name.endsWith('At')) return dateTimeText(timeZone, String(value))
  return String(value)
}

function itemsText(lines: readonly InvoiceLine[]): string {
  const total = dollars(lines.reduce((sum, { amountCents, taxCents }) => sum + amountCents + taxCents, 0))
  return `${lines.length === 1 ? '1 item' : `${lines.length} items`}, ${total}`
}

const isPrice = (name: string) => name.endsWith('Cents') || name === 'lines'

/** The fields that an event sets. A lead that is lost without a reason has none, whatever it was before. */
export const fieldsOf = (event: SourceEvent): Fields =>
  event.type === 'LeadStatusChanged' ? { lostReason: null, ...event.data } : event.data

/** What an event changes, compared with the fields before it. */
export function changesOf(event: SourceEvent, before: Fields, timeZone: string): Change[] {
  const data = fieldsOf(event)
  return Object.entries(labels[event.type] ?? {}).flatMap(([name, field]) => {
    const [from, to] = [before, data].map((fields) => formatValue(name, fields[name], timeZone)) as Ends
    return !(name in data) || from === to ? [] : [{ field, from, to, isPrice: isPrice(name) }]
  })
}
