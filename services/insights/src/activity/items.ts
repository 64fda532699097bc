import { type InvoiceEvent, isRestorable } from '@plumbline/billing/events'
import { nextCustomerStatuses } from '@plumbline/crm/events'
import { erased } from '@plumbline/platform/encryption'
import type { Metadata, Recorded } from '@plumbline/platform/event-store'
import type { ActivityItem } from '../api.ts'
import { happenedAt, type SourceEvent, sourceTypes, statusAfter } from '../source.ts'
import type { Subject } from '../stats/subjects.ts'
import { type Change, changesOf, type Fields, fieldsOf, titleOf } from './descriptions.ts'

export type ActivityEvent = SourceEvent & Recorded

export type ActivitySubject = Pick<Subject, 'stream' | 'kind' | 'number' | 'customerId' | 'status'>
/** The customer that a subject belongs to today. */
type Customer = { id: number; name: string }

/** One event of a subject. */
export type TimelineEntry = {
  event: ActivityEvent
  subject: ActivitySubject
  customer: Customer | undefined
  title: string
  changes: Change[]
  /** The name in the subject's own stream, which leads and customers have. */
  ownName: string | null
  /** The status of the subject before the event. */
  statusBefore: string | undefined
  /** Nothing has happened to the subject since. */
  isLast: boolean
  /** What has happened since stands in the way of what was before. */
  isFixed: boolean
}

const isActivity = (event: Recorded): event is ActivityEvent => (sourceTypes as string[]).includes(event.type)

// a message whose number is assigned to a customer, or taken from them, is received there again
const receptions = ['MessageReceived', 'ContactMessageReceived']
const isReplaced = ({ type }: Recorded, later: readonly Recorded[]) =>
  receptions.includes(type) && later.some((it) => receptions.includes(it.type))

/** The whole stream of a subject as entries. */
export function toEntries(
  subject: ActivitySubject,
  customer: Customer | undefined,
  events: readonly Recorded[],
  { timeZone, prices }: { timeZone: string; prices: boolean },
): TimelineEntry[] {
  let fields: Fields = {}
  let status: string | undefined
  const described = events.flatMap((event, i) => {
    if (!isActivity(event) || isReplaced(event, events.slice(i + 1))) return []
    const title = titleOf(event, fields, events.slice(i + 1), timeZone)
    const entry = {
      event,
      title,
      changes: changesOf(event, fields, timeZone).filter(({ isPrice }) => prices || !isPrice),
      statusBefore: status,
      isLast: event === events.at(-1),
      isFixed: event.type === 'InvoiceChanged' && !isRestorable(event, events as readonly InvoiceEvent[]),
    }
    fields = { ...fields, ...fieldsOf(event) }
    status = statusAfter(event) ?? status
    return entry
  })
  const ownName = nameOf(fields)
  return described.map((entry) => ({ ...entry, subject, customer, ownName }))
}

function nameOf({ firstName, lastName }: Fields): string | null {
  if (firstName === undefined) return null
  return firstName === erased ? erased : `${firstName} ${lastName}`.trim()
}

export const toActivityItem = (entry: TimelineEntry): ActivityItem => ({
  id: String(entry.event.position),
  at: happenedAt(entry.event),
  kind: kindOf(entry),
  title: entry.title,
  person: personOf(entry),
  actor: actorOf(entry.event.metadata),
  link: linkOf(entry),
  changes: entry.changes.map(({ isPrice: _, ...change }) => change),
  ...(entry.event.type === 'AppointmentAssigned' && { assigneeIds: entry.event.data.assigneeIds }),
  restore: restorePathOf(entry),
})

const restorable: Partial<Record<SourceEvent['type'], string>> = {
  LeadFollowUpPlanned: 'leads',
  LeadNoted: 'leads',
  LeadValued: 'leads',
  LeadDetailsChanged: 'leads',
  LeadRemoved: 'leads',
  CustomerDetailsChanged: 'customers',
  CustomerStatusChanged: 'customers',
  AppointmentAssigned: 'appointments',
  AppointmentRescheduled: 'appointments',
  AppointmentRepriced: 'appointments',
  AppointmentDescribed: 'appointments',
  AppointmentReassigned: 'appointments',
  AppointmentStarted: 'appointments',
  AppointmentCompleted: 'appointments',
  AppointmentCancelled: 'appointments',
  AppointmentReopened: 'appointments',
  AppointmentDeleted: 'appointments',
  InvoiceChanged: 'invoices',
}

const removals: readonly string[] = ['LeadRemoved', 'AppointmentDeleted']
const endedStatuses: readonly (string | null)[] = ['removed', 'deleted', 'merged']

/** Of a record that was removed only the removal can be taken back, and a status only where it may be that of before. */
function restorePathOf(entry: TimelineEntry): string | null {
  const { event, subject, statusBefore = '', isLast, isFixed } = entry
  const records = restorable[event.type]
  const isImpossible = removals.includes(event.type) ? !isLast : endedStatuses.includes(subject.status)
  if (!records || isImpossible || isFixed) return null
  const next = nextCustomerStatuses[subject.status ?? '']
  if (event.type === 'CustomerStatusChanged' && !next?.includes(statusBefore)) return null
  return `/api/${records}/${subject.number}/changes/${event.version}/restore`
}

const paymentTypes = ['PaymentReceived', 'PaymentRefunded', 'PaymentReminderRequested']

function kindOf({ event, subject: { kind } }: TimelineEntry): ActivityItem['kind'] {
  if (paymentTypes.includes(event.type)) return 'payment'
  return (kind === 'consent' ? 'message' : kind) as ActivityItem['kind']
}

/** A lead has the name of its request; removed customers are not in the directory. */
const personOf = ({ subject, customer, ownName }: TimelineEntry): string | null =>
  subject.kind === 'lead' ? ownName : (customer?.name ?? ownName)

/** A person, or `automatic` for what the product did by itself. Events of before users were named read `staff`. */
export function actorOf({ actor, actorName }: Metadata): string {
  if (actor.startsWith('user-')) return actorName ?? 'staff'
  if (actor.startsWith('customer-')) return 'the customer'
  if (actor === 'demo') return actorName ?? 'demo'
  return people[actor] ?? 'automatic'
}

const people: Record<string, string> = {
  visitor: 'a visitor',
  operator: 'an operator',
  customer: 'the customer',
  provider: 'the SMS provider',
}

function linkOf({
  event,
  subject: { kind, number, status, ...subject },
  customer,
}: TimelineEntry): string | null {
  const customerId = customer?.id ?? subject.customerId
  if (status === 'deleted' || status === 'removed') return null
  if (event.type === 'ContactMessageReceived') return `/messages?contact=${event.data.contactId}`
  switch (kind) {
    case 'customer':
      return `/customers?customer=${customerId ?? number}`
    case 'lead':
      return customerId === null ? `/crm?tab=leads&lead=${number}` : `/customers?customer=${customerId}`
    case 'appointment':
      return `/appointments/${number}`
    case 'message':
    case 'consent':
      return customerId === null ? null : `/messages?customer=${customerId}`
    case 'quote':
      return `/quotes/${number}`
    case 'invoice':
      return `/invoices?invoice=${number}`
    default:
      return null
  }
}
