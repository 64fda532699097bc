import { call, useSession } from '@plumbline/contract'
import { getDemonstration } from '@plumbline/gateway/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { atom, getDefaultStore } from 'jotai'
import { isDemonstration } from '../site.ts'

/** Whether there are demonstration data. The document said it first; when they are removed, everything is fetched again. */
const demonstrationQuery = () =>
  queryOptions({
    queryKey: ['demonstration'],
    queryFn: ({ signal }) => call(getDemonstration, { signal }),
    initialData: { present: isDemonstration(), own: [], ownWork: [] },
    select: ({ present }) => present,
  })

/** Whether there are demonstration data, and whether this user can remove them. */
export function useDemonstration(): { isPresent: boolean; isRemovable: boolean } {
  const { data: isPresent } = useQuery(demonstrationQuery())
  const { data: user } = useSession()
  return { isPresent, isRemovable: isPresent && user?.role === 'business_owner' }
}

/** Whether the dialog that removes them is open. */
export const emptyBookAtom = atom(false)
export const startWithEmptyBook = (): void => getDefaultStore().set(emptyBookAtom, true)
