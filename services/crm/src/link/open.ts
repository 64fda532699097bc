import { deviceOf, isDeviceToken, isLinkToken, linkIdOf } from '@plumbline/platform/customer-links'
import type { Db } from '@plumbline/platform/db'
import { type DataKey, findDataKey, type Keyring } from '@plumbline/platform/encryption'
import { fullName, type LinkedCustomer, type ResolvedLink } from '../api.ts'
import { customerNotFound } from '../customer/decider.ts'
import { customerById } from '../customer/queries.ts'
import { customerSubject, type LinkScope } from '../events.ts'
import type { LinkRow } from './projection.ts'
import { customerOfAppointment, customerOfInvoice, type FoundLink, findLink, findQuote } from './queries.ts'
import { waysTo } from './ways.ts'

type Reading = { db: Db; keyring: Keyring; now: Date }

/** What a token opens now. `dead` is one that was right once; `expired` one that takes a code, in a device that is not known. */
export async function resolveLink(
  ctx: Reading,
  { token, device = '' }: { token: string; device?: string },
): Promise<ResolvedLink> {
  const found = await authenticLink(ctx, token)
  if (!found) return { is: 'unknown' }
  const { id, kind, documentId, currentCustomerId, expiresAt, revokedAt } = found
  if (revokedAt !== null || currentCustomerId === null) return { is: 'dead' }
  const opened = { linkId: id, customerId: currentCustomerId, scope: { kind, id: documentId } }
  if (Date.parse(expiresAt) > ctx.now.getTime()) return { is: 'live', link: opened, expiresAt }
  const knownUntil = await deviceEnd(ctx, device, currentCustomerId)
  if (knownUntil) return { is: 'live', link: opened, expiresAt: knownUntil.toISOString() }
  const customer = await customerById(ctx.db, currentCustomerId)
  const ways = customer ? waysTo(customer) : []
  return ways.length > 0 ? { is: 'expired', link: opened, ways } : { is: 'dead' }
}

export type AuthenticLink = FoundLink & { dataKey: DataKey }

/** The link whose secret a token is. */
export async function authenticLink(
  { db, keyring }: Pick<Reading, 'db' | 'keyring'>,
  token: string,
): Promise<AuthenticLink | undefined> {
  const linkId = linkIdOf(token)
  const found = linkId === undefined ? undefined : await findLink(db, linkId)
  const dataKey = found && (await dataKeyUnlessErased(db, keyring, found))
  if (!found || !dataKey) return undefined
  const { id, customerId, kind, documentId } = found
  const issued = { linkId: id, customerId, scope: { kind, id: documentId } }
  return isLinkToken(keyring, dataKey, issued, token) ? { ...found, dataKey } : undefined
}

/** Until when a device is known as the customer's; null when it is not. */
async function deviceEnd(ctx: Reading, token: string, customerId: number): Promise<Date | null> {
  const device = deviceOf(token)
  const found = device && (await findLink(ctx.db, device.linkId))
  if (!device || device.expiresAt <= ctx.now || found?.currentCustomerId !== customerId || found.revokedAt)
    return null
  const dataKey = await dataKeyUnlessErased(ctx.db, ctx.keyring, found)
  return dataKey && isDeviceToken(ctx.keyring, dataKey, device, token) ? device.expiresAt : null
}

const findDocument = {
  quote: findQuote,
  invoice: async (db: Db, id: number) => ({ customerId: await customerOfInvoice(db, id), isSent: true }),
  appointment: async (db: Db, id: number) => ({
    customerId: await customerOfAppointment(db, id),
    isSent: true,
  }),
} satisfies Record<LinkScope['kind'], unknown>

/**
 * The customer who would get a link to a document, as of today. It issues none.
 * @throws the refusal of a link, but for a quote that was not sent yet.
 */
export async function findLinkedCustomer(
  { db, keyring }: Pick<Reading, 'db' | 'keyring'>,
  { kind, id }: LinkScope,
): Promise<LinkedCustomer> {
  const { customerId, isSent } = await findDocument[kind](db, id)
  const customer = await customerById(db, customerId)
  if (!customer || !(await dataKeyUnlessErased(db, keyring, { customerId: customer.id })))
    throw customerNotFound()
  return { customerId: customer.id, customerName: fullName(customer), isSent }
}

/** Without the key a token cannot even be checked: erasing a customer ends their links with the key. */
async function dataKeyUnlessErased(
  db: Db,
  keyring: Keyring,
  link: Pick<LinkRow, 'customerId'>,
): Promise<DataKey | undefined> {
  try {
    return await findDataKey(db, keyring, customerSubject(link.customerId))
  } catch (error) {
    if ((error as { code?: string }).code === 'ES410') return undefined
    throw error
  }
}
