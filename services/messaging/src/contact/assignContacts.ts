import type { CustomerDetailsChanged, CustomerRegistered } from '@plumbline/crm/events'
import { erased } from '@plumbline/platform/encryption'
import { commandsIn, commit, type EventStore, type Recorded } from '@plumbline/platform/event-store'
import type { Subscription } from '@plumbline/platform/subscriptions'
import type * as z from 'zod/mini'
import { dialable } from '../phone.ts'
import { assignContact, changeContactConsent, lockAddresses } from './commands.ts'
import { optOutsWithoutContact, overdueAssignments, unassignedNumbers } from './projection.ts'

export const assignContactsSubscription = { name: 'assignContacts', version: 1, kind: 'reactor' } as const

type WithPhone = CustomerRegistered | z.infer<typeof CustomerDetailsChanged>

/** A customer who is new, or has a new number, gets what came from that number before. */
export const assignContacts = (store: EventStore, clock: () => Date): Subscription => ({
  ...assignContactsSubscription,
  types: ['CustomerRegistered', 'CustomerDetailsChanged'],
  apply: async (tx, events) => {
    const owners = new Map<string, Recorded>()
    for (const event of events) {
      const { phone } = (event as unknown as WithPhone).data
      const number = phone === undefined || phone === erased ? null : dialable(phone)
      if (number && !event.erased && !owners.has(number)) owners.set(number, event)
    }
    // a message that is just being stored is waited for
    await lockAddresses(tx, 'sms', [...owners.keys()])
    for (const contact of await unassignedNumbers(tx, [...owners.keys()])) {
      const { data, metadata } = owners.get(contact.address) as Recorded<WithPhone>
      const origin = { metadata: { actor: 'messaging', requestId: metadata.requestId }, now: clock() }
      await assignContact(commandsIn(tx, store, origin), contact.id, data.customerId)
    }
  },
})

/**
 * What the reactor cannot see: a message that was stored while the read model of customers was behind, and those who
 * opted out before an earlier release noted numbers and addresses for themselves.
 */
export async function reconcileContacts(store: EventStore, now: Date): Promise<void> {
  const origin = { metadata: { actor: 'messaging', requestId: 'reconcile contacts' }, now }
  for (const { contactId, customerId } of await overdueAssignments(store.pool))
    await commit(store, origin, (ctx) => assignContact(ctx, contactId, customerId))
  for (const { channel, address } of await optOutsWithoutContact(store.pool))
    await commit(store, origin, (ctx) => changeContactConsent(ctx, channel, address, true))
}
