import { type Right, rightsOf } from '@plumbline/platform/rights'
import type { StoredUser } from '../user/table.ts'
import type { MemberState } from './decider.ts'

type Membership = Parameters<typeof rightsOf>[0]

/** What a user may do today: nothing before they join, and nothing once they are deactivated. */
export const currentRights = (user: StoredUser | undefined): readonly Right[] =>
  user && !user.disabled && !user.invited ? rightsOf(user as Membership) : []

/** A user can neither change nor make a member who may do more. */
export const includesRightsOf = (own: readonly Right[], member: Partial<MemberState>): boolean =>
  rightsOf(member as Membership).every((right) => own.includes(right))

export function mayManage(manager: StoredUser | undefined, member: StoredUser): boolean {
  const own = currentRights(manager)
  return own.includes('team') && includesRightsOf(own, member)
}
