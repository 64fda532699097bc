import type { InvoiceEvent } from '@plumbline/billing/events'
import type { CustomerEvent, LeadEvent } from '@plumbline/crm/events'
import type { ConsentEvent, MessageEvent } from '@plumbline/messaging/events'
import type { AppointmentEvent } from '@plumbline/scheduling/events'

type Told = 'MessageWritten' | 'MessageReceived' | 'MessageFailed'

/** Everything insights is made of: the events of the other services. */
export type SourceEvent =
  | CustomerEvent
  | LeadEvent
  | AppointmentEvent
  | InvoiceEvent
  | Extract<MessageEvent, { type: Told }>
  | ConsentEvent
export type SourceType = SourceEvent['type']

type FieldsOf<Type extends SourceType> = keyof Extract<SourceEvent, { type: Type }>['data'] & string

/** Which field of an event says when it happened. */
export const times = {
  LeadReceived: 'receivedAt',
  LeadStatusChanged: 'changedAt',
  LeadFollowUpPlanned: 'plannedAt',
  LeadValued: 'valuedAt',
  LeadConverted: 'convertedAt',
  CustomerRegistered: 'registeredAt',
  CustomerDetailsChanged: 'changedAt',
  CustomerStatusChanged: 'changedAt',
  CustomerMerged: 'mergedAt',
  CustomerRemoved: 'removedAt',
  AppointmentScheduled: 'scheduledAt',
  AppointmentRescheduled: 'changedAt',
  AppointmentRepriced: 'changedAt',
  AppointmentDescribed: 'changedAt',
  AppointmentReassigned: 'changedAt',
  AppointmentStarted: 'startedAt',
  AppointmentCompleted: 'completedAt',
  AppointmentCancelled: 'cancelledAt',
  AppointmentReopened: 'reopenedAt',
  AppointmentDeleted: 'deletedAt',
  InvoiceDrafted: 'draftedAt',
  InvoiceChanged: 'changedAt',
  InvoiceIssued: 'issuedAt',
  PaymentReceived: 'recordedAt',
  PaymentRefunded: 'recordedAt',
  InvoiceOverdue: 'markedAt',
  InvoiceVoided: 'voidedAt',
  PaymentReminderRequested: 'requestedAt',
  InvoiceSendRequested: 'requestedAt',
  ConsentChanged: 'changedAt',
  RemindersChanged: 'changedAt',
  MessageWritten: 'writtenAt',
  MessageReceived: 'receivedAt',
  MessageFailed: 'failedAt',
} as const satisfies { [Type in SourceType]: FieldsOf<Type> }

export const sourceTypes = Object.keys(times) as SourceType[]

/** When it happened, ISO 8601 in UTC. */
export const happenedAt = (event: SourceEvent): string =>
  (event.data as Record<string, unknown>)[times[event.type]] as string

/** What it leaves something as; undefined where it says nothing of that. */
export function statusAfter(event: SourceEvent): string | undefined {
  switch (event.type) {
    case 'LeadReceived':
      return 'new'
    case 'LeadConverted':
      return 'converted'
    case 'LeadStatusChanged':
    case 'CustomerRegistered':
    case 'CustomerStatusChanged':
      return event.data.status
    case 'CustomerMerged':
      return 'merged'
    case 'CustomerRemoved':
      return 'removed'
    case 'AppointmentScheduled':
    case 'AppointmentReopened':
      return 'scheduled'
    case 'AppointmentStarted':
      return 'in_progress'
    case 'AppointmentCompleted':
      return 'completed'
    case 'AppointmentCancelled':
      return 'cancelled'
    case 'AppointmentDeleted':
      return 'deleted'
    default:
      return undefined
  }
}

/** The customer it belongs to from then on; undefined where it says nothing of that. */
export function customerOf(event: SourceEvent): number | undefined {
  if (event.type === 'CustomerMerged') return event.data.intoCustomerId
  return 'customerId' in event.data ? event.data.customerId : undefined
}
