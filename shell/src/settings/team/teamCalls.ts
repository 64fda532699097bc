import { call } from '@plumbline/contract'
import * as api from '@plumbline/identity/api'
import { queryOptions } from '@tanstack/react-query'

export type { Member } from '@plumbline/identity/api'

export const membersQuery = () =>
  queryOptions({
    queryKey: ['team', 'members'],
    queryFn: ({ signal }) => call(api.listMembers, { signal }),
    meta: { changedBy: ['member'] },
  })

/** What follows a change of the team. */
export const afterChange = {
  refetch: [membersQuery().queryKey],
  failure: 'Failed to change the team. Please try again.',
}

const params = (id: number) => ({ params: { id } })

export const invite = (body: api.Invitation, key: string) =>
  call(api.inviteMember, { body, idempotencyKey: key })
export const revokeInvitation = (id: number) => call(api.revokeInvitation, params(id))
export const changeDetails = (id: number, body: api.MemberDetails) =>
  call(api.changeMember, { ...params(id), body })
export const changeRole = (id: number, body: api.MemberRole) =>
  call(api.changeMemberRole, { ...params(id), body })
export const setActive = (id: number, active: boolean) =>
  call(api.setMemberActive, { ...params(id), body: { active } })
export const issueLink = (id: number) => call(api.issueMemberLink, params(id))
