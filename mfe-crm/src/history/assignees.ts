import { call } from '@plumbline/contract'
import { listMembers, type Member } from '@plumbline/identity/api'
import type { ActivityItem } from '@plumbline/insights/api'
import { queryOptions, useQuery } from '@tanstack/react-query'

/** The settings and scheduling's pages use the same key. */
const membersQuery = () =>
  queryOptions({
    queryKey: ['members'],
    queryFn: ({ signal }) => call(listMembers, { signal }),
    meta: { changedBy: ['member'] },
  })

type Assigned = Pick<ActivityItem, 'assigneeIds'>

/** The members, where one of these items names some. */
export const useNamedMembers = (items: readonly Assigned[] = []): readonly Member[] | undefined =>
  useQuery({ ...membersQuery(), enabled: items.some(({ assigneeIds }) => assigneeIds?.length) }).data

const list = new Intl.ListFormat('en-US')

/** With names, which no event has. @example 'Assigned to maria and sam' */
export function titleWithNames(
  { title, assigneeIds }: Assigned & Pick<ActivityItem, 'title'>,
  members: readonly Pick<Member, 'id' | 'name'>[] | undefined,
): string {
  if (assigneeIds?.length === 0) return 'Assigned to nobody'
  if (!assigneeIds || !members) return title
  const nameOf = (id: number) => members.find((member) => member.id === id)?.name ?? 'a former member'
  return `Assigned to ${list.format(assigneeIds.map(nameOf))}`
}
