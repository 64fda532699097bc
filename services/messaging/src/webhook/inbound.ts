import { sql } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { waitForCommitted } from '@plumbline/platform/subscriptions'
import type { InboundForm } from '../api.ts'
import { changeConsentOfNumber } from '../consent/commands.ts'
import { changeContactConsent, holdContact, lockAddresses, noteContact } from '../contact/commands.ts'
import { isReceivedFromContact } from '../contact/messages.ts'
import { contactByAddress } from '../contact/queries.ts'
import { receiveContactMessage, receiveMessage } from '../conversation/commands.ts'
import { isReceived } from '../conversation/queries.ts'
import { customerIdsByNumber, customers } from '../customers.ts'
import type { MessagingContext } from '../settings.ts'
import { type ConsentWish, readConsentWish } from './consentWish.ts'

/**
 * Stores an SMS in the conversations of all customers who have its number. From a number that no customer has it begins a
 * conversation of the number.
 */
export async function receiveSms(call: MessagingContext, form: InboundForm): Promise<void> {
  const { log, metadata, waitForPosition } = call
  const { requestId } = metadata
  const { MessageSid: providerId, From: from, Body: body } = form
  const number = toSmsNumber(from) ?? from.trim()
  if (!providerId || !number) return log.info({ requestId }, 'SMS without a sender or an id')
  const ctx = { ...call, metadata: { actor: 'customer', requestId } }
  // a duplicate waits here until the first is stored
  await ctx.db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`inbound ${providerId}`}))`)
  await lockAddresses(ctx.db, 'sms', [number])
  // a customer who was just created may have this number, and another release may just have stored this message
  if (!(await waitForCommitted(ctx.db, waitForPosition))) log.warn({ requestId }, 'read models lag')
  if ((await isReceived(ctx.db, providerId)) || (await isReceivedFromContact(ctx.db, providerId))) return
  const text = body.trim()
  const received = {
    channel: 'sms' as const,
    content:
      [text, mediaNote(form)].filter(Boolean).join('\n') || 'A picture or file, which is not shown here.',
    providerId,
  }
  const customerIds = await customerIdsByNumber(ctx.db, number)
  for (const customerId of customerIds) {
    const sharedWith = customerIds.filter((id) => id !== customerId)
    await receiveMessage(ctx, { ...received, customerId, ...(sharedWith.length > 0 && { sharedWith }) })
  }
  if (customerIds.length === 0) await receiveFromContact(ctx, number, received)
  await applyConsentWish(ctx, number, providerWishes[form.OptOutType ?? ''] ?? readConsentWish(text))
}

// an account may have words of its own, which only the provider knows
const providerWishes: Record<string, ConsentWish | 'none'> = { STOP: 'stop', START: 'start', HELP: 'none' }

async function applyConsentWish(
  ctx: MessagingContext,
  number: string,
  wish: ConsentWish | 'none' | undefined,
): Promise<void> {
  if (wish === 'stop' || wish === 'start') return changeConsentOfNumber(ctx, number, wish === 'stop')
  if (wish === 'unclear') return holdContact(ctx, number, 'doubt')
  // a number that sends SMS can receive them
  const contact = await contactByAddress(ctx.db, 'sms', number)
  if (contact?.hold === 'unreachable') await changeContactConsent(ctx, 'sms', number, false)
}

/** What came with an SMS and is not shown. */
function mediaNote(form: InboundForm): string {
  const count = Number(form.NumMedia) || 0
  if (count === 0) return ''
  const types = Object.entries(form).flatMap(([name, type]) =>
    name.startsWith('MediaContentType') ? type : [],
  )
  const kind = types.every((type) => type?.startsWith('image/')) ? 'picture' : 'file'
  return `${count} ${kind}${count === 1 ? '' : 's'}, not shown here`
}

type Received = { channel: 'sms'; content: string; providerId: string }

/** Stores an SMS from a number that no customer has: for the customer that it is assigned to, or for none. */
async function receiveFromContact(ctx: MessagingContext, number: string, received: Received): Promise<void> {
  const { id: contactId, customerId } = await noteContact(ctx, 'sms', number)
  const assignee = customerId === null ? undefined : await customers.find(ctx.db, customerId)
  if (assignee) await receiveMessage(ctx, { ...received, contactId, customerId: assignee.id })
  else await receiveContactMessage(ctx, { ...received, contactId })
}
