import type { CustomerEvent } from '@plumbline/crm/events'
import { toSmsNumber } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import type { Recorded } from '@plumbline/platform/event-store'
import { commitEach, type Reactor, type ServiceTimer } from '@plumbline/platform/service'
import { loadCustomerFromLog } from '../customers.ts'
import type { MessagingSettings } from '../settings.ts'
import { assignContact, lockAddresses } from './commands.ts'
import { overdueAssignments, unassignedNumbers } from './queries.ts'

type WithPhone = Extract<CustomerEvent, { type: 'CustomerRegistered' | 'CustomerDetailsChanged' }>

/** A customer who is new, or has a new number, gets the messages that came from that number before. */
export const assignContacts: Reactor<MessagingSettings, WithPhone> = {
  name: 'assignContacts',
  version: 1,
  types: ['CustomerRegistered', 'CustomerDetailsChanged'],
  react: async ({ db, events, contextFor }) => {
    const firstByNumber = new Map<string, Recorded<WithPhone>>()
    for (const event of events) {
      const { phone } = event.data
      const number = phone === undefined || phone === erased ? null : toSmsNumber(phone)
      if (number && !event.erased && !firstByNumber.has(number)) firstByNumber.set(number, event)
    }
    const numbers = [...firstByNumber.keys()]
    // waits for a message that is being stored
    await lockAddresses(db, 'sms', numbers)
    for (const { id, address } of await unassignedNumbers(db, numbers)) {
      const ctx = contextFor(firstByNumber.get(address) as Recorded<WithPhone>)
      // what is true now: the customer may have been removed, or the number corrected, since the event
      const customer = await loadCustomerFromLog(ctx, firstByNumber.get(address)?.data.customerId as number)
      if (customer?.smsNumber === address) await assignContact(ctx, id, customer.id)
    }
  },
}

/** What the reactor cannot see: a message that was stored while the read model of customers was behind. */
export const reconcileContacts: ServiceTimer<MessagingSettings> = {
  name: 'reconcileContacts',
  cron: '* * * * *',
  run: async ({ store, now }) => {
    const origin = { metadata: { actor: 'messaging', requestId: 'reconcile contacts' }, now }
    const assignments = await overdueAssignments(store.pool)
    await commitEach(store, origin, assignments, (ctx, { contactId, customerId }) =>
      assignContact(ctx, contactId, customerId),
    )
  },
}
