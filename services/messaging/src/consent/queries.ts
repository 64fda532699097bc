import { type Db, run } from '@plumbline/platform/db'
import { readStreams } from '@plumbline/platform/event-store'
import { type Consent, type MessageType, messageTypes } from '../api.ts'
import { contactByAddress } from '../contact/queries.ts'
import { addressesOf, type Customer, customers, recordIdsOf } from '../customers.ts'
import type { ConsentEvent, ContactConsentChanged } from '../events.ts'
import type { KnownRefusals } from './decider.ts'

const noAddresses = { sms: null, email: null }

/** What this customer has refused, under any record of these ids, or the number and address that they have. */
export async function refusalsOf(
  db: Db,
  [id, otherId = id]: readonly [number, number?],
  addresses: Record<MessageType, string | null> = noAddresses,
): Promise<KnownRefusals> {
  const [row] = await run<KnownRefusals>(db, {
    name: 'refusals-of',
    // the ids themselves, too: the read model of customers may not have them yet
    text: `SELECT coalesce(bool_or(sms_opted_out), false)
          OR EXISTS (SELECT 1 FROM contacts WHERE channel = 'sms' AND address = $3 AND opted_out) AS sms,
        coalesce(bool_or(email_opted_out), false)
          OR EXISTS (SELECT 1 FROM contacts WHERE channel = 'email' AND address = $4 AND opted_out) AS email,
        coalesce(bool_or(reminders_off), false) AS reminders,
        (SELECT hold FROM contacts WHERE channel = 'sms' AND address = $3 AND hold IS NOT NULL LIMIT 1) AS "smsHold"
      FROM consents WHERE customer_id = ANY(ARRAY[$1, $2]::integer[] || ${customers.recordIds('$1')} || ${customers.recordIds('$2')})`,
    values: [id, otherId, addresses.sms, addresses.email],
  })
  return row as KnownRefusals
}

type StoredConsent = ConsentEvent | ContactConsentChanged

/** What a customer allows, and who changed it when, newest first. */
export async function consentOf(db: Db, customer: Customer): Promise<Consent> {
  const addresses = addressesOf(customer)
  const [refusals, recordIds, ...contacts] = await Promise.all([
    refusalsOf(db, [customer.id], addresses),
    recordIdsOf(db, customer.id),
    ...messageTypes.map((channel) =>
      addresses[channel] ? contactByAddress(db, channel, addresses[channel]) : undefined,
    ),
  ])
  const streams = [
    ...recordIds.map((id) => `consent-${id}`),
    ...contacts.flatMap((contact) => (contact ? [`contact-${contact.id}`] : [])),
  ]
  const eventsOf = await readStreams(db, streams)
  const history = streams.flatMap(eventsOf).flatMap((event) => {
    const { type, data, metadata, id } = event as typeof event & StoredConsent
    if (type !== 'RemindersChanged' && type !== 'ConsentChanged' && type !== 'ContactConsentChanged')
      return []
    // no one has decided yet
    if (type === 'ContactConsentChanged' && data.hold) return []
    const change =
      type === 'RemindersChanged'
        ? { what: 'reminders' as const, wanted: data.wanted }
        : { what: data.channel, wanted: !data.optedOut }
    const { actor, actorName } = metadata
    return { id, at: data.changedAt, by: changedBy(actor), ...(actorName && { actorName }), ...change }
  })
  // one change is stored for the customer and for their number or address
  const changes = new Map(history.map((change) => [`${change.at} ${change.what} ${change.wanted}`, change]))
  return {
    sms: !refusals.sms,
    email: !refusals.email,
    reminders: !refusals.reminders,
    smsHold: refusals.smsHold,
    history: [...changes.values()].sort((a, b) => (a.at < b.at ? 1 : -1)),
  }
}

const changedBy = (actor: string): Consent['history'][number]['by'] =>
  actor === 'customer' || actor === 'provider' ? actor : 'staff'
