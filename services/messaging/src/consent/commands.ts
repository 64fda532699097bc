import { toSmsNumber } from '@plumbline/platform/e164'
import { type Aggregate, type CommandContext, execute } from '@plumbline/platform/event-store'
import type { ConsentForm } from '../api.ts'
import { changeContactConsent, holdContact } from '../contact/commands.ts'
import {
  addressesOf,
  type Customer,
  customers,
  ownersOfNumber,
  recordIdsOf,
  requireExistingCustomer,
} from '../customers.ts'
import type { ConsentEvent } from '../events.ts'
import { reasons } from '../texts/reasons.ts'
import { type ChangeConsent, type ConsentTopic, consentDecider, type Refusals } from './decider.ts'

const consent: Aggregate<Refusals, ChangeConsent, ConsentEvent, never> = {
  name: 'consent',
  decider: consentDecider,
}

/**
 * A customer refuses a channel or reminders, or allows them again, under all of their records. A channel is refused for
 * the number or address too: it holds for every other customer who has it.
 */
export async function changeConsent(
  ctx: CommandContext,
  customerId: number,
  topic: ConsentTopic,
  isRefused: boolean,
): Promise<void> {
  const { db } = ctx
  const customer = topic === 'reminders' ? undefined : await customers.find(db, customerId)
  if (topic !== 'reminders' && customer)
    await changeContactConsent(ctx, topic, addressesOf(customer)[topic], isRefused)
  for (const id of isRefused ? [customerId] : await recordIdsOf(db, customerId))
    await execute(ctx, consent, id, { type: 'ChangeConsent', topic, isRefused })
}

/**
 * What the owner of a number said: it holds for the number, and for the customers whose number it is today. A customer
 * who has it by an assignment alone, or had it in a record that was merged, has said nothing about their own number.
 */
export async function changeConsentOfNumber(
  ctx: CommandContext,
  number: string,
  isRefused: boolean,
): Promise<void> {
  await changeContactConsent(ctx, 'sms', number, isRefused)
  for (const id of await ownersOfNumber(ctx.db, number)) await changeConsent(ctx, id, 'sms', isRefused)
}

/** The provider refused an SMS to this number: its owner opted out there, or the number has no SMS. */
export async function applyProviderRefusal(
  context: CommandContext,
  reason: string,
  phone: string,
): Promise<void> {
  const isOptOut = reason === reasons.optedOut.sms
  const number = toSmsNumber(phone)
  if (!number || (!isOptOut && reason !== reasons.noSms)) return
  const ctx = { ...context, metadata: { actor: 'provider', requestId: 'refused' } }
  if (!isOptOut) return holdContact(ctx, number, 'unreachable')
  await changeConsentOfNumber(ctx, number, true)
}

/** What staff set; answers the customer of today. */
export async function setConsent(ctx: CommandContext, id: number, form: ConsentForm): Promise<Customer> {
  const customer = await requireExistingCustomer(ctx.db, id)
  for (const topic of ['sms', 'email', 'reminders'] as const) {
    const isAllowed = form[topic]
    if (isAllowed !== undefined) await changeConsent(ctx, customer.id, topic, !isAllowed)
  }
  return customer
}
