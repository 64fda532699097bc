import type { QuoteApproved, QuoteEvent, QuoteSent } from '@plumbline/billing/events'
import { erased } from '@plumbline/platform/encryption'
import { type Recorded, readStream } from '@plumbline/platform/event-store'
import type { Reactor, ServiceContext } from '@plumbline/platform/service'
import { changeCustomer, loadCurrentCustomer } from '../customer/commands.ts'
import { customerById } from '../customer/queries.ts'
import { issueLink } from '../link/commands.ts'
import { changeLead, convertLead } from './commands.ts'
import { leadById } from './queries.ts'

type Followed = QuoteSent | QuoteApproved

/** A quote that goes out gets its link, and its lead is quoted; one that is approved makes the customer active, and the lead converted. */
export const followQuotes: Reactor<unknown, Followed> = {
  name: 'followQuotes',
  version: 1,
  types: ['QuoteSent', 'QuoteApproved'],
  react: async ({ events, contextFor }) => {
    for (const event of events) {
      if (event.metadata.demo) continue
      const ctx = contextFor(event)
      const { actor, actorName } = event.metadata
      const metadata = { ...ctx.metadata, actor, ...(actorName && { actorName }) }
      await follow({ ...ctx, metadata }, event)
    }
  },
}

async function follow(ctx: ServiceContext, { type, stream, data }: Recorded<Followed>): Promise<void> {
  const customer = await customerById(ctx.db, data.customerId)
  // removed or erased meanwhile
  if (!customer || customer.firstName === erased) return
  const [drafted] = await readStream<QuoteEvent>(ctx.db, stream)
  const leadId = drafted?.type === 'QuoteDrafted' ? drafted.data.leadId : null
  const lead = leadId === null ? undefined : await leadById(ctx.db, leadId)
  if (type === 'QuoteSent') {
    await issueLink(ctx, customer.id, { kind: 'quote', id: data.quoteId })
    if (lead?.status === 'new' || lead?.status === 'contacted')
      await changeLead(ctx, lead.id, { status: 'quoted' })
    return
  }
  if (lead && lead.status !== 'lost') await convertLead(ctx, lead.id, customer.id)
  const { id, status } = await loadCurrentCustomer(ctx, customer.id)
  if (status === 'lead') await changeCustomer(ctx, id, { status: 'active' })
}
