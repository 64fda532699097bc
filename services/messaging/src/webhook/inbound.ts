import { type Db, sql } from '@plumbline/platform/db'
import { commit } from '@plumbline/platform/event-store'
import { highWaterMark } from '@plumbline/platform/subscriptions'
import { changeConsent } from '../consent/commands.ts'
import { changeContactConsent, lockAddresses, noteContact, receiveFromContact } from '../contact/commands.ts'
import { isReceivedFromContact } from '../contact/messages.ts'
import { contactByAddress } from '../contact/projection.ts'
import { receiveMessage } from '../conversation/commands.ts'
import { isReceived } from '../conversation/queries.ts'
import { customerById, customersByNumber } from '../customers.ts'
import { dialable } from '../phone.ts'
import type { Form, WebhookContext } from './routes.ts'

// the provider's words for no and for yes; it answers them, and HELP, by itself
const no = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])
const yes = new Set(['START', 'YES', 'UNSTOP'])

/**
 * An SMS, into the conversations of all customers who have its number. From a number that is no customer's it begins a
 * conversation of that number.
 */
export async function receiveSms(
  { store, log, now, requestId, waitForPosition }: WebhookContext,
  { MessageSid: sid, From: from = '', Body: body = '' }: Form,
): Promise<void> {
  const number = dialable(from) ?? from.trim()
  if (!sid || !number) return log.info({ requestId }, 'SMS without a sender or an id')
  // the read model of customers may be behind, and a customer who was just created may have this number
  if ((await sendersOf(store.pool, number)).length === 0)
    await waitForPosition(await highWaterMark(store.pool)).catch(() =>
      log.warn({ requestId }, 'customers are behind'),
    )
  const origin = { metadata: { actor: 'customer', requestId }, now }
  await commit(store, origin, async (ctx) => {
    const { db } = ctx
    // a repeat waits here until the first is stored
    await db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`inbound ${sid}`}))`)
    await lockAddresses(db, 'sms', [number])
    if ((await isReceived(db, sid)) || (await isReceivedFromContact(db, sid))) return
    const content = body.trim() || 'A picture or file, which is not shown here.'
    const customerIds = await sendersOf(db, number)
    for (const customerId of customerIds) {
      const others = customerIds.filter((id) => id !== customerId)
      await receiveMessage(ctx, {
        ...{ customerId, channel: 'sms', content, providerId: sid },
        ...(others.length > 0 && { sharedWith: others }),
      })
    }
    if (customerIds.length === 0)
      await receiveFromContact(ctx, await noteContact(ctx, 'sms', number), {
        content,
        providerId: sid,
      })
    const word = body.trim().toUpperCase()
    if (!no.has(word) && !yes.has(word)) return
    await changeContactConsent(ctx, 'sms', number, no.has(word))
    for (const id of customerIds) await changeConsent(ctx, id, 'sms', no.has(word))
  })
}

/** Every customer who has this number; without one, the customer who got its conversation. */
async function sendersOf(db: Db, number: string): Promise<number[]> {
  const owners = await customersByNumber(db, number)
  if (owners.length > 0) return owners.map((row) => row.id)
  const contact = await contactByAddress(db, 'sms', number)
  const customer = contact?.customerId ? await customerById(db, contact.customerId) : undefined
  return customer ? [customer.id] : []
}
