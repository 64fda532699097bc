import type { QuoteApproved, QuoteEvent, QuoteSent } from '@plumbline/billing/events'
import type { Db } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { type CommandContext, type Recorded, readStream } from '@plumbline/platform/event-store'
import type { Reactor } from '@plumbline/platform/service'
import { changeCustomer, loadCurrentCustomer } from '../customer/commands.ts'
import { customerById } from '../customer/queries.ts'
import { changeLead, convertLead } from './commands.ts'
import type { LeadRow } from './projection.ts'
import { leadById } from './queries.ts'

type Followed = QuoteSent | QuoteApproved

/** A lead is quoted when its first quote goes out, and a customer is active when one is approved; so is the lead converted. */
export const followQuotes: Reactor<unknown, Followed> = {
  name: 'followQuotes',
  version: 1,
  types: ['QuoteSent', 'QuoteApproved'],
  react: async ({ events, authorContextFor }) => {
    for (const event of events) {
      if (event.metadata.demo) continue
      await follow(authorContextFor(event), event)
    }
  },
}

async function follow(ctx: CommandContext, { type, stream, data }: Recorded<Followed>): Promise<void> {
  const customer = await customerById(ctx.db, data.customerId)
  // removed or erased meanwhile
  if (!customer || customer.firstName === erased) return
  const [drafted] = await readStream<QuoteEvent>(ctx.db, stream)
  const leadId = drafted?.type === 'QuoteDrafted' ? drafted.data.leadId : null
  const lead = leadId === null ? undefined : await leadOf(ctx.db, leadId, customer.id)
  if (type === 'QuoteSent') {
    if (lead?.status === 'new' || lead?.status === 'contacted')
      await changeLead(ctx, lead.id, { status: 'quoted' })
    return
  }
  // by the record that it is linked to: its customer has the notes already
  if (lead && lead.status !== 'lost') await convertLead(ctx, lead.id, lead.customerId ?? customer.id)
  const { id, status } = await loadCurrentCustomer(ctx, customer.id)
  if (status === 'lead') await changeCustomer(ctx, id, { status: 'active' })
}

/** The lead, if it belongs to this customer or to none yet: the quote may be for another customer. */
async function leadOf(db: Db, leadId: number, customerId: number): Promise<LeadRow | undefined> {
  const lead = await leadById(db, leadId)
  // removed or erased meanwhile
  if (!lead || lead.email === erased) return undefined
  if (lead.customerId === null) return lead
  const linked = await customerById(db, lead.customerId)
  return linked?.id === customerId ? lead : undefined
}
