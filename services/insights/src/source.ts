import type { InvoiceEvent, QuoteEvent } from '@plumbline/billing/events'
import type { CustomerEvent, LeadEvent } from '@plumbline/crm/events'
import type { ConsentEvent, MessageEvent } from '@plumbline/messaging/events'
import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { changesBy } from '@plumbline/scheduling/record'

/** The events of other services that insights reads. */
export type SourceEvent =
  | CustomerEvent
  | Exclude<LeadEvent, { type: 'LeadLinked' }>
  | AppointmentEvent
  | InvoiceEvent
  // what a revision offers and costs, and its jobs and invoices, are not followed
  | Exclude<QuoteEvent, { type: 'QuoteRevised' | 'QuoteScheduled' | 'QuoteInvoiced' | 'QuoteCostsChanged' }>
  | Extract<
      MessageEvent,
      { type: 'MessageWritten' | 'MessageReceived' | 'ContactMessageReceived' | 'MessageFailed' }
    >
  | ConsentEvent
export type SourceType = SourceEvent['type']

type FieldsOf<Type extends SourceType> = keyof Extract<SourceEvent, { type: Type }>['data'] & string

/** The field of an event that says when it happened. */
export const timeFields = {
  LeadReceived: 'receivedAt',
  LeadStatusChanged: 'changedAt',
  LeadFollowUpPlanned: 'plannedAt',
  LeadNoted: 'notedAt',
  LeadValued: 'valuedAt',
  LeadDetailsChanged: 'changedAt',
  LeadRemoved: 'removedAt',
  LeadRestored: 'restoredAt',
  LeadConverted: 'convertedAt',
  CustomerRegistered: 'registeredAt',
  CustomerDetailsChanged: 'changedAt',
  CustomerStatusChanged: 'changedAt',
  CustomerMerged: 'mergedAt',
  CustomerRemoved: 'removedAt',
  AppointmentScheduled: 'scheduledAt',
  AppointmentAssigned: 'changedAt',
  AppointmentRescheduled: 'changedAt',
  AppointmentRepriced: 'changedAt',
  AppointmentDescribed: 'changedAt',
  AppointmentReassigned: 'changedAt',
  AppointmentCrewDeparted: 'departedAt',
  AppointmentStarted: 'startedAt',
  AppointmentCompleted: 'completedAt',
  AppointmentCancelled: 'cancelledAt',
  AppointmentReopened: 'reopenedAt',
  AppointmentMoveRequested: 'requestedAt',
  AppointmentDeleted: 'deletedAt',
  AppointmentRestored: 'restoredAt',
  InvoiceDrafted: 'draftedAt',
  InvoiceChanged: 'changedAt',
  InvoiceIssued: 'issuedAt',
  PaymentReceived: 'recordedAt',
  PaymentRefunded: 'recordedAt',
  InvoiceOverdue: 'markedAt',
  InvoiceVoided: 'voidedAt',
  PaymentReminderRequested: 'requestedAt',
  InvoiceSendRequested: 'requestedAt',
  QuoteDrafted: 'draftedAt',
  QuoteSent: 'sentAt',
  QuoteViewed: 'viewedAt',
  QuoteChangesRequested: 'requestedAt',
  QuoteApproved: 'approvedAt',
  QuoteDeclined: 'declinedAt',
  QuoteExpired: 'expiredAt',
  QuoteExtended: 'extendedAt',
  QuoteWithdrawn: 'withdrawnAt',
  ConsentChanged: 'changedAt',
  RemindersChanged: 'changedAt',
  MessageWritten: 'writtenAt',
  MessageReceived: 'receivedAt',
  ContactMessageReceived: 'receivedAt',
  MessageFailed: 'failedAt',
} as const satisfies { [Type in SourceType]: FieldsOf<Type> }

export const sourceTypes = Object.keys(timeFields) as SourceType[]

/** When it happened, ISO 8601 in UTC. */
export const happenedAt = (event: SourceEvent): string =>
  (event.data as Record<string, unknown>)[timeFields[event.type]] as string

/** The status of the subject after an event; undefined when the event does not change it. */
export function statusAfter(event: SourceEvent): string | undefined {
  if (isAppointmentEvent(event)) {
    const { status, deleted } = changesBy(event)
    return deleted ? 'deleted' : status
  }
  switch (event.type) {
    case 'LeadReceived':
      return 'new'
    case 'LeadConverted':
      return 'converted'
    case 'LeadStatusChanged':
    case 'LeadRestored':
    case 'CustomerRegistered':
    case 'CustomerStatusChanged':
      return event.data.status
    case 'CustomerMerged':
      return 'merged'
    case 'CustomerRemoved':
    case 'LeadRemoved':
      return 'removed'
    case 'LeadFollowUpPlanned':
    case 'LeadNoted':
    case 'LeadValued':
    case 'LeadDetailsChanged':
    case 'CustomerDetailsChanged':
    case 'InvoiceDrafted':
    case 'InvoiceChanged':
    case 'InvoiceIssued':
    case 'PaymentReceived':
    case 'PaymentRefunded':
    case 'InvoiceOverdue':
    case 'InvoiceVoided':
    case 'PaymentReminderRequested':
    case 'InvoiceSendRequested':
    case 'QuoteDrafted':
    case 'QuoteSent':
    case 'QuoteViewed':
    case 'QuoteChangesRequested':
    case 'QuoteApproved':
    case 'QuoteDeclined':
    case 'QuoteExpired':
    case 'QuoteExtended':
    case 'QuoteWithdrawn':
    case 'ConsentChanged':
    case 'RemindersChanged':
    case 'MessageWritten':
    case 'MessageReceived':
    case 'ContactMessageReceived':
    case 'MessageFailed':
      return undefined
  }
}

const isAppointmentEvent = (event: SourceEvent): event is AppointmentEvent =>
  event.type.startsWith('Appointment')

/** The customer that the subject belongs to after an event, null when it belongs to none; undefined when the event does not say. */
export function customerOf({ type, data }: SourceEvent): number | null | undefined {
  if (type === 'ContactMessageReceived') return null
  return 'customerId' in data ? data.customerId : undefined
}
