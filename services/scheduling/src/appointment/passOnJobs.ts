import type { MemberDeactivated } from '@plumbline/identity/events'
import type { Reactor } from '@plumbline/platform/service'
import { replaceAssignee } from './commands.ts'

/** Gives the jobs of a deactivated member to the one that the deactivation names, once, in the name of who decided it. */
export const passOnJobs: Reactor<unknown, MemberDeactivated> = {
  name: 'passOnJobs',
  version: 1,
  types: ['MemberDeactivated'],
  react: async ({ events, authorContextFor }) => {
    for (const event of events) {
      const { userId, jobsGoTo, deactivatedAt } = event.data
      if (jobsGoTo === undefined) continue
      await replaceAssignee(authorContextFor(event), userId, jobsGoTo, deactivatedAt)
    }
  },
}
