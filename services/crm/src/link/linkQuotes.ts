import type { QuoteSent } from '@plumbline/billing/events'
import { erased } from '@plumbline/platform/encryption'
import type { Reactor } from '@plumbline/platform/service'
import { customerById } from '../customer/queries.ts'
import { issueLink } from './commands.ts'

/** A quote that is sent has a link by the time that its message goes out. */
export const linkQuotes: Reactor<unknown, QuoteSent> = {
  name: 'linkQuotes',
  version: 1,
  types: ['QuoteSent'],
  react: async ({ events, contextFor }) => {
    for (const event of events) {
      const { quoteId, customerId, channel } = event.data
      if (event.metadata.demo || channel === 'in_person') continue
      const ctx = contextFor(event)
      const customer = await customerById(ctx.db, customerId)
      // removed or erased meanwhile
      if (!customer || customer.firstName === erased) continue
      await issueLink(ctx, customer.id, { kind: 'quote', id: quoteId })
    }
  },
}
