import { readStream } from '@plumbline/platform/event-store'
import type { Reactor } from '@plumbline/platform/service'
import type { AppointmentScheduled } from '@plumbline/scheduling/events'
import { scheduleQuote } from './commands.ts'

/** Notes at a quote, and at its invoice, the job that was planned for it. */
export const followJobs: Reactor<unknown, AppointmentScheduled> = {
  name: 'followJobs',
  version: 1,
  types: ['AppointmentScheduled'],
  react: async ({ events, authorContextFor }) => {
    for (const event of events) {
      const { quoteId, ...job } = event.data
      if (quoteId === undefined) continue
      const ctx = authorContextFor(event)
      const exists = (await readStream(ctx.db, `quote-${quoteId}`)).length > 0
      if (exists) await scheduleQuote(ctx, quoteId, job)
    }
  },
}
