import type { QuoteSent } from '@plumbline/billing/events'
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
      if (await customerById(ctx.db, customerId))
        await issueLink(ctx, customerId, { kind: 'quote', id: quoteId })
    }
  },
}
