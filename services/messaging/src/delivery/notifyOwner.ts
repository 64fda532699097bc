import { type LeadReceived, leadServices, leadSubject } from '@plumbline/crm/events'
import type { Recorded } from '@plumbline/platform/event-store'
import type { Reactor } from '@plumbline/platform/service'
import { type Delivery, deliveryId, insertDelivery } from '../ledger/ledger.ts'
import type { MessagingSettings } from '../settings.ts'
import { factSheet, subjectLine } from '../texts/mail.ts'

/** Writes a mail to the owner about every new lead, once. */
export const notifyOwner: Reactor<MessagingSettings, LeadReceived> = {
  name: 'notifyOwner',
  version: 1,
  types: ['LeadReceived'],
  react: async ({ db, events, contextFor }) => {
    for (const event of events) {
      const { keyring, settings } = contextFor(event)
      const mail = leadMail(event, settings)
      if (mail) await insertDelivery(db, keyring, mail)
    }
  },
}

type OwnerSettings = Pick<MessagingSettings, 'ownerEmail' | 'publicUrl'>

/** Null for demonstration data and when the person has been erased. */
export function leadMail(
  event: Recorded<LeadReceived>,
  { ownerEmail, publicUrl }: OwnerSettings,
): Delivery | null {
  if (event.metadata.demo || event.erased) return null
  const { data } = event
  const name = subjectLine(`${data.firstName} ${data.lastName}`)
  const facts = [
    { label: 'Name', value: name },
    { label: 'Phone', value: data.phone },
    { label: 'Email', value: data.email },
    { label: 'Service', value: serviceLabel(data.serviceNeeded) },
    { label: 'Project', value: data.projectDescription ?? 'no description', long: true },
  ]
  const intro = `${name} requested a free estimate. You promised a quote within 24 hours.`
  return {
    id: deliveryId(event.id, 'notifyOwner', ownerEmail),
    channel: 'email',
    dataSubject: leadSubject(data.leadId),
    recipient: ownerEmail,
    subject: subjectLine(`New estimate request from ${name}`),
    ...factSheet(intro, facts, {
      label: 'View lead',
      value: `${publicUrl}/crm?tab=leads&lead=${data.leadId}`,
    }),
  }
}

const serviceLabel = (service: string | null): string =>
  service === null ? 'not specified' : (leadServices[service as keyof typeof leadServices] ?? service)
