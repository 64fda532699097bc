import { linkPath, linkToken } from '@plumbline/platform/customer-links'
import { sql } from '@plumbline/platform/db'
import { holdDataKey } from '@plumbline/platform/encryption'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { nextNumber } from '@plumbline/platform/sequence'
import type { ServiceContext } from '@plumbline/platform/service'
import type { IssuedLink } from '../api.ts'
import { loadCurrentCustomer } from '../customer/commands.ts'
import { type CustomerLinkEvent, customerSubject, type LinkScope } from '../events.ts'
import { type LinkCommand, type LinkState, linkDecider, linkNotFound } from './decider.ts'
import { findLink, linksOf, liveLinkFor } from './queries.ts'

export const link: Aggregate<LinkState, LinkCommand, CustomerLinkEvent, never> = {
  name: 'customer-link',
  decider: linkDecider,
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

/** Notes that the customer looked at the document. */
export const recordOpening = (ctx: CommandContext, linkId: number) =>
  execute(ctx, link, linkId, { type: 'OpenLink' })

/** Ends one link of a customer. */
export async function revokeLink(ctx: CommandContext, customerId: number, linkId: number): Promise<void> {
  const found = await findLink(ctx.db, linkId)
  if (found?.currentCustomerId !== customerId) throw linkNotFound()
  await execute(ctx, link, linkId, { type: 'RevokeLink' })
}

/** Ends all links of a customer, those that have run out, too, and every known device; answers how many links there were. */
export async function revokeLinks(ctx: CommandContext, customerId: number): Promise<number> {
  const links = await linksOf(ctx.db, customerId)
  for (const { id } of links) await execute(ctx, link, id, { type: 'RevokeLink' })
  return links.length
}
