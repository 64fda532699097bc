import { clockOf, readBusinessEvents, type Settings, settingsOn } from '@plumbline/business/directory'
import { type LeadReceived, leadServices, leadSubject } from '@plumbline/crm/events'
import type { Recorded } from '@plumbline/platform/event-store'
import type { Reactor } from '@plumbline/platform/service'
import { type Delivery, deliveryId, insertDelivery } from '../ledger/ledger.ts'
import { lookOf } from '../sender.ts'
import { readLeadMail } from '../senders/queries.ts'
import type { MessagingSettings } from '../settings.ts'
import { factSheet, type Look, subjectLine } from '../texts/mail.ts'

/** Writes a mail to the owner about every new lead, once. */
export const notifyOwner: Reactor<MessagingSettings, LeadReceived> = {
  name: 'notifyOwner',
  version: 1,
  types: ['LeadReceived'],
  react: async ({ db, events, contextFor }) => {
    for (const event of events) {
      const { keyring, settings, now } = contextFor(event)
      const business = await readBusinessEvents(db)
      const { estimateOptions, brand, description } = settingsOn(
        business,
        clockOf(business, now).settingsDay,
        settings,
      )
      const mail = leadMail(
        event,
        { ...settings, leadsTo: await readLeadMail(db, settings) },
        estimateOptions,
        lookOf({ brand, name: description.name }, settings.publicUrl),
      )
      if (mail) await insertDelivery(db, keyring, mail)
    }
  },
}

type OwnerSettings = Pick<MessagingSettings, 'ownerEmail' | 'publicUrl'> & { leadsTo: string }
type Options = Settings['estimateOptions']

/** Null for demonstration data and when the person has been erased. */
export function leadMail(
  event: Recorded<LeadReceived>,
  { ownerEmail, leadsTo, publicUrl }: OwnerSettings,
  options: Options,
  look: Look = {},
): Delivery | null {
  if (event.metadata.demo || event.erased) return null
  const { data } = event
  const name = subjectLine(`${data.firstName} ${data.lastName}`)
  const facts = [
    { label: 'Name', value: name },
    { label: 'Phone', value: data.phone },
    { label: 'Email', value: data.email },
    { label: 'Service', value: serviceLabel(data.serviceNeeded, options) },
    { label: 'Project', value: data.projectDescription ?? 'no description', long: true },
  ]
  const intro = `${name} requested a free estimate. You promised a quote within 24 hours.`
  return {
    // whatever is set since: once
    id: deliveryId(event.id, 'notifyOwner', ownerEmail),
    channel: 'email',
    dataSubject: leadSubject(data.leadId),
    recipient: leadsTo,
    subject: subjectLine(`New estimate request from ${name}`),
    ...factSheet(
      intro,
      facts,
      {
        label: 'View lead',
        value: `${publicUrl}/crm?tab=leads&lead=${data.leadId}`,
      },
      look,
    ),
  }
}

function serviceLabel(service: string | null, options: Options): string {
  if (service === null) return 'not specified'
  const option = options.find(({ value }) => value === service)
  return option?.label ?? leadServices[service as keyof typeof leadServices] ?? service
}
