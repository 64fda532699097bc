import { call, useSession } from '@plumbline/contract'
import { getOwnRights } from '@plumbline/gateway/api'
import type { Right } from '@plumbline/platform/rights'
import { queryOptions, useQuery } from '@tanstack/react-query'

export type { Right } from '@plumbline/platform/rights'

/** For the shell, which asks before it shows anything. */
export const rightsQuery = (userId: number | undefined) =>
  queryOptions({
    queryKey: ['rights', userId],
    queryFn: ({ signal }) => call(getOwnRights, { signal }),
    meta: { changedBy: ['member'] },
  })

/**
 * What the signed-in member may do, so that nothing is offered that the server refuses. It follows a change while the page is open.
 * Until it is known an owner may do everything, and other members nothing.
 * @example const { may } = useRights(); may('quotes.edit') && <Button …>
 */
export function useRights(): { isKnown: boolean; may: (right: Right) => boolean } {
  const { data: user } = useSession()
  const { data } = useQuery({ ...rightsQuery(user?.id), enabled: Boolean(user) })
  const isOwner = user?.role === 'business_owner'
  return { isKnown: data !== undefined, may: (right) => data?.rights.includes(right) ?? isOwner }
}
