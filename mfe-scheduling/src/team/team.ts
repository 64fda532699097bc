import { call } from '@plumbline/contract'
import { listMembers, type Member } from '@plumbline/identity/api'
import { queryOptions, useQuery } from '@tanstack/react-query'

/** All members, also those who left. */
export const membersQuery = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => call(listMembers, { signal }),
    meta: { changedBy: ['member'] },
  })

/** The members, and the words for who does a job. Who works alone has no team, and is asked nothing about it. */
export type Team = {
  /** Who can be given a job. */
  members: readonly Member[]
  nameOf: (id: number) => string
  /** @example crewText([7, 8]) // 'maria, tom' */
  crewText: (assigneeIds: readonly number[]) => string
}

/** Undefined until it is known, and where there is one member alone. */
export function useTeam(): Team | undefined {
  const { data } = useQuery(membersQuery())
  return data && teamOf(data)
}

export function teamOf(all: readonly Member[]): Team | undefined {
  const members = all.filter(({ state }) => state !== 'inactive')
  if (members.length < 2) return undefined
  const nameOf = (id: number) => all.find((member) => member.id === id)?.name ?? 'Former member'
  return {
    members,
    nameOf,
    crewText: (ids) => (ids.length === 0 ? 'Unassigned' : ids.map(nameOf).join(', ')),
  }
}
