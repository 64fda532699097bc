import { LeadReceived, leadServices, leadSubject } from '@plumbline/crm/events'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Recorded } from '@plumbline/platform/event-store'
import type { Subscription } from '@plumbline/platform/subscriptions'
import { type Delivery, deliveryId, insertDelivery } from './ledger.ts'
import { factSheet, subjectLine } from './mail.ts'

export type NotifyOwnerOptions = {
  /** Where the owner wants to hear of a new lead. */
  ownerEmail: string
  /** Where the back-office lives, for the link. */
  publicUrl: string
}

/** What the owner is told about a new lead, if anything. */
export function tellOwner(event: Recorded, { ownerEmail, publicUrl }: NotifyOwnerOptions): Delivery[] {
  if (event.metadata.demo || event.erased) return []
  const { data } = LeadReceived.parse(event)
  const name = subjectLine(`${data.firstName} ${data.lastName}`)
  const facts = [
    { label: 'Name', value: name },
    { label: 'Phone', value: data.phone },
    { label: 'E-mail', value: data.email },
    { label: 'Service', value: serviceLabel(data.serviceNeeded) },
    { label: 'Project', value: data.projectDescription ?? 'no description', long: true },
  ]
  const intro = `${name} asks for a free estimate. A quote is promised within 24 hours.`
  return [
    {
      id: deliveryId(event.id, 'notifyOwner', ownerEmail),
      channel: 'email',
      about: leadSubject(data.leadId),
      recipient: ownerEmail,
      subject: subjectLine(`New estimate request from ${name}`),
      ...factSheet(intro, facts, { label: 'Open the leads', value: `${publicUrl}/crm?tab=leads` }),
    },
  ]
}

const serviceLabel = (service: string | null): string =>
  service === null ? 'not specified' : (leadServices[service as keyof typeof leadServices] ?? service)

/** Tells the owner about every new lead, once. */
export const notifyOwner = (
  options: NotifyOwnerOptions,
  keyring: Keyring,
  onCommitted: () => void,
): Subscription => ({
  ...notifyOwnerSubscription,
  types: ['LeadReceived'],
  apply: async (tx, events) => {
    for (const event of events)
      for (const delivery of tellOwner(event, options)) await insertDelivery(tx, keyring, delivery)
  },
  onCommitted,
})

export const notifyOwnerSubscription = { name: 'notifyOwner', version: 1, kind: 'reactor' } as const
