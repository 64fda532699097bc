import { type Db, sql } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { highWaterMark } from '@plumbline/platform/subscriptions'
import type { InboundForm } from '../api.ts'
import { changeConsent } from '../consent/commands.ts'
import { changeContactConsent, lockAddresses, noteContact } from '../contact/commands.ts'
import { isReceivedFromContact } from '../contact/messages.ts'
import { contactByAddress } from '../contact/queries.ts'
import { receiveContactMessage, receiveMessage } from '../conversation/commands.ts'
import { isReceived } from '../conversation/queries.ts'
import { customerIdsByNumber, customers } from '../customers.ts'
import type { MessagingContext } from '../settings.ts'

// the provider answers these words, and HELP, by itself
const optOutWords = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const optInWords = new Set(['START', 'YES', 'UNSTOP'])

/**
 * Stores an SMS in the conversations of all customers who have its number. From a number that no customer has it begins a
 * conversation of the number.
 */
export async function receiveSms(
  call: MessagingContext,
  { MessageSid: providerId, From: from, Body: body }: InboundForm,
): Promise<void> {
  const { store, log, metadata, waitForPosition } = call
  const { requestId } = metadata
  const number = toSmsNumber(from) ?? from.trim()
  if (!providerId || !number) return log.info({ requestId }, 'SMS without a sender or an id')
  // outside the transaction: a customer who was just created may have this number, and the read model may lag
  if ((await customersOf(store.pool, number)).length === 0)
    await waitForPosition(await highWaterMark(store.pool)).catch(() =>
      log.warn({ requestId }, 'the read model of customers lags'),
    )
  const ctx = { ...call, metadata: { actor: 'customer', requestId } }
  // a duplicate waits here until the first is stored
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`inbound ${providerId}`}))`)
  await lockAddresses(ctx.db, 'sms', [number])
  if ((await isReceived(ctx.db, providerId)) || (await isReceivedFromContact(ctx.db, providerId))) return
  const text = body.trim()
  const received = {
    channel: 'sms' as const,
    content: text || 'A picture or file, which is not shown here.',
    providerId,
  }
  const customerIds = await customersOf(ctx.db, number)
  for (const customerId of customerIds) {
    const sharedWith = customerIds.filter((id) => id !== customerId)
    await receiveMessage(ctx, { ...received, customerId, ...(sharedWith.length > 0 && { sharedWith }) })
  }
  if (customerIds.length === 0) {
    const contact = await noteContact(ctx, 'sms', number)
    await receiveContactMessage(ctx, { ...received, contactId: contact.id })
  }
  const word = text.toUpperCase()
  if (!optOutWords.has(word) && !optInWords.has(word)) return
  await changeContactConsent(ctx, 'sms', number, optOutWords.has(word))
  for (const id of customerIds) await changeConsent(ctx, id, 'sms', optOutWords.has(word))
}

/** Every customer who has this number; without one, the customer that the number is assigned to. */
async function customersOf(db: Db, number: string): Promise<number[]> {
  const ids = await customerIdsByNumber(db, number)
  if (ids.length > 0) return ids
  const contact = await contactByAddress(db, 'sms', number)
  const customer = contact?.customerId ? await customers.find(db, contact.customerId) : undefined
  return customer ? [customer.id] : []
}
