import { readStream } from '@plumbline/platform/event-store'
import type { Reactor } from '@plumbline/platform/service'
import type { AppointmentScheduled } from '@plumbline/scheduling/events'
import { scheduleQuote } from './commands.ts'

/** Notes at a quote, and at its invoice, the job that was planned for it. */
export const followJobs: Reactor<unknown, AppointmentScheduled> = {
  name: 'followJobs',
  version: 1,
  types: ['AppointmentScheduled'],
  react: async ({ events, contextFor }) => {
    for (const event of events) {
      const { quoteId, ...job } = event.data
      if (quoteId === undefined) continue
      const ctx = contextFor(event)
      const exists = (await readStream(ctx.db, `quote-${quoteId}`)).length > 0
      const { actor, actorName } = event.metadata
      const metadata = { ...ctx.metadata, actor, ...(actorName && { actorName }) }
      if (exists) await scheduleQuote({ ...ctx, metadata }, quoteId, job)
    }
  },
}
