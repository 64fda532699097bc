import type { InvitationRevoked, MemberDeactivated } from '@plumbline/identity/events'
import type { Reactor } from '@plumbline/platform/service'
import { replaceAssignee } from './commands.ts'

type Left = MemberDeactivated | InvitationRevoked

/** Gives the jobs of a member who left the team to the member that the event names, or unassigns them; once, as the user who decided it. */
export const passOnJobs: Reactor<unknown, Left> = {
  name: 'passOnJobs',
  version: 1,
  types: ['MemberDeactivated', 'InvitationRevoked'],
  react: async ({ events, authorContextFor }) => {
    for (const event of events) {
      const { userId, jobsGoTo } = event.data
      if (jobsGoTo === undefined) continue
      await replaceAssignee(authorContextFor(event), userId, jobsGoTo, leftAt(event))
    }
  },
}

const leftAt = (event: Left): string =>
  event.type === 'InvitationRevoked' ? event.data.revokedAt : event.data.deactivatedAt
