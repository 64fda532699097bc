import type { Db } from '@plumbline/platform/db'
import { type EventStore, type Metadata, readStream } from '@plumbline/platform/event-store'
import type { Consent, ConsentForm, MessageType } from './api.ts'
import type { ConsentEvent } from './events.ts'
import { type Refusals, refusalsOf } from './projections/consents.ts'
import { customersByNumber, recordsOf } from './projections/customers.ts'

type Tx = Parameters<EventStore['append']>[0]
type Surroundings = {
  store: Pick<EventStore, 'append'>
  db: Tx
  metadata: Metadata
  now: Date
}

const stream = (customerId: number) => `consent-${customerId}`

/**
 * Whoever says no is not written to any more on that channel, or not reminded, under any of their records, until they
 * say yes.
 */
export async function changeConsent(
  { store, db, metadata, now }: Surroundings,
  customerId: number,
  what: keyof Refusals,
  optedOut: boolean,
): Promise<void> {
  if ((await refusalsOf(db, customerId))[what] === optedOut) return
  const changedAt = now.toISOString()
  const eventFor = (record: number): ConsentEvent =>
    what === 'reminders'
      ? { type: 'RemindersChanged', data: { customerId: record, wanted: !optedOut, changedAt } }
      : { type: 'ConsentChanged', data: { customerId: record, channel: what, optedOut, changedAt } }
  for (const record of optedOut ? [customerId] : await recordsOf(db, customerId))
    await store.append<ConsentEvent>(db, {
      stream: stream(record),
      expected: 'any',
      events: [eventFor(record)],
      metadata,
    })
}

/** The provider will not take an SMS to this number any more: its owner said no there. */
export async function optOutAtProvider(
  surroundings: Omit<Surroundings, 'metadata'>,
  number: string,
): Promise<void> {
  const metadata = { actor: 'provider', requestId: 'opted out' }
  for (const { id } of await customersByNumber(surroundings.db, number))
    await changeConsent({ ...surroundings, metadata }, id, 'sms', true)
}

/** What staff set with switches. */
export async function setConsent(act: Surroundings, customerId: number, form: ConsentForm): Promise<void> {
  for (const what of ['sms', 'email', 'reminders'] as const) {
    const wanted = form[what]
    if (wanted !== undefined) await changeConsent(act, customerId, what, !wanted)
  }
}

/** What a customer wants to hear, and how it came to that, newest first. */
export async function consentOf(db: Db, customerId: number): Promise<Consent> {
  const no = await refusalsOf(db, customerId)
  const records = await recordsOf(db, customerId)
  const histories = await Promise.all(records.map((id) => readStream<ConsentEvent>(db, stream(id))))
  const history = histories.flat().map(({ type, data, metadata, id }) => ({
    id,
    at: data.changedAt,
    by: whoOf(metadata.actor),
    ...(type === 'RemindersChanged'
      ? { what: 'reminders' as const, wanted: data.wanted }
      : { what: data.channel as MessageType, wanted: !data.optedOut }),
  }))
  return {
    ...{ sms: !no.sms, email: !no.email, reminders: !no.reminders },
    history: history.sort((a, b) => (a.at < b.at ? 1 : -1)),
  }
}

const whoOf = (actor: string): Consent['history'][number]['by'] => {
  if (actor === 'customer' || actor === 'provider') return actor
  return 'staff'
}
