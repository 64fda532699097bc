import { deviceToken, isCode } from '@plumbline/platform/customer-links'
import { rejection } from '@plumbline/platform/errors'
import { execute } from '@plumbline/platform/event-store'
import type { ServiceContext } from '@plumbline/platform/service'
import type { EnteredCode, WayToCustomer } from '../api.ts'
import { customerById } from '../customer/queries.ts'
import { link } from './commands.ts'
import { linkNotFound, maxMistakes } from './decider.ts'
import { type AuthenticLink, authenticLink } from './open.ts'
import { waysTo } from './ways.ts'

/** So long a device is known after a right code. */
const deviceDays = 30
const dayMs = 24 * 60 * 60 * 1_000

/** Has a code sent to the customer of a link that has run out. */
export async function sendCode(
  ctx: ServiceContext,
  { token, channel }: { token: string; channel: WayToCustomer['channel'] },
): Promise<null> {
  const { id, currentCustomerId } = await requireAuthenticLink(ctx, token)
  const customer = currentCustomerId === null ? undefined : await customerById(ctx.db, currentCustomerId)
  if (!customer) throw linkNotFound()
  if (!waysTo(customer).some((way) => way.channel === channel))
    throw rejection('invalid', 'Please choose where we should send the code.')
  await execute(byCustomer(ctx, customer.id), link, id, {
    type: 'SendCode',
    customerId: customer.id,
    channel,
  })
  return null
}

/** Enters a code: a right one makes the device known. */
export async function enterCode(
  ctx: ServiceContext,
  { token, code }: { token: string; code: string },
): Promise<EnteredCode> {
  const { id, currentCustomerId, dataKey } = await requireAuthenticLink(ctx, token)
  if (currentCustomerId === null) throw linkNotFound()
  const digits = code.replace(/\D/g, '')
  const { events, state } = await execute(byCustomer(ctx, currentCustomerId), link, id, {
    type: 'EnterCode',
    isCode: (number) => isCode(ctx.keyring, dataKey, { linkId: id, number }, digits),
  })
  if (events.at(-1)?.type !== 'CustomerLinkVerified')
    return { is: 'wrong', triesLeft: state.is === 'missing' ? 0 : maxMistakes - state.codes.mistakes }
  const expiresAt = new Date(ctx.now.getTime() + deviceDays * dayMs)
  const device = deviceToken(ctx.keyring, dataKey, { linkId: id, expiresAt })
  return { is: 'right', device, expiresAt: expiresAt.toISOString() }
}

async function requireAuthenticLink(ctx: ServiceContext, token: string): Promise<AuthenticLink> {
  const found = await authenticLink(ctx, token)
  if (!found) throw linkNotFound()
  return found
}

const byCustomer = (ctx: ServiceContext, customerId: number): ServiceContext => ({
  ...ctx,
  metadata: { ...ctx.metadata, actor: `customer-${customerId}` },
})
