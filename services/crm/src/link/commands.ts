import { isLinkToken, linkIdOf, linkPath, linkToken } from '@plumbline/platform/customer-links'
import { type Db, sql } from '@plumbline/platform/db'
import { type DataKey, findDataKey, holdDataKey, type Keyring } from '@plumbline/platform/encryption'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { ServiceContext } from '@plumbline/platform/service'
import type { IssuedLink, ResolvedLink } from '../api.ts'
import { loadCurrentCustomer } from '../customer/commands.ts'
import { type CustomerLinkEvent, customerSubject, type LinkScope } from '../events.ts'
import { type LinkCommand, type LinkState, linkDecider, linkNotFound } from './decider.ts'
import { customerLinks, type LinkRow } from './projection.ts'
import { findLink, liveLinkFor, liveLinksOf } from './queries.ts'

const link: Aggregate<LinkState, LinkCommand, CustomerLinkEvent, LinkRow> = {
  name: 'customer-link',
  decider: linkDecider,
  projection: customerLinks,
}

/** So long a link works after it was last issued. */
const linkDays = 30
const dayMs = 24 * 60 * 60 * 1_000

/** The link of a customer to a document: the one that works now, for another 30 days, or a new one. */
export async function issueLink(
  ctx: ServiceContext,
  customerId: number,
  scope: LinkScope,
): Promise<IssuedLink> {
  // two concurrent requests must not issue two
  await ctx.db.query(
    sql`SELECT pg_advisory_xact_lock(hashtext('crm.customer-link'), hashtext(${`${scope.kind} ${scope.id}`}))`,
  )
  const customer = await loadCurrentCustomer(ctx, customerId)
  const expiresAt = new Date(ctx.now.getTime() + linkDays * dayMs).toISOString()
  const live = await liveLinkFor(ctx.db, customer.id, scope, ctx.now)
  if (live) await execute(ctx, link, live.id, { type: 'ExtendLink', expiresAt })
  const linkId = live?.id ?? (await nextNumber(ctx.db, 'customer_link_id'))
  if (!live) await create(ctx, link, linkId, { type: 'IssueLink', customerId: customer.id, scope, expiresAt })
  const issued = { linkId, customerId: live?.customerId ?? customer.id, scope }
  const dataKey = await holdDataKey(ctx.db, ctx.keyring, customerSubject(issued.customerId))
  return { id: linkId, path: linkPath(linkToken(ctx.keyring, dataKey, issued)), expiresAt }
}

/** What a token opens now. `dead` is one that was right once. */
export async function resolveLink(
  { db, keyring, now }: { db: Db; keyring: Keyring; now: Date },
  token: string,
): Promise<ResolvedLink> {
  const linkId = linkIdOf(token)
  const found = linkId === undefined ? undefined : await findLink(db, linkId)
  const dataKey = found && (await dataKeyUnlessErased(db, keyring, found.customerId))
  if (!found || !dataKey) return { is: 'unknown' }
  const { id, customerId, kind, documentId, currentCustomerId, expiresAt, revokedAt } = found
  const scope = { kind, id: documentId }
  if (!isLinkToken(keyring, dataKey, { linkId: id, customerId, scope }, token)) return { is: 'unknown' }
  const isDead = revokedAt !== null || currentCustomerId === null || Date.parse(expiresAt) <= now.getTime()
  if (isDead) return { is: 'dead' }
  return { is: 'live', link: { linkId: id, customerId: currentCustomerId, scope }, expiresAt }
}

/** Without the key a token cannot even be checked: erasing a customer ends their links with the key. */
async function dataKeyUnlessErased(
  db: Db,
  keyring: Keyring,
  customerId: number,
): Promise<DataKey | undefined> {
  try {
    return await findDataKey(db, keyring, customerSubject(customerId))
  } catch (error) {
    if ((error as { code?: string }).code === 'ES410') return undefined
    throw error
  }
}

/** Notes that the customer looked at the document. */
export const recordOpening = (ctx: CommandContext, linkId: number) =>
  execute(ctx, link, linkId, { type: 'OpenLink' })

/** Ends one link of a customer. */
export async function revokeLink(ctx: CommandContext, customerId: number, linkId: number): Promise<void> {
  const found = await findLink(ctx.db, linkId)
  if (found?.currentCustomerId !== customerId) throw linkNotFound()
  await execute(ctx, link, linkId, { type: 'RevokeLink' })
}

/** Ends all links of a customer; answers how many there were. */
export async function revokeLinks(ctx: CommandContext, customerId: number): Promise<number> {
  const live = await liveLinksOf(ctx.db, customerId, ctx.now)
  for (const { id } of live) await execute(ctx, link, id, { type: 'RevokeLink' })
  return live.length
}
