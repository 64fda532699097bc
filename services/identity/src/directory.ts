import type { Db } from '@plumbline/platform/db'
import { fold, readStreams } from '@plumbline/platform/event-store'
import { type Membership, type Right, rightsOf } from '@plumbline/platform/rights'
import type { MemberEvent } from './events.ts'
import { memberDecider } from './member/decider.ts'

// Other services read the log and no table of identity: what a member may do holds at once.

/** What somebody is to the business. */
export type MemberAccess = {
  standing: 'missing' | 'invited' | 'active' | 'inactive' | 'revoked'
  /** None unless they are active. */
  rights: readonly Right[]
}

/** What these users are to the business now, by id. */
export async function readMembers(db: Db, ids: readonly number[]): Promise<(id: number) => MemberAccess> {
  const eventsOf = await readStreams(
    db,
    ids.map((id) => `member-${id}`),
  )
  return (id) => {
    const member = fold(memberDecider, eventsOf(`member-${id}`) as unknown as MemberEvent[])
    return {
      standing: member.standing,
      rights: member.standing === 'active' ? rightsOf(member as Membership) : [],
    }
  }
}
