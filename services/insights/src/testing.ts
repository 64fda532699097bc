import { personal as billingPersonal } from '@plumbline/billing/events'
import { personal as crmPersonal } from '@plumbline/crm/events'
import { personal as messagingPersonal } from '@plumbline/messaging/events'
import { runSubscription } from '@plumbline/platform/subscriptions'
import { startServiceForTest } from '@plumbline/platform/testing'
import { personal as schedulingPersonal } from '@plumbline/scheduling/events'
import { insights } from './service.ts'
import type { SourceEvent } from './source.ts'

export const startInsights = () =>
  startServiceForTest(insights, {
    settings: undefined,
    waitTimeoutMs: 30_000,
    foreignPersonal: { ...billingPersonal, ...crmPersonal, ...schedulingPersonal, ...messagingPersonal },
  })
export type InsightsUnderTest = Awaited<ReturnType<typeof startInsights>>

/** Removes all events and rows, and resets the clock. */
export async function clear({ owner, clock }: InsightsUnderTest): Promise<void> {
  clock.now = new Date('2026-11-21T15:00:00Z')
  await owner.query('TRUNCATE es.events, customers, subjects, activity, revenue, search_documents')
}

/** Runs the read models of the service as its worker does, until `signal` aborts. */
export const runSubscriptions = (test: InsightsUnderTest, signal: AbortSignal) => {
  const { pool, notifier, log, keyring } = test
  const subscriptions = insights.subscriptions({ pool, notifier, log, keyring, settings: undefined })
  return Promise.all(subscriptions.map((it) => runSubscription(it, { pool, notifier, log, keyring, signal })))
}

/** Appends what other services would, and brings the read models up to date. */
export async function publish(test: InsightsUnderTest, ...events: SourceEvent[]): Promise<void> {
  for (const event of events) await test.appendForeign(streamOf(event), event)
  await test.project()
}

function streamOf({ type, data }: SourceEvent): string {
  if (type === 'ConsentChanged' || type === 'RemindersChanged') return `consent-${data.customerId}`
  if (type.startsWith('Lead')) return `lead-${(data as { leadId: number }).leadId}`
  if (type.startsWith('Customer')) return `customer-${(data as { customerId: number }).customerId}`
  if (type.includes('Message')) return `message-${(data as { messageId: number }).messageId}`
  if (type.startsWith('Appointment'))
    return `appointment-${(data as { appointmentId: number }).appointmentId}`
  if (type.startsWith('Quote')) return `quote-${(data as { quoteId: number }).quoteId}`
  return `invoice-${(data as { invoiceId: number }).invoiceId}`
}

export const customer = (
  customerId: number,
  firstName: string,
  registeredAt = '2026-11-01T12:00:00.000Z',
): Extract<SourceEvent, { type: 'CustomerRegistered' }> => ({
  type: 'CustomerRegistered',
  data: {
    customerId,
    firstName,
    lastName: 'Lee',
    email: 'a@x.test',
    phone: '555 555 0101',
    address: '1 Elm St',
    notes: null,
    status: 'active',
    source: 'phone',
    registeredAt,
  },
})

export const merged = (customerId: number, intoCustomerId: number): SourceEvent => ({
  type: 'CustomerMerged',
  data: { customerId, intoCustomerId, mergedAt: '2026-11-05T12:00:00.000Z' },
})

export const appointment = (appointmentId: number, customerId: number, scheduledAt: string): SourceEvent => ({
  type: 'AppointmentScheduled',
  data: {
    appointmentId,
    customerId,
    title: 'General Repairs',
    description: null,
    notes: null,
    address: null,
    startsAt: '2026-11-24T15:00:00.000Z',
    durationMinutes: 120,
    estimatedCents: 15_000,
    scheduledAt,
  },
})

export const lead = (leadId: number, receivedAt: string): SourceEvent => ({
  type: 'LeadReceived',
  data: {
    leadId,
    firstName: 'Bo',
    lastName: 'Dee',
    email: 'b@x.test',
    phone: '555 555 0102',
    serviceNeeded: null,
    projectDescription: null,
    source: 'website',
    receivedAt,
  },
})

export const payment = (paymentId: number, amountCents: number, paidOn: string): SourceEvent => ({
  type: 'PaymentReceived',
  data: {
    invoiceId: 5,
    customerId: 1,
    paymentId,
    amountCents,
    method: 'cash',
    paidOn,
    recordedAt: `${paidOn}T12:00:00.000Z`,
  },
})
