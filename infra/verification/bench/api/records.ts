import type { InvoiceEvent, InvoiceNumberTaken } from '@plumbline/billing/events'
import { leadServices } from '@plumbline/crm/api'
import type { LeadEvent } from '@plumbline/crm/events'
import type { MessageEvent } from '@plumbline/messaging/events'
import { dayIn, dayLater, defaultTimeZone } from '@plumbline/platform/time'
import type { FilledEvent } from '../fill.ts'
import { customerOf, job } from '../filledAppointments.ts'
import { people, person, scatter } from '../filledCustomers.ts'

const dayMs = 86_400_000
const yearsBack = 3
// leads are other people than the customers
const firstLead = 5_000_000

/** What a site is filled with: so many of every kind, as they had happened until `now`. */
export type Records = { rows: number; now: number }

/** One customer in so many is a second record of the one before it. */
const mergedEvery = 250
export const isMerged = (customerId: number): boolean => customerId % mergedEvery === 0

/** When the record of this number was made, of those that were made in the last years. */
const madeAt = (id: number, { rows, now }: Records) => now - (1 - id / rows) * yearsBack * 365 * dayMs - dayMs
const iso = (time: number) => new Date(time).toISOString()

function* stream(name: string, events: readonly FilledEvent['event'][]): Generator<FilledEvent> {
  for (const [index, event] of events.entries()) yield { stream: name, version: index + 1, event }
}

export function* customerEvents({ rows, now }: Records): Generator<FilledEvent> {
  yield* people(rows)
  for (let customerId = mergedEvery; customerId <= rows; customerId += mergedEvery)
    yield {
      stream: `customer-${customerId}`,
      version: 2,
      event: {
        type: 'CustomerMerged',
        data: { customerId, intoCustomerId: customerId - 1, mergedAt: iso(now - dayMs) },
      },
    }
}

/** Appointments with an odd number are still to be cancelled; most others are done. */
export function* appointmentEvents({ rows, now }: Records): Generator<FilledEvent> {
  for (let id = 1; id <= rows; id++) {
    const data = job(id, rows)
    const isDone = id % 2 === 0 && Date.parse(data.startsAt) < now
    yield* stream(`appointment-${id}`, [
      { type: 'AppointmentScheduled', data },
      ...(isDone
        ? [{ type: 'AppointmentCompleted', data: { appointmentId: id, completedAt: data.startsAt } }]
        : []),
    ])
  }
}

/** The estimate form of this visitor. */
export function leadForm(id: number) {
  const { firstName, lastName, email, phone } = person(firstLead + id)
  const services = Object.keys(leadServices)
  return {
    ...{ firstName, lastName, email, phone },
    serviceNeeded: services[scatter(id) % services.length] as string,
    projectDescription: 'The gate drags and two fence panels lean; we would like a quote for both.',
    source: 'website',
  }
}

export function* leadEvents(records: Records): Generator<FilledEvent> {
  for (let leadId = 1; leadId <= records.rows; leadId++) {
    const receivedAt = madeAt(leadId, records)
    const events: LeadEvent[] = [
      { type: 'LeadReceived', data: { leadId, ...leadForm(leadId), receivedAt: iso(receivedAt) } },
    ]
    const changedAt = iso(receivedAt + dayMs / 2)
    if (leadId % 3 === 0)
      events.push({ type: 'LeadStatusChanged', data: { leadId, status: 'contacted', changedAt } })
    yield* stream(`lead-${leadId}`, events)
  }
}

const methods = ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card'] as const
const daysToPay = 30
const paidAfterDays = 10

/** The events of this invoice in their order; `number` is taken when it is issued. */
export function invoiceEvents(invoiceId: number, number: number, records: Records): InvoiceEvent[] {
  const n = scatter(invoiceId)
  const customerId = customerOf(invoiceId, records.rows)
  const made = madeAt(invoiceId, records)
  const [day, dueOn] = [
    dayIn(defaultTimeZone, new Date(made)),
    dayIn(defaultTimeZone, new Date(made + daysToPay * dayMs)),
  ]
  const amountCents = 11_250 + (n % 90_007)
  const line = {
    description: 'Labor and materials as agreed on site',
    amountCents,
    taxCents: Math.round(amountCents * 0.0725),
  }
  const total = line.amountCents + line.taxCents
  const events: InvoiceEvent[] = [
    {
      type: 'InvoiceDrafted',
      data: {
        ...{ invoiceId, customerId, appointmentId: invoiceId % 2 === 0 ? invoiceId : null },
        ...{ description: line.description, lines: [line], dueOn, draftedAt: iso(made) },
      },
    },
  ]
  if (isDraft(invoiceId)) return events
  events.push({ type: 'InvoiceIssued', data: { invoiceId, number, issuedOn: day, issuedAt: iso(made) } })
  const kind = n % 20
  const paidAt = made + paidAfterDays * dayMs
  const isPaid = kind < 17 && paidAt < records.now
  if (isPaid || (kind === 17 && paidAt < records.now))
    events.push({
      type: 'PaymentReceived',
      data: {
        ...{ invoiceId, customerId, paymentId: 1, method: methods[n % methods.length] ?? 'cash' },
        amountCents: isPaid ? total : Math.floor(total / 2),
        ...{ paidOn: dayIn(defaultTimeZone, new Date(paidAt)), recordedAt: iso(paidAt) },
      },
    })
  // otherwise the worker would mark them all as soon as it starts
  if (!isPaid && dueOn < dayIn(defaultTimeZone, new Date(records.now)))
    events.push({
      type: 'InvoiceOverdue',
      data: { invoiceId, dueOn, markedAt: iso(Date.parse(`${dayLater(dueOn)}T05:00:30Z`)) },
    })
  return events
}

const isDraft = (invoiceId: number) => invoiceId % 50 === 7

/** Every invoice with its events, in the order of their numbers. */
export function* invoices(records: Records): Generator<{ id: number; events: InvoiceEvent[] }> {
  let number = 0
  for (let id = 1; id <= records.rows; id++) {
    if (!isDraft(id)) number += 1
    yield { id, events: invoiceEvents(id, number, records) }
  }
}

export function* billingEvents(records: Records): Generator<FilledEvent> {
  for (const { id, events } of invoices(records)) {
    yield* stream(`invoice-${id}`, events)
    const issued = events.find((it) => it.type === 'InvoiceIssued')
    if (!issued) continue
    const { number, issuedAt: takenAt } = issued.data
    const event: InvoiceNumberTaken = { type: 'InvoiceNumberTaken', data: { invoiceId: id, takenAt } }
    yield { stream: 'invoice-numbers', version: number, event }
  }
}

const inboundEvery = 5

export function* messageEvents(records: Records): Generator<FilledEvent> {
  // on some days a visit is tomorrow, and only the product would write to its customer
  yield* stream('messaging-settings', [
    { type: 'ReminderSettingsChanged', data: { on: false, changedAt: iso(records.now) } },
  ])
  for (let messageId = 1; messageId <= records.rows; messageId++) {
    const customerId = customerOf(messageId, records.rows)
    const at = madeAt(messageId, records)
    yield* stream(`message-${messageId}`, conversationPart(messageId, customerId, at))
  }
}

function conversationPart(messageId: number, customerId: number, at: number): MessageEvent[] {
  if (messageId % inboundEvery === 0)
    return [
      {
        type: 'MessageReceived',
        data: {
          ...{ messageId, customerId, channel: 'sms', providerId: `SM${messageId}`, receivedAt: iso(at) },
          content: 'Thank you! Tuesday morning works for us, the side door is open.',
        },
      },
    ]
  const { email, phone } = person(customerId)
  const isSms = messageId % 2 === 0
  return [
    {
      type: 'MessageWritten',
      data: {
        ...{ messageId, customerId, channel: isSms ? 'sms' : 'email' },
        content: 'Hello, we can come on Tuesday between nine and noon. Does that suit you?',
        subject: isSms ? null : 'Your appointment on Tuesday',
        recipient: isSms ? `+1${phone.replace(/\D/g, '')}` : email,
        ...{ cause: 'staff', causeId: null, writtenAt: iso(at) },
      },
    },
    {
      type: 'MessageSent',
      data: { messageId, providerId: `console-${messageId}`, sentAt: iso(at + 1_000) },
    },
  ]
}
