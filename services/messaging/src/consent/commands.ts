import type { Db } from '@plumbline/platform/db'
import { type CommandContext, readStream } from '@plumbline/platform/event-store'
import { type Consent, type ConsentForm, type MessageType, messageTypes } from '../api.ts'
import { addressesOf, changeContactConsent } from '../contact/commands.ts'
import { contactByAddress } from '../contact/projection.ts'
import { customerById, customersByNumber, recordsOf } from '../customers.ts'
import type { ConsentEvent, ContactConsentChanged } from '../events.ts'
import { dialable } from '../phone.ts'
import { recordEvent } from '../store.ts'
import { type Refusals, refusalsOf } from './projection.ts'

const streamName = 'consent'

/**
 * A customer who opts out is not written to any more on that channel, or not reminded, under any of their records, until
 * they opt in. An opt-out also belongs to the number or address: it holds for every other customer who has it.
 */
export async function changeConsent(
  ctx: CommandContext,
  customerId: number,
  what: keyof Refusals,
  optedOut: boolean,
): Promise<void> {
  const { db, now } = ctx
  const customer = what === 'reminders' ? undefined : await customerById(db, customerId)
  if (what !== 'reminders' && customer)
    await changeContactConsent(ctx, what, addressesOf(customer)[what], optedOut)
  if ((await refusalsOf(db, customerId))[what] === optedOut) return
  const changedAt = now.toISOString()
  const eventFor = (record: number): ConsentEvent =>
    what === 'reminders'
      ? { type: 'RemindersChanged', data: { customerId: record, wanted: !optedOut, changedAt } }
      : { type: 'ConsentChanged', data: { customerId: record, channel: what, optedOut, changedAt } }
  for (const record of optedOut ? [customerId] : await recordsOf(db, customerId))
    await recordEvent(ctx, streamName, record, eventFor(record))
}

/** The provider will not take an SMS to this number any more: its owner said no there. */
export async function optOutAtProvider(context: CommandContext, number: string): Promise<void> {
  const ctx = { ...context, metadata: { actor: 'provider', requestId: 'opted out' } }
  await changeContactConsent(ctx, 'sms', dialable(number), true)
  for (const { id } of await customersByNumber(ctx.db, number)) await changeConsent(ctx, id, 'sms', true)
}

/** What staff set with switches. */
export async function setConsent(ctx: CommandContext, customerId: number, form: ConsentForm): Promise<void> {
  for (const what of ['sms', 'email', 'reminders'] as const) {
    const wanted = form[what]
    if (wanted !== undefined) await changeConsent(ctx, customerId, what, !wanted)
  }
}

/** What a customer wants to hear, and how it came to that, newest first. */
export async function consentOf(db: Db, customerId: number): Promise<Consent> {
  const customer = await customerById(db, customerId)
  const addresses = customer ? addressesOf(customer) : undefined
  const no = await refusalsOf(db, customerId, addresses)
  const records = (await recordsOf(db, customerId)).map((id) => `${streamName}-${id}`)
  const contacts = await Promise.all(
    messageTypes.map((it) => (addresses?.[it] ? contactByAddress(db, it, addresses[it]) : undefined)),
  )
  const known = contacts.flatMap((it) => (it ? [`contact-${it.id}`] : []))
  const histories = await Promise.all([...records, ...known].map((it) => readStream<StoredConsent>(db, it)))
  const history = histories.flat().flatMap(({ type, data, metadata, id }) => {
    if (type !== 'RemindersChanged' && type !== 'ConsentChanged' && type !== 'ContactConsentChanged')
      return []
    return {
      ...{ id, at: data.changedAt, by: whoOf(metadata.actor) },
      ...(type === 'RemindersChanged'
        ? { what: 'reminders' as const, wanted: data.wanted }
        : { what: data.channel as MessageType, wanted: !data.optedOut }),
    }
  })
  // one change of a customer is noted for them and for their number or address
  const changes = new Map(history.map((it) => [`${it.at} ${it.what} ${it.wanted}`, it]))
  return {
    ...{ sms: !no.sms, email: !no.email, reminders: !no.reminders },
    history: [...changes.values()].sort((a, b) => (a.at < b.at ? 1 : -1)),
  }
}

type StoredConsent = ConsentEvent | ContactConsentChanged

const whoOf = (actor: string): Consent['history'][number]['by'] => {
  if (actor === 'customer' || actor === 'provider') return actor
  return 'staff'
}
